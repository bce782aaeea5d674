import { readFileSync } from 'node:fs';
import { EXAMPLE_JSON, problemsOf } from '../../testing/courses.js';
import { isRecord } from './entry-file.js';

const EXAMPLE = readFileSync(EXAMPLE_JSON, 'utf8');

type Tree = Record<string, unknown>;

/** The example with one value changed, or removed when undefined. `path` is written as in problems. */
function changed(path: string, value: unknown): string {
  const [course]: Tree[] = JSON.parse(EXAMPLE);
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop()!;
  let parent: unknown = course;
  for (const key of keys) parent = (parent as Tree)[key] ??= {};
  if (!isRecord(parent)) throw new Error(`Nothing in the example has a place for ${path}`);
  if (value === undefined && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (value === undefined) delete parent[last];
  else Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return JSON.stringify([course], null, 2).replaceAll(/\[\s+(\d+),\s+(\d+),\s+(\d+)\s+\]/g, '[$1, $2, $3]');
}

const UNRATED = { ratingKind: 'Championship Tees', scratch: 71, par: 71, ratingCopy: 'Not rated' };

type Row = [path: string, value: unknown, field: string, line: string, message: RegExp];

/** One value changed: the field and line that the problem names, and its message. */
test.each<Row>([
  ['name', undefined, 'name', '{', /^is missing$/],
  ['name', 5, 'name', '"name": 5', /^must be text$/],
  ['name', '  ', 'name', '"name"', /^must not be empty$/],
  ['name', 'a\0b', 'name', '"name"', /control characters/],
  ['name', 'a\ud800', 'name', '"name"', /control characters/],
  ['name', 'x'.repeat(101), 'name', '"name"', /100 characters or less/],
  ['state', 'NZ', 'state', '"NZ"', /^must be one of ACT, NSW/],
  ['timeZone', 'Mars/Base', 'timeZone', 'Mars', /time zone/],
  ['timeZone', '+10:00', 'timeZone', '+10', /time zone/],
  ['golflinkCourseId', '2999', 'golflinkCourseId', '"2999"', /five digits/],
  ['golflinkCourseId', '29990-', 'golflinkCourseId', '"29990-"', /five digits/],
  ['yards', true, 'yards', '"yards"', /^is not a known field$/],
  ['holes[4].yards', 300, 'holes[4].yards', '"yards"', /^is not a known field$/],
  ['__proto__', {}, '__proto__', '__proto__', /^is not a known field$/],
  ['holes[17]', undefined, 'holes', '"holes"', /^must have at least 18$/],
  ['holes[18]', {}, 'holes', '"holes"', /^must have at most 18$/],
  ['holes', 18, 'holes', '"holes"', /^must be a list$/],
  ['holes[6].number', 2, 'holes[6].number', '"number": 2', /^hole 2 occurs twice$/],
  ['holes[6].number', 19, 'holes[6].number', '"number": 19', /from 1 to 18/],
  ['holes[0].par.mens', 2, 'holes[0].par.mens', '"mens": 2', /from 3 to 6/],
  ['holes[0].par.mens', 7, 'holes[0].par.mens', '"mens": 7', /from 3 to 6/],
  ['holes[0].par.mens', 4.5, 'holes[0].par.mens', '4.5', /whole number/],
  ['holes[0].par.mens', '4', 'holes[0].par.mens', '"4"', /whole number/],
  ['holes[3].par', undefined, 'holes[3].par', '{', /^is missing$/],
  ['holes[3].standard', undefined, 'holes[3].standard', '{', /^is missing$/],
  ['ratings[0].slope', 54, 'ratings[0].slope', '"slope": 54', /from 55 to 155/],
  ['ratings[0].slope', 156, 'ratings[0].slope', '"slope": 156', /from 55 to 155/],
  ['ratings[0].scratch', 71.25, 'ratings[0].scratch', '71.25', /one decimal/],
  ['ratings[0].scratch', 39, 'ratings[0].scratch', '39', /from 40 to 90/],
  ['ratings[1].par', 72, 'ratings[1].par', '"par": 72', /^is 72, but the men's pars of its holes add up to 71$/],
  ['holes[1].par.ladies', 5, 'ratings[2].par', '"par": 71', /the women's pars of its holes add up to 72/],
  // Women play this course's long tees by the men's rating, which applies to the men's par only.
  ['holes[0].par.ladiesChampionship', 5, 'ratings[0].par', '"par": 71', /the women's pars .* add up to 72/],
  ['ratings[0].ratingKind', 'Red Tees', 'ratings[0].ratingKind', 'Red Tees', /one of Championship Tees/],
  ['ratings[2].ratingKind', 'Standard Tees', 'ratings[2].ratingKind', 'Standard Tees', /^occurs twice$/],
  ['ratings[0]', undefined, 'tees[0].tee', '"Championship"', /^needs a rating: Championship Tees or Ladies Champ/],
  ['tees[2]', { tee: 'Standard' }, 'tees[2].tee', '"Standard"', /^occurs twice$/],
  ['tees[0].tee', 'Red', 'tees[0].tee', '"Red"', /one of Pro, Championship, Standard/],
  ['tees[0].colour', 'blue', 'tees[0].colour', '"blue"', /such as #1f4e8c/],
  ['tees', [], 'tees', '"tees"', /at least 1/],
  ['holes[0].pro', { distance: 300 }, 'holes[0].pro', '"pro"', /for the Pro tee, which the course does not offer/],
  ['holes[1].standard.index', 13, 'holes[1].standard.index', '"index": 13', /^13 is also the index of hole 1$/],
  ['holes[1].standard.index', 0, 'holes[1].standard.index', '"index": 0', /from 1 to 18/],
  ['holes[1].standard.index', 19, 'holes[1].standard.index', '"index": 19', /from 1 to 18/],
  ['holes[1].standard.index', '8/28', 'holes[1].standard.index', '"8/28"', /from 1 to 18, or three numbers/],
  ['holes[1].standard.index', [1, 19, 37], 'holes[1].standard.index', '[1, 19, 37]', /as many numbers as the other/],
  ['holes[4].ladiesStandard.index[1]', 26, 'holes[4].ladiesStandard.index', '26', /^26 is also the index of hole 2$/],
  ['holes[4].ladiesStandard.index[2]', 36, 'holes[4].ladiesStandard.index[2]', '36', /from 37 to 54/],
  // The tee's own index equals the standard index of another hole.
  ['holes[0].championship', { index: 7 }, 'holes[5].standard.index', '"index": 7', /^7 is also the index of hole 1$/],
  ['holes[0].standard.distance', 0.3, 'holes[0].standard.distance', '0.3', /whole number/],
  ['holes[0].standard.distance', 501, 'holes[0].standard.distance', '501', /of a par 4 must be 150 to 500 metres/],
  ['holes[2].ladiesStandard.distance', 281, 'holes[2].ladiesStandard.distance', '281', /of a par 3 must be 40 to 280/],
  ['holes[3].championship.distance', 30, 'holes[3].championship.distance', '30', /of a par 5 must be 280 to 650/],
  ['image', { small: { url: '/s' } }, 'image', '"image"', /^must be text$/],
  ['image', '', 'image', '"image"', /^must not be empty$/],
  ['ratings[0].slope', undefined, 'ratings[0].slope', '{', /^is missing$/],
  ['ratings[2].scratch', undefined, 'ratings[2].scratch', '{', /^is missing$/],
  ['ratings[0]', UNRATED, 'ratings[0].scratch', '"scratch"', /left out beside a ratingCopy/],
  ['ratings[0].ratingCopy', 'x'.repeat(61), 'ratings[0].ratingCopy', 'xxx', /60 characters or less/],
])('%s = %j is refused', (path, value, field, line, message) => {
  const text = changed(path, value);
  const [problem, ...others] = problemsOf('a.json', text);
  expect(problem?.field).toBe(field);
  expect(problem?.message).toMatch(message);
  expect(text.split('\n')[problem!.line - 1]).toContain(line);
  expect(others).toEqual([]);
});

test('a rating for a tee that the course does not offer is refused', () => {
  const problems = problemsOf('a.json', changed('tees[1]', undefined));
  expect(problems.map(({ field, message }) => `${field} ${message}`)).toEqual([
    'ratings[1].ratingKind is for a tee that the course does not offer',
    'ratings[2].ratingKind is for a tee that the course does not offer',
  ]);
});

test('the shortest and the longest distance are accepted', () => {
  for (const distance of [150, 500]) {
    expect(problemsOf('a.json', changed('holes[0].standard.distance', distance))).toEqual([]);
  }
});
