import type { Weekday } from '@fairmark/contract';
import { weekWords } from '../../../golf/week-words.js';
import { aGolfer } from '../testing/table.js';
import { allowanceWords, daysWords, hasTies, leaderWords, playersWords } from './words.js';

it.each([
  [0, false, 'Week 1 of 6'],
  [2, false, 'Week 3 of 6'],
  [5, false, 'Week 6 of 6'],
  [6, false, 'All 6 weeks played'],
  [6, true, 'Finished'],
])('%i weeks played, finished %s: %s', (weeksPlayed, isFinished, words) => {
  expect(weekWords({ weeksPlayed, duration: 6, isFinished })).toBe(words);
});

it.each<[string[], boolean, string]>([
  [[], false, ''],
  [['Ann Lee'], false, 'Ann Lee leads with 71'],
  [['Ann Lee', 'Bo Ray'], false, 'Ann Lee and Bo Ray lead with 71'],
  [['Ann Lee', 'Bo Ray'], true, 'Won by Ann Lee and Bo Ray with 71'],
])('led by %j, finished %s: %s', (names, isFinished, words) => {
  const leaders = names.map((fullName) => ({ id: fullName, fullName }));
  expect(leaderWords({ isFinished, standing: { rank: null, leaders, best: 71 } })).toBe(words);
});

it('names no leader when an older server sends none', () => {
  expect(leaderWords({ isFinished: false })).toBe('');
});

it.each([
  [0, 'No players yet'],
  [2, 'Ann and Bo'],
  [3, 'Ann, Bo and 1 other'],
  [9, 'Ann, Bo and 7 others'],
])('of %i players: %s', (playerCount, words) => {
  const players = ['Ann Lee', 'Bo Ray'].slice(0, playerCount).map((name) => aGolfer(name));
  expect(playersWords({ players, playerCount })).toBe(words);
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

it.each<['gross' | 'nett', string, { decidedBy: string } | null, boolean]>([
  ['gross', '1', null, false],
  ['gross', 'T1', null, true],
  ['gross', '1', { decidedBy: 'last9' }, false],
  ['nett', '1', { decidedBy: 'last9' }, true],
])('by %s with the gross rank %s and a countback in nett %j, ties: %s', (ranking, gross, nett, shown) => {
  const rankLabels = { gross, nett: null, firstNine: null, lastNine: null };
  expect(hasTies([{ countback: { gross: null, nett }, rankLabels }], ranking)).toBe(shown);
});
