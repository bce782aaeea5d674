import { courseDay } from '@fairmark/events';
import { timetable, weekdayOf } from './timetable.js';

const MELBOURNE = 'Australia/Melbourne';
const PERTH = 'Australia/Perth';
/** Midnight in Melbourne. */
const BEGINS = Date.parse('2026-11-20T13:00:00Z');

test('days of the week are those of the calendar', () => {
  expect(weekdayOf('2026-11-21')).toBe(6);
  expect(weekdayOf('2026-11-22')).toBe(0);
});

describe('a round of four hours that tees off at 7:20', () => {
  const round = { teeOff: 440, startMinute: -5, lastMinute: 240 };
  const today = { day: '2026-11-21', timeZone: MELBOURNE };
  const hours = (count: number): number => BEGINS + count * 3_600_000;

  test('is played at its hour once the day is over', () => {
    const times = timetable(today, round, hours(30));
    expect(times?.at(0).toISOString()).toBe('2026-11-20T20:20:00.000Z');
    expect(times?.at(-30).toISOString()).toBe('2026-11-20T19:50:00.000Z');
  });

  // Days of 23 and 25 hours.
  test.each([
    ['2026-10-04', '2026-10-03T20:20:00.000Z'],
    ['2026-04-05', '2026-04-04T21:20:00.000Z'],
  ])('tees off at 7:20 on %s as well, when the clocks change', (day, teeOff) => {
    const times = timetable({ day, timeZone: MELBOURNE }, round, BEGINS);
    expect(times?.at(0).toISOString()).toBe(teeOff);
  });

  test('is over by now, on its own day, at whatever hour somebody asks', () => {
    for (const now of [hours(0) + 1, hours(0.01), hours(1), hours(4.5), hours(9), hours(12), hours(23.9)]) {
      const times = timetable(today, round, now);
      const started = times?.at(round.startMinute).toISOString() ?? '';
      expect(courseDay(today, started)).toBe(today.day);
      expect(times?.at(240).getTime()).toBeLessThanOrEqual(now);
    }
  });

  test('is not played on a day that has not begun there', () => {
    expect(timetable({ day: today.day, timeZone: PERTH }, round, hours(1))).toBeNull();
    expect(timetable({ day: today.day, timeZone: PERTH }, round, hours(4))).not.toBeNull();
  });
});

test('what is happening in a lobby now ends now', () => {
  const now = BEGINS + 7_200_000;
  const times = timetable(
    { day: '2026-11-21', timeZone: MELBOURNE },
    { teeOff: 48 * 60, startMinute: 0, lastMinute: -20 },
    now,
  );
  expect(times?.at(-20).getTime()).toBe(now);
});
