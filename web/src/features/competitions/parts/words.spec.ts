import type { CompetitionRound, Weekday } from '@fairmark/contract';
import { allowanceWords, countWords, daysWords, hasTies, weekWords } from './words.js';

it.each([
  [0, false, 'Week 1 of 6'],
  [2, false, 'Week 3 of 6'],
  [5, false, 'Week 6 of 6'],
  [6, false, 'All 6 weeks played'],
  [6, true, 'Finished'],
])('%i weeks played, finished %s: %s', (weeksPlayed, isFinished, words) => {
  expect(weekWords({ weeksPlayed, duration: 6, isFinished })).toBe(words);
});

it.each<[Weekday[], string]>([
  [['Saturday'], 'Saturday'],
  [['Saturday', 'Monday'], 'Mon, Sat'],
  [['Sunday', 'Saturday', 'Friday', 'Thursday', 'Wednesday', 'Tuesday', 'Monday'], 'Every day'],
])('%s: %s', (days, words) => {
  expect(daysWords(days)).toBe(words);
});

it.each([
  [100, 'Full daily handicap'],
  [75, '75% of the daily handicap'],
  [0, 'No handicap'],
])('an allowance of %i: %s', (allowance, words) => {
  expect(allowanceWords(allowance)).toBe(words);
});

it('counts', () => {
  expect([0, 1, 2].map((count) => countWords(count, 'round'))).toEqual(['0 rounds', '1 round', '2 rounds']);
});

const row = (gross: string | null, decidedBy: string | null): Pick<CompetitionRound, 'countback' | 'rankLabels'> => ({
  countback: { gross: null, nett: decidedBy === null ? null : { decidedBy } },
  rankLabels: { gross, nett: null, firstNine: null, lastNine: null },
});

it.each([
  ['no rows', [], false],
  ['ranks apart', [row('1', null), row(null, null)], false],
  ['level ones', [row('T1', null)], true],
  ['a countback', [row('1', 'last9')], true],
])('ties are told where there are some: %s', (_, rows, told) => {
  expect(hasTies(rows)).toBe(told);
});
