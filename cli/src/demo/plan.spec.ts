import { courseDay, plusDays, weekdayOf } from '@fairmark/events';
import { demoCourse, demoCourses } from '@fairmark/server/testing/courses';
import { competitionsOf, matchesOf, timetable, type Plan, type Script } from './plan.js';
import type { Step } from './script.js';

const HANDICAPS = [12.4, 22.1, 5.5, -1.8, 30.2, 17.7, 9.1, 54, 26.4, 41, -10.9, 19.3];
const CALLS =
  `POST create,POST invite,DELETE invite,PUT invite,POST ready,PUT marker,POST start,POST leave-lobby,POST score,
POST verify,DELETE verify,DELETE round`.split(/,\s*/);
const DAYS = Array.from({ length: 42 }, (_, i) => plusDays('2026-10-10', i));

const [club = demoCourse('20990'), ...others] = demoCourses();
const golfers = HANDICAPS.map((handicap, i) => {
  return { id: `golfer ${i}`, handicap, gender: i % 3 === 1 ? 'FEMALE' : 'MALE', token: '' } as const;
});
const demo: Plan = { golfers, club, others, now: Date.parse('2026-12-01') };
const days = DAYS.map((day) => matchesOf(demo, day, false));
const matches = days.flat();
const callOf = ({ call }: Step): string => `${call.split(' ')[0]} ${call.split('/').at(-1)}`;
const kindOf = ({ steps }: Script) => steps[0]!.body as { course: string; playType: string; matchType: string };
const slotOf = ({ name }: Script): string => name.split('-').at(-1)!;
/** Every player takes a handicap. */
const playersOf = ({ steps }: Script): string[] => [
  ...new Set(steps.filter((step) => callOf(step) === 'POST ready').map(({ by }) => by.id)),
];
test('the steps planned for today are the first steps of that day once it is over', () => {
  for (const day of DAYS) {
    const later = new Map(matchesOf(demo, day, false).map((match) => [match.name, match]));
    for (const { name, stream, steps } of matchesOf(demo, day, true)) {
      const whole = later.get(name);
      // Matches left open today exist only while the day is today.
      if (whole === undefined) continue;
      expect(whole.stream).toBe(stream);
      expect(whole.steps.slice(0, steps.length)).toEqual(steps);
    }
  }
});

test('a golfer plays once a day, and rests the day after a round that may stay open', () => {
  for (const day of DAYS) {
    const competing = matchesOf(demo, day, true).filter((match) => slotOf(match) !== 'practice');
    const players = competing.flatMap(playersOf);
    expect(new Set(players).size).toBe(players.length);
    const left = competing.filter((match) => slotOf(match) === 'later').flatMap(playersOf);
    const tomorrow = matchesOf(demo, plusDays(day, 1), true).flatMap(playersOf);
    expect(tomorrow.filter((golfer) => left.includes(golfer))).toEqual([]);
  }
});

test('six weeks cover every call, answer, format, group size and course', () => {
  expect(new Set(matches.flatMap(({ steps }) => steps.map(callOf)))).toEqual(new Set(CALLS));
  const answers = matches.flatMap(({ steps }) => steps.filter((step) => callOf(step) === 'PUT invite'));
  expect(new Set(answers.map(({ body }) => (body as { status: string }).status))).toEqual(
    new Set(['ACCEPTED', 'DENIED']),
  );
  const refused = new Set(matches.flatMap(({ steps }) => steps.map((step) => step.refused)));
  expect(refused).toEqual(new Set([null, 'SCORES_DONT_MATCH', 'ROUND_NOT_COMPLETE_BY_MARKER']));
  const formats = new Set(matches.map(kindOf).map(({ playType, matchType }) => `${playType} ${matchType}`));
  expect(formats.size).toBe(4);
  expect(new Set(matches.map((match) => playersOf(match).length))).toEqual(new Set([1, 2, 3]));
  expect(new Set(matches.map((match) => kindOf(match).course)).size).toBe(9);
  expect(matches.some(({ steps }) => steps.some(({ body }) => 'noScore' in body))).toBe(true);
});

