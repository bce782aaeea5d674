import { connected } from '@fairmark/event-store/testing/database';
import { LEADERBOARD_SORTS, type LeaderboardSort } from '@fairmark/contract';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import type { MatchState, RecordedEvent } from '@fairmark/events';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { rankRows, RoundsReader } from '@fairmark/read-models';
import { fillLog, type FilledLog } from '@fairmark/projector/testing/fill-log';
import { addCourse } from '@fairmark/projector/testing/rows';
import { Stand } from '@fairmark/projector/testing/stand';
import { Progress } from '../shell/job.js';
import { postgresWriter } from '../log/log-writer.js';
import { ops, patOn, refusal } from '../testing/ops.js';
import { leaderboardOf, matchesOf } from './past-leaderboard.js';

const EVENTS = 2_500;
const MOMENTS = 8;
/** The days on which these matches start. */
const DAYS = ['2026-03-01', '2026-03-02'];
interface BoardName {
  courseId: string;
  day: string;
  sort: LeaderboardSort;
}

/** The places of a leaderboard, with golfer and total. */
type Places = [place: string, matchId: string, userId: string, total: number | null][];

describe('a past leaderboard', () => {
  const club = Stand.forSuite({ kept: true });
  let filled: FilledLog;
  /** The leaderboards of the tables when the log ended at each of these moments, by course, day and sort. */
  const then: (BoardName & { at: string; places: Places })[] = [];
  beforeAll(async () => {
    const play = new MemoryEventStore();
    filled = await fillLog(play, { seed: 41, events: EVENTS, atOnce: 40 });
    const played = await wholeLog(play);
    const log = new MemoryEventStore();
    club.project({ store: log });
    const boards = filled.courses.flatMap(({ courseId }) =>
      DAYS.flatMap((day) => LEADERBOARD_SORTS.map((sort) => ({ courseId, day, sort }))),
    );
    for (const stretch of stretches(played, MOMENTS)) {
      for (const event of stretch) {
        await log.append(event.stream, event.revision === 0n ? 'no-stream' : event.revision - 1n, [event]);
      }
      await club.caughtUp(log);
      const at = stretch.at(-1)?.metadata.recordedAt ?? '';
      for (const board of boards) then.push({ at, ...board, places: await table(board) });
    }
    await connected(club.url, (client) => postgresWriter(client)(played));
    for (const { courseId, name, golflinkCourseId } of filled.courses) {
      await addCourse(club.pool, courseId, name, golflinkCourseId);
    }
  }, 120_000);

  /** The leaderboard of the tables as they are now, as the Clubhouse shows it. */
  async function table({ courseId, day, sort }: BoardName): Promise<Places> {
    const rows = await new RoundsReader(club.pool).verifiedOn(courseId, day, sort);
    return rankRows(rows, sort).map(({ rankLabel, total, round }) => [rankLabel, round.match_id, round.user_id, total]);
  }

  it('equals the leaderboard of the tables at that moment, for every moment and sort', async () => {
    const reading = { signal: new AbortController().signal, progress: new Progress(false) };
    let read = '';
    let matches: MatchState[] = [];
    for (const { at, courseId, day, sort, places } of then) {
      const of = { courseId, day, at };
      if (read !== JSON.stringify(of)) matches = await matchesOf(club.store, of, reading);
      read = JSON.stringify(of);
      const board = leaderboardOf(matches, sort);
      const derived = board.map(({ rankLabel, matchId, userId, total }) => [rankLabel, matchId, userId, total]);
      expect([at, day, sort, derived]).toEqual([at, day, sort, places]);
    }
    const full = then.filter(({ places }) => places.length > 0);
    expect(full.length).toBeGreaterThan(then.length / 4);
    expect(new Set(full.map(({ places }) => JSON.stringify(places))).size).toBeGreaterThan(full.length / 4);
  }, 120_000);

  it('is printed by the command for the present and for a past time', async () => {
    const [busiest] = then.toSorted((a, b) => b.places.length - a.places.length);
    const course = filled.courses.find(({ courseId }) => courseId === busiest?.courseId);
    if (busiest === undefined || course === undefined) throw new Error('no board has a round');
    const call = ['audit', 'board', course.name, busiest.day];
    const board = await patOn(club.url).json([...call, '--sort', busiest.sort, '--at', busiest.at]);
    const places = busiest.places.map(([rankLabel, matchId, userId, total]) => ({ rankLabel, matchId, userId, total }));
    expect(board).toMatchObject({ ok: true, day: busiest.day, at: busiest.at, places });
    expect(JSON.parse((await ops(club.url, [...call, '--format', 'json'])).stdout).sort).toBe('stableford');

    const text = await ops(club.url, [...call, '--at', '2026-03-31 23:59']);
    expect(text.stdout).toMatch(
      /^\S.*, Sunday 1 March 2026: \d+ verified cards? at 2026-03-31 23:59:59 \(Australia\/Melbourne\)\n\nPLACE/,
    );
    for (const line of text.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    const before = await ops(club.url, [...call, '--at', '2026-02-01T00:00:00Z']);
    expect(before.stdout).toContain('0 verified cards');
    const csv = await ops(club.url, [...call, '--format', 'csv']);
    expect(csv.stdout).toMatch(/^place,player_id,player,/);
    const readsOf = async (named: string) =>
      (await patOn(club.url).json<{ reads: { what: string }[] }>(['audit', 'reads', '--subject', named])).reads;
    const reads = (await readsOf(`${course.courseId} ${busiest.day}`)).map(({ what }) => what);
    expect(reads).toEqual(['reads', ...Array<string>(5).fill('board')]);
    for (const named of [course.courseId.toUpperCase(), course.name, course.golflinkCourseId]) {
      expect(await readsOf(` ${named}  ${busiest.day}`)).toContainEqual(expect.objectContaining({ what: 'board' }));
    }
  });

  it.each<[string[], number, string]>([
    [['Nowhere', '2026-03-01'], 1, "There is no course 'Nowhere'"],
    [['', 'yesterday'], 2, "'yesterday' is not a date"],
    [['', '2026-03-01', '--at', '2999-03-01 12:00'], 2, "'2999-03-01 12:00' is in the future"],
  ])('is refused for the arguments %j', async ([course, ...rest], code, words) => {
    const call = ['audit', 'board', course || (filled.courses[0]?.name ?? ''), ...rest];
    expect(await ops(club.url, call)).toEqual(refusal(words, code));
  });

  it.each<[string, (event: RecordedEvent) => RecordedEvent[], RegExp]>([
    ['cannot be read', (event) => [{ ...event, type: 'HandicapDreamt' }], /HandicapDreamt .* has an unknown type/],
    ['is missing', () => [], /^The leaderboard cannot .* event \d+ of match-.*, is missing/],
  ])('is refused when an event %s', async (_, change, words) => {
    const store = new MemoryEventStore();
    const { courses } = await fillLog(store, { seed: 3, events: 100 });
    const [event] = (await wholeLog(store)).filter(({ type }) => type === 'HandicapSet');
    const reading = { signal: new AbortController().signal, progress: new Progress(false) };
    const changed = {
      readAll: async (...args: Parameters<typeof store.readAll>) =>
        (await store.readAll(...args)).flatMap((one) => (one.id === event?.id ? change(one) : one)),
    };
    const all = courses.map(({ courseId }) =>
      matchesOf(Object.assign(Object.create(store), changed), { courseId, day: '2026-03-01', at: '2027' }, reading),
    );
    const refusals = (await Promise.allSettled(all)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals).toEqual([expect.objectContaining({ message: expect.stringMatching(words) })]);
  });
});

/** The log cut into stretches, each ending where the next event was recorded later. */
function stretches(events: readonly RecordedEvent[], count: number): RecordedEvent[][] {
  const all: RecordedEvent[][] = [[]];
  for (const [i, event] of events.entries()) {
    const here = all.at(-1) ?? [];
    const later = event.metadata.recordedAt > (events[i - 1]?.metadata.recordedAt ?? '');
    if (later && here.length >= events.length / count) all.push([event]);
    else here.push(event);
  }
  return all;
}
