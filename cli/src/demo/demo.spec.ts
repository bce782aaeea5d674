import { readFileSync } from 'node:fs';
import path from 'node:path';
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
import { PostgresEventStore } from '@fairmark/event-store';
import { eventually } from '@fairmark/events/testing/eventually';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { CLUBHOUSE_SCHEMA, migrate } from '@fairmark/read-models';
import { createLogger } from '@fairmark/server';
import { startProjector, type Projector } from '@fairmark/projector';
import { compareClubhouse } from '@fairmark/projector/testing/independent-fold';
import { parseGolfNumber } from '@fairmark/scoring';
import { createTestDatabase, type TestDatabase } from '@fairmark/tools';
import { Client } from 'pg';
import type { CardSource } from '@fairmark/server/courses/course-card';
import { importFile } from '@fairmark/server/courses/import/import-file';
import { readCourses } from '@fairmark/server/courses/import/read-courses';
import { courseRow } from '@fairmark/server/courses/import/save-courses';
import { startApi, type TestApi } from '@fairmark/api/testing/api';
import { playDemo, type DemoOptions } from './demo.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoAccounts } from './golfers.js';

const COURSES = path.resolve('cli/demo/courses.json');
const WEEKS = 1;
const NOW = new Date();
const CAUGHT_UP_WITHIN_MS = 30_000;

