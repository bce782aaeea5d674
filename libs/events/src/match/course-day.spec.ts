import { courseDay } from './course-day.js';

describe('The day at a course', () => {
  it.each([
    ['the last second of a day in Sydney', '2026-04-30T13:59:59.999Z', 'Australia/Sydney', '2026-04-30'],
    ['midnight in Sydney', '2026-04-30T14:00:00.000Z', 'Australia/Sydney', '2026-05-01'],
    ['summer time in Sydney', '2026-12-31T13:00:00.000Z', 'Australia/Sydney', '2027-01-01'],
    ['no summer time in Brisbane', '2026-12-31T13:00:00.000Z', 'Australia/Brisbane', '2026-12-31'],
    // 4 October 2026, of 23 hours where clocks change.
    ['the end of a day of 23 hours', '2026-10-04T12:59:59.999Z', 'Australia/Sydney', '2026-10-04'],
    ['the day after it', '2026-10-04T13:00:00.000Z', 'Australia/Sydney', '2026-10-05'],
    // 5 April 2026, of 25 hours there, and of 24 and a half on Lord Howe Island.
    ['the end of a day of 25 hours', '2026-04-05T13:59:59.999Z', 'Australia/Sydney', '2026-04-05'],
    ['the day after it', '2026-04-05T14:00:00.000Z', 'Australia/Sydney', '2026-04-06'],
    ['half an hour less', '2026-04-05T13:29:59.999Z', 'Australia/Lord_Howe', '2026-04-05'],
    ['the day after that', '2026-04-05T13:30:00.000Z', 'Australia/Lord_Howe', '2026-04-06'],
  ])('%s: %s in %s is on %s', (_, moment, timeZone, day) => {
    expect(courseDay({ timeZone }, moment)).toBe(day);
  });

  it('refuses an unknown time zone', () => {
    expect(() => courseDay({ timeZone: 'Australia/Nowhere' }, '2026-04-30T14:00:00.000Z')).toThrow(RangeError);
  });
});
