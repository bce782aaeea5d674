import {
  type CompetitionAnswer,
  type CompetitionChangedAnswer,
  type CurrentMatchAnswer,
  type DailyResultsAnswer,
  type HistoryAnswer,
  type LeaderboardRow,
} from '@fairmark/contract';
import { courseId } from '@fairmark/server/courses/import/save-courses';
import type { CourseInput } from '@fairmark/server/courses/course-file';
import { coursesOf, DEMO_COURSES } from '@fairmark/server/testing/courses';
import { joining, ready, Stage, type Player } from '../testing/stage.js';
import { expectRefusal } from '../testing/api.js';

/**
 * Days as the courses of Australia count them, over HTTP, on the days of 2026 that have 23 or 25 hours in New South Wales,
 * Victoria, South Australia, Tasmania and the ACT, and 24 elsewhere: 5 April (at 3:00 it is 2:00 again) and 4 October (at 2:00
 * it is 3:00). Lord Howe Island moves its clocks by half an hour.
 */

type Place = Pick<CourseInput, 'state' | 'timeZone'>;

const PLACES = {
  Sydney: { state: 'NSW' },
  Canberra: { state: 'ACT' },
  Melbourne: { state: 'VIC' },
  Adelaide: { state: 'SA' },
  Hobart: { state: 'TAS' },
  Brisbane: { state: 'QLD' },
  Perth: { state: 'WA' },
  Darwin: { state: 'NT' },
  'Broken Hill': { state: 'NSW', timeZone: 'Australia/Broken_Hill' },
  Eucla: { state: 'WA', timeZone: 'Australia/Eucla' },
  'Lord Howe': { state: 'NSW', timeZone: 'Australia/Lord_Howe' },
} satisfies Record<string, Place>;
type PlaceName = keyof typeof PLACES;

const HOUR_MS = 3_600_000;
const later = (moment: string, ms: number): string => new Date(Date.parse(moment) + ms).toISOString();
const courseAt = (place: PlaceName): string => courseId(String(70_000 + Object.keys(PLACES).indexOf(place)));

/** Sessions last for thirty days by this clock and by the machine's own: they begin late and end later. */
const SIGN_IN = '2099-01-01T00:00:00.000Z';
let now = SIGN_IN;
const stage = Stage.forSuite({ clock: () => new Date(now) });
beforeEach(() => {
  now = SIGN_IN;
});
const [ann, ben, ...others] = stage.cast(4);

beforeAll(async () => {
  const [demo] = coursesOf(DEMO_COURSES);
  const courses = Object.entries(PLACES).map(([name, place], at) => ({
    ...demo!,
    ...place,
    name,
    golflinkCourseId: String(70_000 + at),
  }));
  await stage.saves(...courses);
}, 60_000);

/** The host creates and starts the match; the others come in without the api. */
async function startsAt(place: PlaceName, moment: string, [host, ...guests] = [ann, ben]): Promise<string> {
  now = moment;
  if (host === undefined) throw new Error('A match has a host');
  const matchId = await host.creates({ course: courseAt(place) });
  await stage.happens(matchId, [...guests.flatMap((guest) => joining(host, guest)), ...[host, ...guests].map(ready)]);
  await host.does('POST', '/api/match/start', { matchId });
  return matchId;
}

/** Two golfers fill both sides of both cards, and sign them at a moment. */
async function playsTo(matchId: string, signed: string, players = [ann, ben]): Promise<void> {
  for (const player of players) for (const { id } of players) await player.enters(matchId, id);
  now = signed;
  for (const player of players) await player.does('POST', `/api/match/${matchId}/verify`, {});
}

async function see<Body>(player: Player, path: string): Promise<Body> {
  const [position, log] = [await stage.store.head(), await stage.store.logId()];
  const answer = await player.does<Body & { stale?: boolean }>(
    'GET',
    `${path}${path.includes('?') ? '&' : '?'}position=${position}&log=${log}`,
  );
  expect(answer.stale).not.toBe(true);
  return answer;
}

