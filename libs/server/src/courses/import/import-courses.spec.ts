import { readFileSync } from 'node:fs';
import { AUSTRALIAN_STATES } from '@fairmark/contract';
import { coursesOf, DEMO_COURSES, EXAMPLE_CSV, EXAMPLE_JSON, problemsOf, linesOf } from '../../testing/courses.js';
import { courseRow } from './import-courses.js';

const JSON_TEXT = readFileSync(EXAMPLE_JSON, 'utf8');
const CSV_TEXT = readFileSync(EXAMPLE_CSV, 'utf8');

test('the JSON and CSV examples of the documentation are the same course', () => {
  expect(coursesOf(EXAMPLE_CSV)).toEqual(coursesOf(EXAMPLE_JSON));
  expect(coursesOf(EXAMPLE_JSON)).toHaveLength(1);
});

test('the demo courses are in every state, and have one- and three-number indexes', () => {
  const courses = coursesOf(DEMO_COURSES);
  expect(courses.length).toBeGreaterThanOrEqual(8);
  expect(new Set(courses.map(({ state }) => state))).toEqual(new Set(AUSTRALIAN_STATES));
  expect(courses.every(({ name }) => name.endsWith('(demo course)'))).toBe(true);
  const triple = courses.map(({ holes }) => Array.isArray(holes[0]?.standard.index));
  expect(new Set(triple)).toEqual(new Set([true, false]));
  expect(courses.every(({ tees }) => tees.length === 3 && tees.every((tee) => tee.name && tee.colour))).toBe(true);
  expect(courses.some(({ ratings }) => ratings.some((r) => r.ratingKind === 'Ladies Tees' && r.par === 73))).toBe(true);
});

test('a course that is not an object is refused', () => {
  expect(linesOf(problemsOf('a.json', '[\n5]'))).toEqual(['2: course must be an object']);
});

test("a course's time zone is its own, or else its state's", () => {
  const [course] = coursesOf(EXAMPLE_JSON);
  expect(courseRow(course!).timeZone).toBe('Australia/Broken_Hill');
  expect(courseRow({ ...course!, timeZone: undefined }).timeZone).toBe('Australia/Sydney');
});

test.each([
  ['a byte order mark', (text: string) => `\ufeff${text}`],
  ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
  ['both, and blank lines at the end', (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}\r\n\r\n`],
])('a file with %s is read', (_, change) => {
  expect(problemsOf('a.json', change(JSON_TEXT))).toEqual([]);
  expect(problemsOf('a.csv', change(CSV_TEXT))).toEqual([]);
});

test('two courses of a file may not share a number or a name', () => {
  const [course]: object[] = JSON.parse(JSON_TEXT);
  const problems = problemsOf('a.json', JSON.stringify([course, course]));
  expect(linesOf(problems)).toEqual([
    '1: golflinkCourseId is that of another course in this file',
    '1: name is that of another course in this file',
  ]);
});

test('a duplicate key in an object is refused', () => {
  const text = JSON_TEXT.replace('"state": "NSW",', '"state": "NSW",\n"state": "VIC",').replace(
    '"name": "Blue",',
    '"name": "Blue", "name": "Black",',
  );
  expect(linesOf(problemsOf('a.json', text))).toEqual(['8: state occurs twice', '11: tees[0].name occurs twice']);
});

test.each([
  ['a.json', '[{"name": }]', '1: file is not JSON: '],
  ['a.json', '[\n  {"name": "a",}\n]', '2: file is not JSON: '],
  ['a.json', '[\n', '2: file is not JSON: '],
  ['a.json', '', '1: file is not JSON: '],
  ['a.json', '// courses\n[]', '1: file is not JSON: '],
  ['a.json', '{}', '1: file must be a list of courses'],
  ['a.json', '[]', '1: file has no courses'],
  ['a.json', `\n${'['.repeat(1_000_000)}`, '1: file is nested too deeply'],
  ['a.csv', `record\n${'x'.repeat(30_000)}`, '2: file is not CSV: '],
  ['a.xlsx', 'x', '1: file must end in .json or .csv'],
  ['courses', 'x', '1: file must end in .json or .csv'],
])('%# %s with a problem in the whole file is refused', (name, text, start) => {
  const [problem, ...others] = linesOf(problemsOf(name, text));
  expect(problem?.startsWith(start)).toBe(true);
  expect(others).toEqual([]);
});

test('a file that is too large or no UTF-8 text is refused', () => {
  expect(linesOf(problemsOf('a.csv', new Uint8Array(16 * 1024 * 1024 + 1)))).toEqual(['1: file must be 16 MB or less']);
  for (const bytes of [Buffer.from(CSV_TEXT, 'utf16le'), Buffer.from('caf\u00e9', 'latin1')]) {
    expect(linesOf(problemsOf('a.csv', bytes))).toEqual(['1: file is not UTF-8 text: save it as UTF-8']);
  }
});
