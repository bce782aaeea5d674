import { courseDay } from '@fairmark/events';
import { midnight, plusDays, timetable, weekdayOf } from './timetable.js';

const MELBOURNE = 'Australia/Melbourne';
const PERTH = 'Australia/Perth';
const at = (moment: string): number => Date.parse(moment);

test('a date begins when the clocks of its course say so, in summer and winter, and on the days on which they change', () => {
  expect(midnight('2026-01-15', MELBOURNE)).toBe(at('2026-01-14T13:00:00Z'));
  expect(midnight('2026-07-15', MELBOURNE)).toBe(at('2026-07-14T14:00:00Z'));
  expect(midnight('2026-10-04', MELBOURNE)).toBe(at('2026-10-03T14:00:00Z'));
  expect(midnight('2026-10-05', MELBOURNE)).toBe(at('2026-10-04T13:00:00Z'));
  expect(midnight('2026-11-21', PERTH)).toBe(at('2026-11-20T16:00:00Z'));
  expect(midnight('2026-11-21', 'Australia/Adelaide')).toBe(at('2026-11-20T13:30:00Z'));
});

test('days are counted by the calendar', () => {
  expect(plusDays('2026-02-27', 2)).toBe('2026-03-01');
  expect(plusDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(weekdayOf('2026-11-21')).toBe(6);
});

describe('a round of four hours that tees off at 7:20', () => {
  const round = { teeOff: 440, lastMinute: 240 };
  const today = { day: '2026-11-21', timeZone: MELBOURNE };
  const begins = midnight(today.day, MELBOURNE);
  const hours = (count: number): number => begins + count * 3_600_000;

  test('is played at its hour once the day is over', () => {
    const times = timetable(today, round, hours(30));
    expect(times?.at(0).toISOString()).toBe('2026-11-20T20:20:00.000Z');
    expect(times?.at(-30).toISOString()).toBe('2026-11-20T19:50:00.000Z');
  });

  test('is over by now, on its own day, at whatever hour somebody asks', () => {
    for (const now of [hours(0) + 1, hours(0.01), hours(1), hours(4.5), hours(9), hours(12), hours(23.9)]) {
      const times = timetable(today, round, now);
      const teeOff = times?.at(0).toISOString() ?? '';
      expect(courseDay(today, teeOff)).toBe(today.day);
      expect(times?.at(240).getTime()).toBeLessThanOrEqual(now);
    }
  });

  test('is not played on a day that has not begun there', () => {
    expect(timetable({ day: today.day, timeZone: PERTH }, round, hours(1))).toBeNull();
    expect(timetable({ day: today.day, timeZone: PERTH }, round, hours(4))).not.toBeNull();
  });
});

test('what is happening in a lobby now ends now', () => {
  const now = midnight('2026-11-21', MELBOURNE) + 7_200_000;
  const times = timetable({ day: '2026-11-21', timeZone: MELBOURNE }, { teeOff: 48 * 60, lastMinute: -20 }, now);
  expect(times?.at(-20).getTime()).toBe(now);
});