describe('the day of a round', () => {
  test.each<[PlaceName, string, string, string]>([
    // 23 hours.
    ['Sydney', 'the last moment before its day', '2026-10-03T13:59:59.999Z', '2026-10-03'],
    ['Sydney', '0:00', '2026-10-03T14:00:00.000Z', '2026-10-04'],
    ['Sydney', '1:59:59, before the gap', '2026-10-03T15:59:59.999Z', '2026-10-04'],
    ['Sydney', '3:00, where 2:30 would have been', '2026-10-03T16:30:00.000Z', '2026-10-04'],
    ['Sydney', '23:59:59', '2026-10-04T12:59:59.999Z', '2026-10-04'],
    ['Sydney', '0:00 of the next day', '2026-10-04T13:00:00.000Z', '2026-10-05'],
    // 25 hours.
    ['Sydney', '0:00', '2026-04-04T13:00:00.000Z', '2026-04-05'],
    ['Sydney', '2:30', '2026-04-04T15:30:00.000Z', '2026-04-05'],
    ['Sydney', '2:30 for the second time', '2026-04-04T16:30:00.000Z', '2026-04-05'],
    ['Sydney', '23:59:59', '2026-04-05T13:59:59.999Z', '2026-04-05'],
    ['Sydney', '0:00 of the next day', '2026-04-05T14:00:00.000Z', '2026-04-06'],
    // The same moments elsewhere.
    ['Canberra', '0:30 of the next day', '2026-10-04T13:30:00.000Z', '2026-10-05'],
    ['Melbourne', '0:30 of the next day', '2026-10-04T13:30:00.000Z', '2026-10-05'],
    ['Hobart', '0:30 of the next day', '2026-10-04T13:30:00.000Z', '2026-10-05'],
    ['Adelaide', '0:00 of the next day', '2026-10-04T13:30:00.000Z', '2026-10-05'],
    ['Adelaide', '23:59:59', '2026-10-04T13:29:59.999Z', '2026-10-04'],
    ['Broken Hill', '0:00 of the next day', '2026-10-04T13:30:00.000Z', '2026-10-05'],
    ['Broken Hill', '23:45, when Sydney is a day on', '2026-10-04T13:15:00.000Z', '2026-10-04'],
    ['Lord Howe', '0:00 of the next day', '2026-10-04T13:00:00.000Z', '2026-10-05'],
    ['Lord Howe', '0:00 of the day of 24 and a half hours', '2026-04-04T13:00:00.000Z', '2026-04-05'],
    ['Lord Howe', '1:45 for the second time', '2026-04-04T15:15:00.000Z', '2026-04-05'],
    ['Lord Howe', '23:59:59', '2026-04-05T13:29:59.999Z', '2026-04-05'],
    ['Brisbane', '23:59:59', '2026-10-04T13:59:59.999Z', '2026-10-04'],
    ['Darwin', '23:59:59', '2026-10-04T14:29:59.999Z', '2026-10-04'],
    ['Perth', '23:59:59', '2026-10-04T15:59:59.999Z', '2026-10-04'],
    ['Eucla', '0:00 of the next day, when Perth is a day behind', '2026-10-04T15:15:00.000Z', '2026-10-05'],
    // Mornings in Australia are the evening before in UTC.
    ['Sydney', '7:30', '2026-11-13T20:30:00.000Z', '2026-11-14'],
    ['Perth', '7:30', '2026-11-13T23:30:00.000Z', '2026-11-14'],
    ['Perth', '8:00', '2026-11-14T00:00:00.000Z', '2026-11-14'],
  ])('%s, started at %s', async (place, _, moment, day) => {
    const { match } = await ann.match(await startsAt(place, moment));
    expect(match).toMatchObject({ startedAt: moment, day });
  });

  test('is none in the lobby, nor the day on which the lobby was opened', async () => {
    now = '2026-10-04T12:50:00.000Z';
    const matchId = await stage.lobby([ann, ben], { course: courseAt('Sydney') });
    for (const player of [ann, ben]) await player.readies(matchId);
    expect((await ann.match(matchId)).match.day).toBeNull();
    now = '2026-10-04T13:00:00.000Z';
    await ann.does('POST', '/api/match/start', { matchId });
    expect((await ann.match(matchId)).match.day).toBe('2026-10-05');
  });
});

