import { csvName, csvOf } from './csv.js';
import { aRow, aGolfer } from '../testing/table.js';

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
