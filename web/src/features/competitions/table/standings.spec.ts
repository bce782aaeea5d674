/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { WEEKDAYS, type CompetitionSort } from '@fairmark/contract';
import { columnOf, hasTies, rankSort, winnersOf } from './rows.js';
import { aGolfer, aRow } from '../testing/table.js';
import { csvOf } from './csv.js';
import { holesWords, originsOf, ringerNines } from './player-sheet.js';
import { weekWords } from '../../../golf/result-words.js';
import { allowanceWords, daysWords, leaderWords, playersWords } from '../parts/words.js';

it.each<[CompetitionSort, string, CompetitionSort]>([
  ['gross', 'gross', 'gross-rank'],
  ['gross-rank', 'gross', 'gross-rank'],
  ['nett', 'nett', 'nett-rank'],
  ['nett-rank', 'nett', 'nett-rank'],
  ['first-9', 'firstNine', 'gross-rank'],
  ['last-9', 'lastNine', 'gross-rank'],
  ['rounds', 'gross', 'gross-rank'],
])('sorted by %s, the ranks are of %s', (sort, ranking, next) => {
  expect(columnOf(sort).ranking).toBe(ranking);
  expect(rankSort(sort)).toBe(next);
});

it('a competition is won by all who are first of a ranking, with a complete card', () => {
  const row = (name: string, gross: string, nett: string, change = {}) =>
    aRow(name, null, { rankLabels: { gross, nett, firstNine: '1', lastNine: '1' }, ...change });
  const open = { totalScoreStroke: null, totalScoreStrokeNett: null };
  const rows = [row('Alex', 'T1', '2'), row('Jo', 'T1', '1'), row('Sam', 'T1', 'T1', open)];
  const names = (by: 'gross' | 'nett') => winnersOf(rows, by).map(({ player }) => player.fullName);
  expect([names('gross'), names('nett')]).toEqual([['Alex', 'Jo'], ['Jo']]);
});

it('the file has a heading and a line for each row', () => {
  const rows = [
    aRow('Alex Kerr', 'T1'),
    aRow('Jo Tran', null, { totalScoreStroke: null, dailyHandicap: null, correctedAt: '2026-11-16T01:00:00.000Z' }),
  ];
  expect(csvOf(rows).split('\r\n')).toEqual([
    '\uFEFF"Player","Daily handicap","Rounds","Gross","Gross rank","Nett uses","Nett","Nett to par","Nett rank","First 9 nett","First 9 rank","Last 9 nett","Last 9 rank","Corrected by the committee"',
    '"Alex Kerr",9,1,90,"T1",9,81,9,"T1",41,"T1",40,"T1",',
    '"Jo Tran",,1,,,9,81,9,,41,,40,,"2026-11-16T01:00:00.000Z"',
    '',
  ]);
});

it.each([
  ['Alex "Ace" Kerr', '"Alex ""Ace"" Kerr"'],
  ['Kerr, Alex', '"Kerr, Alex"'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\tx', `"'\tx"`],
  [' =1', `"' =1"`],
  ['＝1', `"'＝1"`],
  ['O’Brien-Lee', '"O’Brien-Lee"'],
])('the cell of a player called %s is quoted, and never a formula', (fullName, cell) => {
  const [, line] = csvOf([aRow('Alex Kerr', '1', { player: aGolfer(fullName) })]).split('\r\n');
  expect(line?.replace(/,9,1,90,.*$/, '')).toBe(cell);
});

it('a ringer card has two nines with their totals, without strokes where a hole has no score', () => {
  const { strokes, points, pars } = aRow('Alex', '1');
  const [out, back] = ringerNines({ strokes: strokes.with(2, null), points: points.with(2, null), pars });
  expect(out.holes.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(out.holes[2]).toMatchObject({ strokes: null, noScore: true, score: '' });
  expect(out).toMatchObject({ label: 'Out', par: 36, strokes: '–', score: 16 });
  expect(back.holes[0]).toEqual({ number: 10, par: 4, strokes: 5, noScore: false, score: '2', received: 0 });
  expect(back).toMatchObject({ label: 'In', strokes: 45 });
});

it('a ringer card names the rounds that its holes come from, the earliest first', () => {
  const days = ['2026-11-08', '2026-11-14'];
  expect(originsOf({ days, from: [1, 0, null, 1], matches: ['early', 'late'] })).toEqual([
    { day: '2026-11-08', matchId: 'early', holes: [2] },
    { day: '2026-11-14', matchId: 'late', holes: [1, 4] },
  ]);
});

const led = (names: string[], isFinished = false) =>
  leaderWords({
    isFinished,
    standing: { rank: null, leaders: names.map((fullName) => ({ id: fullName, fullName })), best: 71 },
  });
const played = (weeksPlayed: number, isFinished = false) => weekWords({ weeksPlayed, duration: 6, isFinished });
const by = (playerCount: number) =>
  playersWords({ players: ['Ann Lee', 'Bo Ray'].slice(0, playerCount).map((name) => aGolfer(name)), playerCount });

it.each([
  [holesWords([4]), 'Hole 4'],
  [holesWords([1, 4, 7]), 'Holes 1, 4 and 7'],
  [played(0), 'Week 1 of 6'],
  [played(5), 'Week 6 of 6'],
  [played(6), 'All 6 weeks played'],
  [played(6, true), 'Finished'],
  [led([]), ''],
  [led(['Ann Lee']), 'Ann Lee leads with 71'],
  [led(['Ann Lee', 'Bo Ray']), 'Ann Lee and Bo Ray lead with 71'],
  [led(['Ann Lee', 'Bo Ray'], true), 'Won by Ann Lee and Bo Ray with 71'],
  // As an older server answers.
  [leaderWords({ isFinished: false }), ''],
  [by(0), 'No players yet'],
  [by(2), 'Ann and Bo'],
  [by(3), 'Ann, Bo and 1 other'],
  [by(9), 'Ann, Bo and 7 others'],
  [daysWords(['Saturday']), 'Saturday'],
  [daysWords(['Saturday', 'Monday']), 'Mon, Sat'],
  [daysWords(WEEKDAYS.toReversed()), 'Every day'],
  [allowanceWords(100), 'Full daily handicap'],
  [allowanceWords(75), '75% of the daily handicap'],
  [allowanceWords(0), 'No handicap'],
])('says %j', (said, words) => {
  expect(said).toBe(words);
});

it.each<['gross' | 'nett', string, { decidedBy: string } | null, boolean]>([
  ['gross', 'T1', null, true],
  ['gross', '1', { decidedBy: 'last9' }, false],
  ['nett', '1', { decidedBy: 'last9' }, true],
])('by %s with the gross rank %s and a countback in nett %j, ties: %s', (ranking, gross, nett, shown) => {
  const rankLabels = { gross, nett: null, firstNine: null, lastNine: null };
  expect(hasTies([{ countback: { gross: null, nett }, rankLabels }], ranking)).toBe(shown);
});