describe('a day of results', () => {
  /** Started in the last minute of the long Sunday, signed after midnight. */
  test.each<[PlaceName, string, string]>([
    ['Sydney', '2026-04-05T13:59:00.000Z', '2026-04-05'],
    ['Broken Hill', '2026-10-04T13:29:00.000Z', '2026-10-04'],
    ['Perth', '2026-10-04T15:59:00.000Z', '2026-10-04'],
  ])('in %s: today is the course’s, and a round stays on the day of its start', async (place, start, day) => {
    const matchId = await startsAt(place, start);
    await playsTo(matchId, later(start, HOUR_MS));
    const board = (of = '') =>
      see<DailyResultsAnswer>(ann, `/api/mothership/daily-results?course=${courseAt(place)}&sort=par${of}`);
    const players = (rounds: LeaderboardRow[]) => rounds.map(({ player }) => player.id).toSorted();
    const both = [ann.id, ben.id].toSorted();
    now = later(start, 59_999);
    const today = await board();
    expect([today.day, players(today.rounds)]).toEqual([day, both]);
    now = later(start, 60_000);
    expect(await board()).toMatchObject({ day: later(`${day}T00:00:00Z`, 24 * HOUR_MS).slice(0, 10), rounds: [] });
    expect(players((await board(`&day=${day}`)).rounds)).toEqual(both);
    const { rounds } = await see<HistoryAnswer>(ann, '/api/mothership/history');
    expect(rounds.map(({ userRound }) => [userRound.matchId, userRound.day])).toEqual([[matchId, day]]);
  });
});

describe('twenty-four hours', () => {
  const CHANGES = [
    ['put forward', '2026-10-03T15:00:00.000Z'],
    ['put back', '2026-04-04T15:00:00.000Z'],
  ] as const;

  test.each(CHANGES)('of a lobby pass as they are when clocks are %s', async (_, opened) => {
    now = opened;
    const matchId = await stage.lobby([ann, ben], { course: courseAt('Sydney') });
    for (const player of [ann, ben]) await player.readies(matchId);
    const current = async () => (await see<CurrentMatchAnswer>(ann, '/api/match/current')).current?.matchId ?? null;
    now = later(opened, 24 * HOUR_MS - 1);
    expect(await current()).toBe(matchId);
    expect((await ann.match(matchId)).match.ended).toBe(false);
    now = later(opened, 24 * HOUR_MS);
    expect(await current()).toBeNull();
    expect((await ann.match(matchId)).match).toMatchObject({ ended: true, endReason: 'EXPIRED' });
    expectRefusal(await ann.call('POST', '/api/match/start', { matchId }), 'MATCH_ENDED');
  });

  test.each(CHANGES)('of a round pass as they are when clocks are %s', async (_, started) => {
    const matchId = await startsAt('Sydney', started);
    const current = async () => (await see<CurrentMatchAnswer>(ann, '/api/match/current')).current?.matchId ?? null;
    now = later(started, 24 * HOUR_MS - 1);
    expect(await current()).toBe(matchId);
    now = later(started, 24 * HOUR_MS);
    expect(await current()).toBeNull();
    expect((await ann.scores(matchId, 1, 4)).status).toBe(200);
  });
});

