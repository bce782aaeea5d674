import type {
  CompetitionAnswer,
  CompetitionsAnswer,
  CurrentMatchAnswer,
  DailyResultsAnswer,
  EclecticRoundAnswer,
  HistoryAnswer,
  InvitesAnswer,
  UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import { committeesOf, courseDay, replayStream, verifyChain, type RecordedEvent } from '@fairmark/events';
import { wholeLog } from '@fairmark/event-store/testing/events';
import type { Projector } from '@fairmark/projector';
import { Stand } from '@fairmark/projector/testing/stand';
import { importFile } from '@fairmark/server/courses/import/import-courses';
import { DEMO_COURSES, demoCourses } from '@fairmark/server/testing/courses';
import { startApi, type TestApi } from '@fairmark/api/testing/api';
import { Progress, type LongWork } from '../shell/job.js';
import { ops } from '../testing/ops.js';
import { playDemo, type DemoOptions } from './demo.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoAccounts } from './golfers.command.js';

const WEEKS = 1;
const NOW = new Date();

describe('the demo', () => {
  const stand = Stand.forSuite({ kept: true });
  let projector: Projector | null = null;
  const courses = demoCourses();

  beforeAll(async () => {
    await seedDemoAccounts(stand.url);
    await importFile(DEMO_COURSES, stand.url);
  });

  const play = (options: Partial<DemoOptions> = {}, work: Partial<LongWork> = {}) => {
    const whole = { progress: new Progress(false), signal: new AbortController().signal, ...work };
    return playDemo(whole, { databaseUrl: stand.url, courses, weeks: WEEKS, now: NOW, ...options });
  };
  /** Starts the projector if none runs, and waits until the tables hold the whole log. */
  const project = async (): Promise<void> => {
    projector ??= stand.project();
    await stand.caughtUp();
  };

  test('creates its golfers once, and again only one that was deleted', async () => {
    const rows = () => stand.sql('select * from app.users order by id');
    const before = await rows();
    expect(before).toHaveLength(12);
    expect(await seedDemoAccounts(stand.url)).toBe(0);
    expect(await rows()).toEqual(before);
    await stand.sql("delete from app.users where email like 'gus@%'");
    expect(await seedDemoAccounts(stand.url)).toBe(1);
  });

  test('stops between two steps, reports a missing projector, and continues where it stopped', async () => {
    const stop = new AbortController();
    const show = (_what: string, done: number): void => void (done >= 100 && stop.abort());
    const stopped = await play({}, { signal: stop.signal, progress: Object.assign(new Progress(false), { show }) });
    expect(stopped.finished).toBe(false);
    const before = (await wholeLog(stand.store)).map(({ id }) => id);
    expect(before.length).toBeGreaterThan(50);

    // Zero weeks leave nothing to play, and the tables are still empty.
    expect(await play({ weeks: 0 })).toMatchObject({ finished: true, matches: 0, tables: 'NO_PROJECTOR' });
    await project();
    const report = await play();
    const all = { finished: true, competitions: 0, diverged: [], beginsOn: null, tables: 'UP_TO_DATE' };
    expect(report).toMatchObject(all);
    const events = await wholeLog(stand.store);
    expect(events.slice(0, before.length).map(({ id }) => id)).toEqual(before);
    const steps = events.map(({ metadata }) => metadata.correlationId);
    // Each is a key of the plan: a UUID of version 5.
    expect(steps.every((step) => step[14] === '5')).toBe(true);
    // No step is in the log twice, and no score without one.
    const scored = events.filter(({ type }) => type === 'HoleScored').map(({ metadata }) => metadata.correlationId);
    expect(new Set(scored).size).toBe(scored.length);
    expect(scored.length).toBeGreaterThanOrEqual(report.scores);
  });

  test('writes streams with intact chains that follow the rules and end before now', async () => {
    const events = await wholeLog(stand.store);
    const streams = new Map<string, RecordedEvent[]>();
    for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
    const now = NOW.toISOString();
    for (const stream of streams.values()) {
      expect([verifyChain(stream), replayStream(stream, committeesOf([]))]).toEqual([null, null]);
      expect(stream.at(-1)!.metadata.recordedAt <= now).toBe(true);
    }
    const types = new Set(events.map(({ type }) => type));
    for (const type of ['InviteDenied', 'InviteRemoved', 'PlayerLeftLobby', 'PlayerWithdrew', 'CardReopened']) {
      expect([type, types.has(type)]).toEqual([type, true]);
    }
  });

  test('fills every page of the Clubhouse, from derived tables that match the log', async () => {
    await project();
    expect([await stand.differences(), await stand.parked()]).toEqual([[], []]);
    const api = stand.keep(await startApi(stand.url));
    const tokens: string[] = [];
    for (const { email } of DEMO_ACCOUNTS) tokens.push(await signIn(api, email));
    const get = async <Body>(path: string, golfer = 0): Promise<Body> =>
      (await api.call<Body>('GET', path, undefined, { token: tokens[golfer]! })).body;
    const all = <Body>(path: string): Promise<Body[]> => Promise.all(tokens.map((_, i) => get<Body>(path, i)));
    const club = courses.find(({ golflinkCourseId }) => golflinkCourseId === '20990')!;
    const day = courseDay(club, NOW.toISOString());

    const board = await get<DailyResultsAnswer>(`/api/mothership/daily-results?course=${club.id}&day=${day}&sort=nett`);
    expect(board.rounds.length).toBeGreaterThan(0);
    const history = await get<HistoryAnswer>('/api/mothership/history?sort=date-desc');
    expect(new Set(history.rounds.map(({ userRound }) => userRound.day)).size).toBeGreaterThan(2);
    const eclectic = await get<EclecticRoundAnswer>(`/api/mothership/eclectic-round?course=${club.id}`);
    const improvedBy = eclectic.eclecticRound.holeScores.map(({ strokeFrom }) => strokeFrom?.matchId);
    expect(new Set(improvedBy).size).toBeGreaterThan(1);
    const unverified = await all<UnverifiedRoundsAnswer>('/api/mothership/unverified-rounds');
    const waiting = new Set(unverified.flatMap(({ rounds }) => rounds.map(({ waitingFor }) => waitingFor)));
    expect([...waiting]).toEqual(expect.arrayContaining(['me', 'marker']));
    expect((await get<InvitesAnswer>('/api/match/invites')).invites).toHaveLength(1);
    const { competitions } = await get<CompetitionsAnswer>('/api/competitions');
    expect(competitions.map(({ isFinished, playerCount }) => [isFinished, playerCount])).toEqual([
      [false, 12],
      [false, 12],
    ]);
    expect(Math.max(...competitions.map(({ weeksPlayed }) => weeksPlayed))).toBeGreaterThan(2);
    const tables = competitions.map(({ id }) => get<CompetitionAnswer>(`/api/competitions/${id}`));
    const rows = (await Promise.all(tables)).flatMap(({ rounds }) => rounds);
    expect(rows.some(({ contributingRounds }) => contributingRounds === 0)).toBe(true);
    const current = (await all<CurrentMatchAnswer>('/api/match/current')).map((answer) => answer.current);
    expect(current.filter((match) => match?.started === false)).toHaveLength(2);
    // Both golfers of the round in play; a golfer may still owe holes of yesterday's round.
    const inRound = current.flatMap((match) => (match?.started === true ? [match.matchId] : []));
    expect(inRound.some((matchId, i) => inRound.indexOf(matchId) !== i)).toBe(true);
  });

  test('adds nothing when it is run again, even for more weeks', async () => {
    const head = await stand.store.head();
    expect(await play()).toMatchObject({ finished: true, matches: 0, scores: 0, tables: 'UP_TO_DATE' });
    const longer = await play({ weeks: WEEKS + 1 });
    expect(longer).toMatchObject({ finished: true, matches: 0, scores: 0, tables: 'UP_TO_DATE' });
    expect(longer.beginsOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await stand.store.head()).toBe(head);
  });

  test('locks its golfers out, and lets them in again', async () => {
    const run = async (...args: string[]) =>
      JSON.parse((await ops(stand.url, ['demo-players', '--json', ...args])).stdout) as object;
    expect([await run('--lock-out'), await run('--lock-out')]).toMatchObject([{ locked: 12 }, { locked: 0 }]);
    await expect(play()).rejects.toThrow('alex@demo.fairmark.test cannot sign in with fairway-demo-1: ACCOUNT_BLOCKED');
    expect(await stand.sql(`select from app.operator_reasons where reason = 'DEMO=off'`)).toHaveLength(12);
    expect(await run()).toMatchObject({ created: 0 });
    expect(await play()).toMatchObject({ finished: true, matches: 0 });
  });

  test('names the golfer who cannot sign in', async () => {
    await stand.sql(`update app.users set email_verified_at = null where email like 'bindi@%'`);
    const why = 'bindi@demo.fairmark.test cannot sign in with fairway-demo-1: EMAIL_UNVERIFIED';
    await expect(play()).rejects.toThrow(why);
  });
});

async function signIn(api: TestApi, email: string): Promise<string> {
  const { body } = await api.call<{ token: string }>('POST', '/api/auth/login', { email, password: DEMO_PASSWORD });
  expect(body).toMatchObject({ token: expect.any(String) });
  return body.token;
}
