import {
  type CompetitionAnswer,
  type CurrentMatchAnswer,
  type DailyResultsAnswer,
  type HistoryAnswer,
  type LeaderboardRow,
} from '@fairmark/contract';
import { courseId } from '@fairmark/server/courses/import/save-courses';
import type { CourseInput } from '@fairmark/server/courses/course-file';
import { coursesOf, DEMO_COURSES } from '@fairmark/server/testing/courses';
import { joining, ready, Stage, type Player } from '../testing/stage.js';

/**
 * Days at courses in Australia, over HTTP, when clocks change. In 2026 they do so on 5 April (at 3:00 it is 2:00
 * again) and on 4 October (at 2:00 it is 3:00), on Lord Howe Island by half an hour. The rules themselves are in
 * course-day.spec.ts and competition.window.spec.ts.
 */

type Place = Pick<CourseInput, 'state' | 'timeZone'>;

const PLACES = {
  Sydney: { state: 'NSW' },
  'Broken Hill': { state: 'NSW', timeZone: 'Australia/Broken_Hill' },
  'Lord Howe': { state: 'NSW', timeZone: 'Australia/Lord_Howe' },
} satisfies Record<string, Place>;
type PlaceName = keyof typeof PLACES;

const HOUR_MS = 3_600_000;
const later = (moment: string, ms: number): string => new Date(Date.parse(moment) + ms).toISOString();
const courseAt = (place: PlaceName): string => courseId(String(70_000 + Object.keys(PLACES).indexOf(place)));

/** Sessions expire by this clock and by the machine's: signed in late, they outlast both. */
const SIGN_IN = '2099-01-01T00:00:00.000Z';
let now = SIGN_IN;
const stage = Stage.forSuite({ clock: () => new Date(now) });
beforeEach(() => {
  now = SIGN_IN;
});
const [ann, ben, cat, dan] = stage.cast(4);
const others = [cat, dan];

beforeAll(async () => {
  const [demo] = coursesOf(DEMO_COURSES);
  const courses = Object.entries(PLACES).map(([name, place], at) => ({
    ...demo!,
    ...place,
    name,
    golflinkCourseId: String(70_000 + at),
  }));
  await stage.api.saves(...courses);
}, 60_000);

/** The host creates and starts the match; the others join without the api. */
async function startsAt(place: PlaceName, moment: string, [host, ...guests]: Player[] = [ann, ben]): Promise<string> {
  now = moment;
  if (host === undefined) throw new Error('A match has a host');
  const matchId = await host.creates({ course: courseAt(place) });
  await stage.happens(matchId, [...guests.flatMap((guest) => joining(host, guest)), ...[host, ...guests].map(ready)]);
  await host.does('POST', '/api/match/start', { matchId });
  return matchId;
}

/** Two golfers fill both sides of both cards, and sign them at the given time. */
async function playsTo(matchId: string, signed: string, players: Player[] = [ann, ben]): Promise<void> {
  for (const player of players) for (const { id } of players) await player.enters(matchId, id);
  now = signed;
  for (const player of players) await player.does('POST', `/api/match/${matchId}/verify`, {});
}

test('the day of a round is that of its start, not of its lobby', async () => {
  now = '2026-10-04T12:50:00.000Z';
  const matchId = await stage.lobby([ann, ben], { course: courseAt('Sydney') });
  for (const player of [ann, ben]) await player.readies(matchId);
  expect((await ann.match(matchId)).match.day).toBeNull();
  now = '2026-10-04T13:00:00.000Z';
  await ann.does('POST', '/api/match/start', { matchId });
  expect((await ann.match(matchId)).match).toMatchObject({ startedAt: now, day: '2026-10-05' });
});

test('a day of results is the course’s day, and a round stays on the day of its start', async () => {
  // Started in the last minute of the short Sunday, signed after midnight.
  const [start, day] = ['2026-10-04T13:29:00.000Z', '2026-10-04'];
  const matchId = await startsAt('Broken Hill', start);
  await playsTo(matchId, later(start, HOUR_MS));
  const board = (of = '') =>
    ann.sees<DailyResultsAnswer>(`/api/mothership/daily-results?course=${courseAt('Broken Hill')}&sort=par${of}`);
  const players = (rounds: LeaderboardRow[]) => rounds.map(({ player }) => player.id).toSorted();
  const both = [ann.id, ben.id].toSorted();
  now = later(start, 59_999);
  const today = await board();
  expect([today.day, players(today.rounds)]).toEqual([day, both]);
  now = later(start, 60_000);
  expect(await board()).toMatchObject({ day: '2026-10-05', rounds: [] });
  expect(players((await board(`&day=${day}`)).rounds)).toEqual(both);
  const { rounds } = await ann.sees<HistoryAnswer>('/api/mothership/history');
  expect(rounds.map(({ userRound }) => [userRound.matchId, userRound.day])).toEqual([[matchId, day]]);
});

test.each([
  ['forward', '2026-10-03T15:00:00.000Z'],
  ['back', '2026-04-04T15:00:00.000Z'],
])('twenty-four hours of a lobby and of a round are real hours when clocks are put %s', async (_, opened) => {
  const round = await startsAt('Sydney', opened);
  const lobby = await stage.lobby(others, { course: courseAt('Sydney') });
  const current = () =>
    Promise.all(
      [ann, cat].map(async (player) => {
        const answer = await player.sees<CurrentMatchAnswer>('/api/match/current');
        return answer.current?.matchId ?? null;
      }),
    );
  now = later(opened, 24 * HOUR_MS - 1);
  expect(await current()).toEqual([round, lobby]);
  now = later(opened, 24 * HOUR_MS);
  expect(await current()).toEqual([null, null]);
  expect((await cat.match(lobby)).match).toMatchObject({ ended: true, endReason: 'EXPIRED' });
  expect((await ann.scores(round, 1, 4)).status).toBe(200);
});

test('a competition counts cards of its last day until the end of the next, when clocks are put back', async () => {
  now = '2026-03-08T01:00:00.000Z';
  const { id } = await ann.hosts(courseAt('Lord Howe'), ann, ...others);
  const lastDay = '2026-04-04T03:00:00.000Z';
  await playsTo(await startsAt('Lord Howe', lastDay), '2026-04-05T13:29:59.999Z');
  await playsTo(await startsAt('Lord Howe', lastDay, others), '2026-04-05T13:30:00.000Z', others);
  const { rounds } = await ann.sees<CompetitionAnswer>(`/api/competitions/${id}`);
  const counting = rounds.filter(({ contributingRounds }) => contributingRounds > 0);
  expect(counting.map(({ player }) => player.id)).toEqual([ann.id]);
});
