import type { CompetitionSort, Weekday } from '@fairmark/contract';
import { rankSort, rankingOf, winnersOf } from './rows.js';
import { aGolfer, aHole, aRow } from '../testing/table.js';
import { csvName, csvOf } from './csv.js';
import { holesWords, originsOf, ringerNines } from './player-sheet.js';
import { weekWords } from '../../../golf/week-words.js';
import { allowanceWords, daysWords, hasTies, leaderWords, playersWords } from '../parts/words.js';

it.each<[CompetitionSort, string, CompetitionSort]>([
  ['gross', 'gross', 'gross-rank'],
  ['gross-rank', 'gross', 'gross-rank'],
  ['nett', 'nett', 'nett-rank'],
  ['nett-rank', 'nett', 'nett-rank'],
  ['first-9', 'firstNine', 'gross-rank'],
  ['last-9', 'lastNine', 'gross-rank'],
  ['rounds', 'gross', 'gross-rank'],
])('sorted by %s, the ranks are of %s', (sort, ranking, next) => {
  expect(rankingOf(sort)).toBe(ranking);
  expect(rankSort(sort)).toBe(next);
});

describe('a competition is won', () => {
  const names = (rows: ReturnType<typeof winnersOf>['gross']) => rows.map(({ player }) => player.fullName);

  it('by the first of each ranking', () => {
    const { gross, nett } = winnersOf([
      aRow('Alex Kerr', '1', { rankLabels: { gross: '1', nett: '2', firstNine: '1', lastNine: '1' } }),
      aRow('Jo Tran', '2', { rankLabels: { gross: '2', nett: '1', firstNine: '2', lastNine: '2' } }),
    ]);
    expect([names(gross), names(nett)]).toEqual([['Alex Kerr'], ['Jo Tran']]);
  });

  it('by all who tie for first', () => {
    expect(names(winnersOf([aRow('Alex Kerr', 'T1'), aRow('Jo Tran', 'T1')]).gross)).toEqual(['Alex Kerr', 'Jo Tran']);
  });

  it('by no player without a complete card', () => {
    const open = { totalScoreStroke: null, totalScoreStrokeNett: null };
    expect(winnersOf([aRow('Alex Kerr', 'T1', open), aRow('Jo Tran', null)])).toEqual({ gross: [], nett: [] });
  });
});

const AT = '2026-11-16T01:00:00.000Z';

const nameOf = (fullName: string) => {
  const [, line = ''] = csvOf([aRow('Alex Kerr', '1', { player: aGolfer(fullName) })]).split('\r\n');
  return line.replace(/,9,1,90,.*$/, '');
};

it('the file has a heading and a line for each row', () => {
  const rows = [
    aRow('Alex Kerr', 'T1'),
    aRow('Jo Tran', null, { totalScoreStroke: null, userMatchSettings: null, correctedAt: AT }),
  ];
  expect(csvOf(rows).split('\r\n')).toEqual([
    '\uFEFF"Player","Daily handicap","Rounds","Gross","Gross rank","Nett","Nett rank","First 9 nett","First 9 rank","Last 9 nett","Last 9 rank","Corrected by the committee"',
    '"Alex Kerr",9,1,90,"T1",81,"T1",41,"T1",40,"T1",',
    '"Jo Tran",,1,,,81,,41,,40,,"2026-11-16T01:00:00.000Z"',
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
  expect(nameOf(fullName)).toBe(cell);
});

it.each([
  ['Winter Ringers!', 'winter-ringers.csv'],
  ['  ../Über  ', 'u-ber.csv'],
  ['冬', 'competition.csv'],
])('the file of %s is %s', (name, file) => {
  expect(csvName(name)).toBe(file);
});

const CARD = Array.from({ length: 18 }, (_, index) => aHole(index + 1));

it('a ringer card has two nines with their totals', () => {
  const [out, back] = ringerNines(CARD);
  expect(out.holes.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(out.total).toEqual({ label: 'Out', par: 36, strokes: 45, score: 18 });
  expect(back.holes[0]).toEqual({ number: 10, par: 4, strokes: 5, noScore: false, score: '2', received: 0 });
  expect(back.total.label).toBe('In');
});

it('a hole without a score leaves its nine without total strokes', () => {
  const [out, back] = ringerNines(
    CARD.map((hole) =>
      hole.holeNumber === 3 ? aHole(3, { scoreStroke: null, scoreStableford: null, noScore: true, from: null }) : hole,
    ),
  );
  expect(out.holes[2]).toMatchObject({ strokes: null, noScore: true, score: '' });
  expect(out.total).toMatchObject({ strokes: '–', score: 16 });
  expect(back.total.strokes).toBe(45);
});

it('a ringer card names the rounds that its holes come from, the earliest first', () => {
  const early = { matchId: 'early', day: '2026-11-08' };
  const holes = [aHole(1), aHole(2, { from: early }), aHole(3, { from: null }), aHole(4)];
  expect(originsOf(holes)).toEqual([
    { ...early, holes: [2] },
    { matchId: 'match', day: '2026-11-14', holes: [1, 4] },
  ]);
});

it.each([
  [[4], 'Hole 4'],
  [[1, 4], 'Holes 1 and 4'],
  [[1, 4, 7], 'Holes 1, 4 and 7'],
])('%j: %s', (holes, words) => {
  expect(holesWords(holes)).toBe(words);
});

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
