import { courseDay } from '@fairmark/events';
import { timetable } from './timetable.js';

const MELBOURNE = 'Australia/Melbourne';
const PERTH = 'Australia/Perth';
/** Midnight in Melbourne. */
const BEGINS = Date.parse('2026-11-20T13:00:00Z');

describe('a round of four hours that tees off at 7:20', () => {
  const steps = [
    { path: '/api/match/start', minute: -5 },
    { path: '/api/match/score', minute: 240 },
  ];
  const round = (day = '2026-11-21', timeZone = MELBOURNE) => ({ day, course: { timeZone }, teeOff: 440, steps });
  const hours = (count: number): number => BEGINS + count * 3_600_000;

  test('is played at its hour once the day is over', () => {
    const at = timetable(round(), hours(30));
    expect(at?.(0).toISOString()).toBe('2026-11-20T20:20:00.000Z');
    expect(at?.(-30).toISOString()).toBe('2026-11-20T19:50:00.000Z');
  });

  // Days of 23 and 25 hours.
  test.each([
    ['2026-10-04', '2026-10-03T20:20:00.000Z'],
    ['2026-04-05', '2026-04-04T21:20:00.000Z'],
  ])('tees off at 7:20 on %s as well, when the clocks change', (day, teeOff) => {
    expect(timetable(round(day), BEGINS)?.(0).toISOString()).toBe(teeOff);
  });

  test('is over by now, on its own day, at whatever hour somebody asks', () => {
    for (const now of [hours(0) + 1, hours(0.01), hours(1), hours(4.5), hours(9), hours(12), hours(23.9)]) {
      const at = timetable(round(), now);
      expect(courseDay({ timeZone: MELBOURNE }, at?.(-5).toISOString() ?? '')).toBe('2026-11-21');
      expect(at?.(240).getTime()).toBeLessThanOrEqual(now);
    }
  });

  test('is not played on a day that has not begun there', () => {
    expect(timetable(round('2026-11-21', PERTH), hours(1))).toBeNull();
    expect(timetable(round('2026-11-21', PERTH), hours(4))).not.toBeNull();
  });
});

test('what is happening in a lobby now ends now', () => {
  const now = BEGINS + 7_200_000;
  const steps = [{ path: '/api/match/create', minute: -20 }];
  const at = timetable({ day: '2026-11-21', course: { timeZone: MELBOURNE }, teeOff: null, steps }, now);
  expect(at?.(-20).getTime()).toBe(now);
});
