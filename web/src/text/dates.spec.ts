import { dayWords, listDay, localDay, recentTime, shortDay } from './dates.js';

it('a list gives the weekday of a day in this year, and the year of any other day', () => {
  const now = new Date('2026-11-23T08:00:00Z');
  expect(listDay('2026-11-21', now)).toBe('Sat 21 Nov');
  expect(listDay('2025-11-01', now)).toBe('1 Nov 2025');
});

it('a moment has the date of the viewer or of a time zone, in the form of a date field', () => {
  expect(localDay(new Date(2026, 0, 9, 23, 59))).toBe('2026-01-09');
  const evening = new Date('2026-01-09T14:30:00Z');
  expect([localDay(evening, 'Australia/Perth'), localDay(evening, 'Australia/Sydney')]).toEqual([
    '2026-01-09',
    '2026-01-10',
  ]);
});

it('a day is written as on the course, whatever the phone’s time zone', () => {
  expect(dayWords('2026-11-14')).toBe('Sat, 14 Nov 2026');
  expect(shortDay('2026-11-01')).toBe('1 Nov 2026');
});

it('a recent time names its day, unless that is today', () => {
  const now = new Date();
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 18, 2);
  const day = before.toLocaleDateString('en-AU', { day: 'numeric', month: 'short' });
  expect(recentTime(before.toISOString())).toMatch(new RegExp(`^${day}, 6:02\\spm$`));
  expect(recentTime(now.toISOString())).toMatch(/^\d+:\d\d/);
});
