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
  ])('%s', (_, moment, timeZone, day) => {
    expect(courseDay({ timeZone }, moment)).toBe(day);
  });

  it('knows no invented time zone', () => {
    expect(() => courseDay({ timeZone: 'Australia/Nowhere' }, '2026-04-30T14:00:00.000Z')).toThrow(RangeError);
  });
});
