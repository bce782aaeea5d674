import { courseDay } from './course-day.js';

describe('A course’s own day', () => {
  it.each([
    ['the last second of a day in Sydney', '2026-04-30T13:59:59.999Z', 'Australia/Sydney', '2026-04-30'],
    ['midnight in Sydney', '2026-04-30T14:00:00.000Z', 'Australia/Sydney', '2026-05-01'],
    ['the same moment in Perth, two hours behind', '2026-04-30T14:00:00.000Z', 'Australia/Perth', '2026-04-30'],
    ['summer time in Sydney', '2026-12-31T13:00:00.000Z', 'Australia/Sydney', '2027-01-01'],
    ['no summer time in Brisbane', '2026-12-31T13:00:00.000Z', 'Australia/Brisbane', '2026-12-31'],
    ['half an hour apart: Adelaide', '2026-07-01T14:30:00.000Z', 'Australia/Adelaide', '2026-07-02'],
    ['half an hour apart: Adelaide, just before', '2026-07-01T14:29:59.999Z', 'Australia/Adelaide', '2026-07-01'],
    ['a leap day', '2028-02-28T14:00:00.000Z', 'Australia/Hobart', '2028-02-29'],
    // 4 October 2026, of 23 hours where clocks change.
    ['before the gap', '2026-10-03T15:59:59.999Z', 'Australia/Sydney', '2026-10-04'],
    ['where 2:30 would have been', '2026-10-03T16:30:00.000Z', 'Australia/Sydney', '2026-10-04'],
    ['the end of a day of 23 hours', '2026-10-04T12:59:59.999Z', 'Australia/Sydney', '2026-10-04'],
    ['the day after it', '2026-10-04T13:00:00.000Z', 'Australia/Sydney', '2026-10-05'],
    ['the same moment without a change', '2026-10-04T13:00:00.000Z', 'Australia/Brisbane', '2026-10-04'],
    ['a town with the zone of another state', '2026-10-04T13:15:00.000Z', 'Australia/Broken_Hill', '2026-10-04'],
    ['its midnight', '2026-10-04T13:30:00.000Z', 'Australia/Broken_Hill', '2026-10-05'],
    ['three quarters of an hour ahead of Perth', '2026-10-04T15:15:00.000Z', 'Australia/Eucla', '2026-10-05'],
    // 5 April 2026, of 25 hours there, and of 24 and a half on Lord Howe Island.
    ['2:30 for the second time', '2026-04-04T16:30:00.000Z', 'Australia/Sydney', '2026-04-05'],
    ['the end of a day of 25 hours', '2026-04-05T13:59:59.999Z', 'Australia/Sydney', '2026-04-05'],
    ['the day after it', '2026-04-05T14:00:00.000Z', 'Australia/Sydney', '2026-04-06'],
    ['half an hour less', '2026-04-05T13:29:59.999Z', 'Australia/Lord_Howe', '2026-04-05'],
    ['the day after that', '2026-04-05T13:30:00.000Z', 'Australia/Lord_Howe', '2026-04-06'],
  ])('%s', (_, moment, timeZone, day) => {
    expect(courseDay({ timeZone }, moment)).toBe(day);
  });

  it('knows no invented time zone', () => {
    expect(() => courseDay({ timeZone: 'Australia/Nowhere' }, '2026-04-30T14:00:00.000Z')).toThrow(RangeError);
  });
});