test('two competitions run, one of them in its fourth week or later, and some players are yet to play', () => {
  for (const today of DAYS) {
    const running = competitionsOf(demo, today).map(({ name, steps }) => ({ day: name.split(', ')[1]!, steps }));
    const ages = running.map(({ day }) => (Date.parse(today) - Date.parse(day)) / 86_400_000);
    expect(ages.filter((age) => age >= 21 && age < 42)).toHaveLength(1);
    expect(ages.filter((age) => age >= 0 && age < 21)).toHaveLength(1);
    const played = running.map(({ day, steps }) => {
      const { days } = steps[0]!.body as { days: string[] };
      const counting = DAYS.filter((one) => one >= day && one <= today && days.includes(weekdayOf(one)));
      return new Set(counting.flatMap((one) => matchesOf(demo, one, false)).flatMap(playersOf)).size;
    });
    expect(Math.min(...played)).toBeLessThan(HANDICAPS.length);
  }
});

test('a competition is created on the morning of its first day, or now if that is in the future', () => {
  const begins = Date.parse('2026-10-25T19:00:00.000Z');
  const at = (now: number, timeZone: string, minute: number) =>
    competitionsOf({ ...demo, club: { ...demo.club, timeZone }, now }, '2026-10-26')[0]!.at!(minute).getTime();
  expect(at(begins + 60_000, 'Australia/Melbourne', 0)).toBe(begins);
  expect(at(begins - 3_600_000, club.timeZone, 5)).toBe(begins - 3_600_000);
});

const MELBOURNE = 'Australia/Melbourne';
const PERTH = 'Australia/Perth';
/** Midnight in Melbourne. */
const BEGINS = Date.parse('2026-11-20T13:00:00Z');

describe('a round of four hours that tees off at 7:20', () => {
  const steps = [
    { call: 'POST /api/match/start', minute: -5 },
    { call: 'POST /api/match/score', minute: 240 },
  ];
  const round = (day = '2026-11-21', timeZone = MELBOURNE) => ({ day, course: { timeZone }, teeOff: 440, steps });
  const hours = (count: number): number => BEGINS + count * 3_600_000;

  test('is played at its tee time once the day is over', () => {
    const at = timetable(round(), hours(30));
    expect(at?.(0).toISOString()).toBe('2026-11-20T20:20:00.000Z');
    expect(at?.(-30).toISOString()).toBe('2026-11-20T19:50:00.000Z');
  });

  // Days of 23 and 25 hours.
  test.each([
    ['2026-10-04', '2026-10-03T20:20:00.000Z'],
    ['2026-04-05', '2026-04-04T21:20:00.000Z'],
  ])('tees off at 7:20 on %s too, when the clocks change', (day, teeOff) => {
    expect(timetable(round(day), BEGINS)?.(0).toISOString()).toBe(teeOff);
  });

  test('is over by now, and on its own day, whatever the hour now', () => {
    for (const now of [hours(0) + 1, hours(0.01), hours(1), hours(4.5), hours(9), hours(12), hours(23.9)]) {
      const at = timetable(round(), now);
      expect(courseDay({ timeZone: MELBOURNE }, at?.(-5).toISOString() ?? '')).toBe('2026-11-21');
      expect(at?.(240).getTime()).toBeLessThanOrEqual(now);
    }
  });

  test('is not played before its day has begun at the course', () => {
    expect(timetable(round('2026-11-21', PERTH), hours(1))).toBeNull();
    expect(timetable(round('2026-11-21', PERTH), hours(4))).not.toBeNull();
  });
});

test('the steps of a lobby without a tee time end now', () => {
  const now = BEGINS + 7_200_000;
  const steps = [{ call: 'POST /api/match/create', minute: -20 }];
  const at = timetable({ day: '2026-11-21', course: { timeZone: MELBOURNE }, teeOff: null, steps }, now);
  expect(at?.(-20).getTime()).toBe(now);
});
