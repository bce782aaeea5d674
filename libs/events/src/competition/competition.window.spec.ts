import * as fc from 'fast-check';
import { courseDay } from '../match/course-day.js';
import {
  competitionDays,
  dayBegins,
  isPlayingDay,
  plusDays,
  verifiedBefore,
  weeksPlayed,
} from './competition.window.js';

const SYDNEY = 'Australia/Sydney';
const BRISBANE = 'Australia/Brisbane';
const ZONES = [SYDNEY, BRISBANE, 'Australia/Perth', 'Australia/Adelaide', 'Australia/Eucla', 'Australia/Lord_Howe'];

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => plusDays('2020-01-01', days));

describe('a date on the course', () => {
  // In 2026 clocks of New South Wales go back on 5 April and forward on 4 October; those of Queensland stand still.
  it.each([
    [SYDNEY, '2026-04-05', '2026-04-04T13:00:00.000Z'],
    [SYDNEY, '2026-10-04', '2026-10-03T14:00:00.000Z'],
    [SYDNEY, '2026-10-05', '2026-10-04T13:00:00.000Z'],
    [BRISBANE, '2026-10-05', '2026-10-04T14:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-10-05', '2026-10-04T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-10-05', '2026-10-05T12:00:00.000Z'],
  ])('in %s: %s begins at %s', (timeZone, day, moment) => expect(dayBegins({ timeZone }, day)).toBe(moment));

  it('begins a millisecond after the day before, even when the clocks change', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), anyDay, (timeZone, day) => {
        const begins = dayBegins({ timeZone }, day);
        expect(courseDay({ timeZone }, begins)).toBe(day);
        const before = new Date(Date.parse(begins) - 1).toISOString();
        expect(courseDay({ timeZone }, before)).toBe(plusDays(day, -1));
      }),
      { seed: 11, numRuns: 60 },
    );
  });
});

describe('the window of a competition', () => {
  const window = { ...competitionDays('2026-11-21', 6), days: ['Wednesday', 'Saturday'] as const };

  it.each([
    ['2026-11-18', false, 'a Wednesday before it'],
    ['2026-11-21', true, 'its first day, a Saturday'],
    ['2026-11-22', false, 'a Sunday'],
    ['2026-11-25', true, 'a Wednesday'],
    ['2026-12-30', true, 'its last Wednesday'],
    ['2027-01-01', false, 'its last day, a Friday'],
    ['2027-01-02', false, 'the Saturday after it'],
  ])('is a playing day on %s: %s (%s)', (day, counts) => expect(isPlayingDay(window, day)).toBe(counts));

  // The deadline of a competition of four weeks from 4 September: rounds to 1 October, cards to the end of the 2nd. From 7
  // September: rounds to 4 October, the day the clocks go forward; cards to the end of the 5th.
  it.each([
    [SYDNEY, '2026-10-01', '2026-10-02T14:00:00.000Z'],
    [SYDNEY, '2026-10-04', '2026-10-05T13:00:00.000Z'],
    [BRISBANE, '2026-10-04', '2026-10-05T14:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-04', '2026-04-05T13:30:00.000Z'],
  ])('in %s with the last day %s accepts cards until %s', (timeZone, lastDay, moment) => {
    const course = { timeZone } as Parameters<typeof verifiedBefore>[0]['course'];
    expect(verifiedBefore({ course, lastDay })).toBe(moment);
  });

  it.each([
    ['2026-09-06T13:59:00Z', 0],
    ['2026-09-13T13:59:00Z', 0],
    ['2026-09-13T14:00:00Z', 1],
    ['2026-10-04T12:59:00Z', 3],
    ['2026-10-04T13:00:00Z', 4],
    ['2027-01-01T00:00:00Z', 4],
    ['2026-09-01T00:00:00Z', 0],
  ])('at %s has played %i weeks', (now, weeks) => {
    const course = { timeZone: SYDNEY } as Parameters<typeof weeksPlayed>[0]['course'];
    expect(weeksPlayed({ course, firstDay: '2026-09-07', duration: 4 }, now)).toBe(weeks);
  });
});