describe('a competition', () => {
  const creates = async (place: PlaceName, created: string) => {
    now = created;
    const { competition } = await ann.does<CompetitionChangedAnswer>('POST', '/api/competitions', {
      competitionName: 'Ringers',
      competitionType: 'ECLECTIC',
      course: courseAt(place),
      duration: 4,
      days: ['Saturday', 'Sunday', 'Monday'],
      players: [ann.id, ben.id],
    });
    return competition;
  };

  test.each<[PlaceName, string, object]>([
    // Four weeks with 4 October in the middle, at the end, as the day after, and as the first day.
    [
      'Sydney',
      '2026-09-19T20:00:00.000Z',
      { startDate: '2026-09-20', endDate: '2026-10-17', verifiedBefore: '2026-10-18T13:00:00.000Z' },
    ],
    [
      'Sydney',
      '2026-09-06T14:00:00.000Z',
      { startDate: '2026-09-07', endDate: '2026-10-04', verifiedBefore: '2026-10-05T13:00:00.000Z' },
    ],
    [
      'Sydney',
      '2026-09-06T13:59:59.999Z',
      { startDate: '2026-09-06', endDate: '2026-10-03', verifiedBefore: '2026-10-04T13:00:00.000Z' },
    ],
    [
      'Sydney',
      '2026-10-03T14:00:00.000Z',
      { startDate: '2026-10-04', endDate: '2026-10-31', verifiedBefore: '2026-11-01T13:00:00.000Z' },
    ],
    // The same with 5 April.
    [
      'Sydney',
      '2026-03-09T01:00:00.000Z',
      { startDate: '2026-03-09', endDate: '2026-04-05', verifiedBefore: '2026-04-06T14:00:00.000Z' },
    ],
    [
      'Sydney',
      '2026-03-08T01:00:00.000Z',
      { startDate: '2026-03-08', endDate: '2026-04-04', verifiedBefore: '2026-04-05T14:00:00.000Z' },
    ],
    [
      'Lord Howe',
      '2026-03-08T01:00:00.000Z',
      { startDate: '2026-03-08', endDate: '2026-04-04', verifiedBefore: '2026-04-05T13:30:00.000Z' },
    ],
    [
      'Broken Hill',
      '2026-09-06T01:00:00.000Z',
      { startDate: '2026-09-06', endDate: '2026-10-03', verifiedBefore: '2026-10-04T13:30:00.000Z' },
    ],
    [
      'Brisbane',
      '2026-09-06T01:00:00.000Z',
      { startDate: '2026-09-06', endDate: '2026-10-03', verifiedBefore: '2026-10-04T14:00:00.000Z' },
    ],
    [
      'Eucla',
      '2026-09-06T01:00:00.000Z',
      { startDate: '2026-09-06', endDate: '2026-10-03', verifiedBefore: '2026-10-04T15:15:00.000Z' },
    ],
  ])('in %s, created at %s', async (place, created, expected) => {
    const { id, ...competition } = await creates(place, created);
    expect(competition).toMatchObject({ weeksPlayed: 0, isFinished: false, ...expected });
    const { verifiedBefore } = expected as { verifiedBefore: string };
    now = later(verifiedBefore, -1);
    expect((await see<CompetitionAnswer>(ann, `/api/competitions/${id}`)).competition.isFinished).toBe(false);
    now = verifiedBefore;
    expect((await see<CompetitionAnswer>(ann, `/api/competitions/${id}`)).competition.isFinished).toBe(true);
    const change = await ann.call('PUT', `/api/competitions/${id}`, { players: [ann.id] });
    expectRefusal(change, 'COMPETITION_FINISHED');
  });

  test('counts cards of its last day until the end of the next, when clocks on Lord Howe are put back', async () => {
    const { id } = await creates('Lord Howe', '2026-03-08T01:00:00.000Z');
    await ann.does('PUT', `/api/competitions/${id}`, { players: [ann, ...others].map((player) => player.id) });
    const lastDay = '2026-04-04T03:00:00.000Z';
    await playsTo(await startsAt('Lord Howe', lastDay), '2026-04-05T13:29:59.999Z');
    await playsTo(await startsAt('Lord Howe', lastDay, others), '2026-04-05T13:30:00.000Z', others);
    const { rounds } = await see<CompetitionAnswer>(ann, `/api/competitions/${id}`);
    const counting = rounds.filter(({ contributingRounds }) => contributingRounds > 0);
    expect(counting.map(({ player }) => player.id)).toEqual([ann.id]);
  });

  test('weeks pass at midnight, with a clock change in between as without', async () => {
    const { id } = await creates('Sydney', '2026-09-27T01:00:00.000Z');
    const weeks = async (moment: string) => {
      now = moment;
      return (await see<CompetitionAnswer>(ann, `/api/competitions/${id}`)).competition.weeksPlayed;
    };
    expect(await weeks('2026-10-03T13:59:59.999Z')).toBe(0);
    expect(await weeks('2026-10-03T14:00:00.000Z')).toBe(1);
    expect(await weeks('2026-10-10T12:59:59.999Z')).toBe(1);
    expect(await weeks('2026-10-10T13:00:00.000Z')).toBe(2);
  });
});
