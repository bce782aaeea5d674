import { readFileSync } from 'node:fs';
import { EXAMPLE_CSV, problemsOf, linesOf } from '../../testing/courses.js';

const CSV_LINES = readFileSync(EXAMPLE_CSV, 'utf8').trimEnd().split('\n');

test('CSV may have quoted cells, padding, rows of commas, empty lines, and semicolons instead', () => {
  const quoted = CSV_LINES.map((line) =>
    line
      .split(',')
      .map((cell) => (cell === '' ? ' ' : ` " ${cell} " `))
      .join(','),
  );
  expect(problemsOf('A.CSV', [...quoted, ',,,,', '', ' ', ''].join('\n').replace('Golf Club', 'G; C'))).toEqual([]);
  expect(problemsOf('a.csv', quoted.join('\n').replaceAll(',', ';'))).toEqual([]);
});

type Edit = (lines: string[]) => unknown;

/** Edits a line of the CSV example, as numbered in problems. */
const on =
  (line: number, from: string | RegExp, to: string): Edit =>
  (lines) =>
    (lines[line - 1] = lines[line - 1]!.replace(from, to));
const several: Edit = (lines) => {
  for (const edit of [on(2, 'NSW', 'XX'), on(9, ',4,4,', ',9,4,'), on(3, '#1f4e8c', 'red')]) edit(lines);
};
const SLOPE = '5: slope must be a whole number from 55 to 155';
const INDEX = 'a number from 1 to 18, or three numbers, from 1 to 18, 19 to 36 and 37 to 54';
const STATES = 'one of ACT, NSW, NT, QLD, SA, TAS, VIC, WA';
const NOT_OF_A_HOLE = '9: name belongs to course records, not to hole records';
const OF_NO_COURSE = '9: golflinkCourseId has no course record in this file';
const PAR = '9: parMens must be a whole number from 3 to 6';

test.each<[string, Edit, string[]]>([
  ['an unknown column', on(1, 'slope', 'slop'), ['1: slop is not a known column', '1: slope is missing']],
  ['a column twice', on(1, 'teeName', 'tee'), ['1: tee occurs twice']],
  ['a column without name', on(1, 'timeZone', ''), ['1: header has an empty name']],
  ['an unknown record', on(6, 'rating', 'ratings'), ['6: record must be one of course, tee, rating, hole']],
  ['a cell too many', on(6, /$/, ','), ['6: row has 25 cells where the header has 24']],
  ['a value in a column of other records', on(9, 'hole,29990,,', 'hole,29990,x,'), [NOT_OF_A_HOLE]],
  ['a hole of no course', on(9, '29990', '29991'), ['2: hole records must have at least 18', OF_NO_COURSE]],
  ['a course twice', (l) => l.push(l[1]!), ['26: golflinkCourseId already has a course record, on line 2']],
  ['text for a number', on(5, '123', 'abc'), [SLOPE]],
  ['a number that JavaScript would accept', on(5, '123', '0x7b'), [SLOPE]],
  ['an empty cell', on(5, '123', ''), ['5: slope is missing']],
  ['two numbers of an index', on(8, '9/28/51', '9/28'), [`8: ladiesStandardIndex must be ${INDEX}`]],
  ['several problems, by line', several, [`2: state must be ${STATES}`, '3: teeColour must be a colour such as', PAR]],
  ['an open quote', on(25, 'hole,', '"hole,'), ['25: file is not CSV: Quote Not Closed']],
  ['nothing', (l) => l.splice(0), ['1: file is empty']],
  ['only a header', (l) => l.splice(1), ['1: file has no courses']],
])('CSV with %s is refused', (_, change, expected) => {
  const lines = [...CSV_LINES];
  change(lines);
  expect(linesOf(problemsOf('a.csv', lines.join('\n')))).toEqual(
    expected.map((start) => expect.stringMatching(`^${start.replaceAll('/', '.')}`)),
  );
});

test('a rating has numbers, or words in their place', () => {
  const withWords = (numbers: string) =>
    CSV_LINES.map((line, at) => {
      const rating = line.startsWith('rating') && line.includes('Ladies Tees');
      return `${rating ? line.replace(',122,72,', numbers) : line},${at === 0 ? 'ratingCopy' : rating ? 'Being rated' : ''}`;
    }).join('\n');
  expect(problemsOf('a.csv', withWords(',,,'))).toEqual([]);
  expect(linesOf(problemsOf('a.csv', withWords(',122,,')))).toEqual(['7: slope must be left out beside a ratingCopy']);
  const without = CSV_LINES.join('\n').replace('Ladies Tees,122,72,', 'Ladies Tees,,72,');
  expect(linesOf(problemsOf('a.csv', without))).toEqual(['7: slope is missing']);
});
