import { readFileSync } from 'node:fs';
import { EXAMPLE_CSV, problemsOf, linesOf } from '../../testing/courses.js';

const CSV_LINES = readFileSync(EXAMPLE_CSV, 'utf8').trimEnd().split('\n');

test('CSV may have quoted cells, padding and rows of commas', () => {
  const quoted = CSV_LINES.map((line) =>
    line
      .split(',')
      .map((cell) => (cell === '' ? '' : `" ${cell} "`))
      .join(','),
  );
  expect(problemsOf('A.CSV', [...quoted, ',,,,', ''].join('\n'))).toEqual([]);
});

/** Each row edits lines of the CSV example: line n of the file is CSV_LINES[n - 1]. */
test.each<[string, (lines: string[]) => unknown, string[]]>([
  [
    'an unknown column',
    (l) => (l[0] = l[0]!.replace('slope', 'slop')),
    ['1: slop is not a known column', '1: slope is missing'],
  ],
  ['a column twice', (l) => (l[0] = l[0]!.replace('teeName', 'tee')), ['1: tee occurs twice']],
  ['a column without name', (l) => (l[0] = l[0]!.replace('timeZone', '')), ['1: header has an empty name']],
  [
    'an unknown record',
    (l) => (l[5] = l[5]!.replace('rating', 'ratings')),
    ['6: record must be one of course, tee, rating, hole'],
  ],
  ['a cell too many', (l) => (l[5] += ','), ['6: row has 25 cells where the header has 24']],
  [
    'a value in a column of other records',
    (l) => (l[8] = l[8]!.replace('hole,29990,,', 'hole,29990,x,')),
    ['9: name belongs to course records, not to hole records'],
  ],
  [
    'a hole of no course',
    (l) => (l[8] = l[8]!.replace('29990', '29991')),
    ['2: hole records must have at least 18', '9: golflinkCourseId has no course record in this file'],
  ],
  ['a course twice', (l) => l.push(l[1]!), ['26: golflinkCourseId already has a course record, on line 2']],
  [
    'text for a number',
    (l) => (l[4] = l[4]!.replace('123', 'abc')),
    ['5: slope must be a whole number from 55 to 155'],
  ],
  [
    'a number that JavaScript would accept',
    (l) => (l[4] = l[4]!.replace('123', '0x7b')),
    ['5: slope must be a whole number from 55 to 155'],
  ],
  ['an empty cell', (l) => (l[4] = l[4]!.replace('123', '')), ['5: slope is missing']],
  [
    'two numbers of an index',
    (l) => (l[7] = l[7]!.replace('9/28/51', '9/28')),
    ['8: ladiesStandardIndex must be a number from 1 to 18, or three numbers, from 1 to 18, 19 to 36 and 37 to 54'],
  ],
  [
    'several problems at once, by line',
    (l) => {
      l[1] = l[1]!.replace('NSW', 'XX');
      l[8] = l[8]!.replace(',4,4,', ',9,4,');
      l[2] = l[2]!.replace('#1f4e8c', 'red');
    },
    [
      '2: state must be one of ACT, NSW, NT, QLD, SA, TAS, VIC, WA',
      '3: teeColour must be a colour such as #1f4e8c',
      '9: parMens must be a whole number from 3 to 6',
    ],
  ],
  ['an open quote', (l) => (l[24] = l[24]!.replace('hole,', '"hole,')), ['25: file is not CSV: Quote Not Closed']],
  ['nothing', (l) => l.splice(0, l.length), ['1: file is empty']],
  ['only a header', (l) => l.splice(1, l.length), ['1: file has no courses']],
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
