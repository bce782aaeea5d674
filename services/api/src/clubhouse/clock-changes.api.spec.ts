import type { DailyResultsAnswer, HistoryAnswer, LeaderboardRow } from '@fairmark/contract';
import { courseId } from '@fairmark/server/courses/import/import-courses';
import { Stage } from '../testing/stage.js';

/**
 * Days at a course in Broken Hill, over HTTP: on 4 October 2026 at 2:00 it is 3:00. The rules themselves are in
 * course-day.spec.ts and competition.window.spec.ts.
 */

const COURSE = courseId('70000');
let now = '2026-10-03T00:00:00.000Z';
const stage = Stage.forSuite({ clock: () => new Date(now) });
const [ann, ben] = stage.cast(2);

beforeAll(() => stage.api.copies({ state: 'NSW', timeZone: 'Australia/Broken_Hill', golflinkCourseId: '70000' }));

test('a day of results is the course’s day, and a round stays on the day of its start, not of its lobby', async () => {
  // Made in the evening of Saturday, started in the last minute of the short Sunday, signed after midnight.
  now = '2026-10-03T14:00:00.000Z';
  const matchId = await stage.lobby([ann, ben], { course: COURSE });
  for (const player of [ann, ben]) await player.readies(matchId);
  expect((await ann.match(matchId)).match.day).toBeNull();
  now = '2026-10-04T13:29:00.000Z';
  const day = '2026-10-04';
  await ann.does('POST', '/api/match/start', { matchId });
  expect((await ann.match(matchId)).match).toMatchObject({ startedAt: now, day });
  await stage.bothCards(matchId, [ann, ben]);
  now = '2026-10-04T14:29:00.000Z';
  for (const player of [ann, ben]) await player.signs(matchId);

  const board = (of = '') =>
    ann.sees<DailyResultsAnswer>(`/api/mothership/daily-results?course=${COURSE}&sort=par${of}`);
  const players = (rounds: LeaderboardRow[]) => rounds.map(({ player }) => player.id).toSorted();
  const both = [ann.id, ben.id].toSorted();
  now = '2026-10-04T13:29:59.999Z';
  const today = await board();
  expect([today.day, players(today.rounds)]).toEqual([day, both]);
  now = '2026-10-04T13:30:00.000Z';
  expect(await board()).toMatchObject({ day: '2026-10-05', rounds: [] });
  expect(players((await board(`&day=${day}`)).rounds)).toEqual(both);
  const { rounds } = await ann.sees<HistoryAnswer>('/api/mothership/history');
  expect(rounds.map(({ userRound }) => [userRound.matchId, userRound.day])).toEqual([[matchId, day]]);
});