describe('the demo', () => {
  let database: TestDatabase;
  let client: Client;
  let store: PostgresEventStore;
  let projector: Projector | null = null;
  let courses: CardSource[];

  beforeAll(async () => {
    database = await createTestDatabase();
    await migrate(database.url);
    await seedDemoAccounts(database.url);
    await importFile(COURSES, database.url);
    const read = readCourses('courses.json', readFileSync(COURSES));
    if (!read.ok) throw new Error('The demo courses cannot be read');
    courses = read.courses.map((course) => courseRow(course));
    client = new Client({ connectionString: database.url });
    await client.connect();
    store = new PostgresEventStore({ connectionString: database.url });
  }, 60_000);

  afterAll(async () => {
    await projector?.stop();
    await store?.close();
    await client?.end();
    await database?.drop();
  });

  const play = (options: Partial<DemoOptions> = {}) =>
    playDemo({
      databaseUrl: database.url,
      courses,
      seed: 'demo',
      weeks: WEEKS,
      now: NOW,
      ...options,
    });
  const count = async (from: string): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${from}`);
    return Number(rows[0]?.count);
  };
  /** Starts the projector if none runs, and waits until the tables hold the whole log. */
  const project = async (): Promise<void> => {
    const running = (projector ??= startProjector({
      databaseUrl: database.url,
      store,
      logger: createLogger('projector', 'error'),
    }));
    await eventually(
      async () => running.health().position === (await store.head()),
      'tables that hold the log',
      CAUGHT_UP_WITHIN_MS,
    );
  };

  test('creates its golfers once, and again where one was deleted', async () => {
    const rows = async () => (await client.query('select * from app.users order by id')).rows;
    const before = await rows();
    expect(before).toHaveLength(12);
    expect(await seedDemoAccounts(database.url)).toBe(0);
    expect(await rows()).toEqual(before);
    await client.query("delete from app.users where email like 'gus@%'");
    expect(await seedDemoAccounts(database.url)).toBe(1);
  });

  test('has a mixed dozen of golfers, at home on its courses', () => {
    const courses: unknown = JSON.parse(readFileSync(COURSES, 'utf8'));
    const homes = DEMO_ACCOUNTS.map(({ golflinkNumber }) => parseGolfNumber(golflinkNumber)?.clubKey).filter(Boolean);
    expect(homes.length).toBeGreaterThan(6);
    for (const home of homes) expect(JSON.stringify(courses)).toContain(`"golflinkCourseId":"${home}"`);
    expect(new Set(DEMO_ACCOUNTS.map(({ gender }) => gender)).size).toBe(2);
    expect(DEMO_ACCOUNTS.filter(({ handicap }) => handicap < 0)).toHaveLength(1);
    expect(new Set(DEMO_ACCOUNTS.map(({ email }) => email)).size).toBe(12);
  });

  test('stops between two steps, says when no projector runs, and goes on from there', async () => {
    const stop = new AbortController();
    const stopped = await play({ signal: stop.signal, onProgress: (done) => done >= 100 && stop.abort() });
    expect(stopped.finished).toBe(false);
    const before = (await wholeLog(store)).map(({ id }) => id);
    expect(before.length).toBeGreaterThan(50);

    // Nothing is left to play of no weeks, and the tables are not filled yet.
    expect(await play({ weeks: 0 })).toMatchObject({ finished: true, matches: 0, tables: 'NO_PROJECTOR' });
    await project();
    const report = await play();
    expect(report).toMatchObject({
      finished: true,
      competitions: 0,
      diverged: [],
      beginsOn: null,
      tables: 'UP_TO_DATE',
    });
    const events = await wholeLog(store);
    expect(events.slice(0, before.length).map(({ id }) => id)).toEqual(before);
    const steps = events.map(({ metadata }) => metadata.correlationId);
    expect(steps.every((step) => step.startsWith('demo-demo-'))).toBe(true);
    // No step is in the log twice, and no score without one.
    const scored = events.filter(({ type }) => type === 'HoleScored').map(({ metadata }) => metadata.correlationId);
    expect(new Set(scored).size).toBe(scored.length);
    expect(scored.length).toBeGreaterThanOrEqual(report.scores);
  }, 120_000);

  test('leaves streams that are whole, in order and not in the future, from lobbies to signatures', async () => {
    const events = await wholeLog(store);
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

  test('fills every table with what the log says', async () => {
    await project();
    expect(await compareClubhouse(database.url, store)).toEqual([]);
    for (const table of ['matches', 'player_matches', 'invites', 'rounds']) {
      expect([table, (await count(`${CLUBHOUSE_SCHEMA}.${table}`)) > 0]).toEqual([table, true]);
    }
    expect(await count(`${CLUBHOUSE_SCHEMA}.parked_events`)).toBe(0);
  }, 60_000);

  test('shows every page of the Clubhouse with something on it', async () => {
    await project();
    const api = await startApi(database.url);
    try {
      const tokens: string[] = [];
      for (const { email } of DEMO_ACCOUNTS) tokens.push(await signIn(api, email));
      const get = async <Body>(path: string, golfer = 0): Promise<Body> =>
        (await api.call<Body>('GET', path, undefined, { token: tokens[golfer]! })).body;
      const all = <Body>(path: string): Promise<Body[]> => Promise.all(tokens.map((_, i) => get<Body>(path, i)));
      const club = courses.find(({ golflinkCourseId }) => golflinkCourseId === '20990')!;
      const day = courseDay(club, NOW.toISOString());

      const board = await get<DailyResultsAnswer>(
        `/api/mothership/daily-results?course=${club.id}&day=${day}&sort=nett`,
      );
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
      // Both golfers of the round that is being played; a golfer may still owe holes of a round of yesterday.
      const inRound = current.flatMap((match) => (match?.started === true ? [match.matchId] : []));
      expect(inRound.some((matchId, i) => inRound.indexOf(matchId) !== i)).toBe(true);
    } finally {
      await api.stop();
    }
  }, 60_000);

  test('played again it adds nothing, even for more weeks', async () => {
    const head = await store.head();
    expect(await play()).toMatchObject({ finished: true, matches: 0, scores: 0, tables: 'UP_TO_DATE' });
    const longer = await play({ weeks: WEEKS + 1 });
    expect(longer).toMatchObject({ finished: true, matches: 0, scores: 0, tables: 'UP_TO_DATE' });
    expect(longer.beginsOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await store.head()).toBe(head);
  }, 60_000);
});

async function signIn(api: TestApi, email: string): Promise<string> {
  const { body } = await api.call<{ token: string }>('POST', '/api/auth/login', { email, password: DEMO_PASSWORD });
  expect(body).toMatchObject({ token: expect.any(String) });
  return body.token;
}
