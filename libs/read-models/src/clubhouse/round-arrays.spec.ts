import { flatStrokeIndexes, smallintsOf, strokeIndexesOf } from './round-arrays.js';

const SINGLE = Array.from({ length: 18 }, (_, i) => 18 - i);
const TRIPLE = SINGLE.map((first): [number, number, number] => [first, 18 + first, 55 - first]);

describe('stroke indexes of a round', () => {
  it.each([
    ['one number per hole', SINGLE, 18],
    ['three numbers per hole', TRIPLE, 54],
  ])('are read back unchanged: %s', (_, indexes, stored) => {
    const flat = flatStrokeIndexes(indexes);
    expect(flat).toHaveLength(stored);
    expect(strokeIndexesOf(flat, 18)).toEqual(indexes);
  });

  it('are stored as three numbers for every hole when one hole has three', () => {
    const [, ...rest] = TRIPLE;
    expect(strokeIndexesOf(flatStrokeIndexes([7, ...rest]), 18)).toEqual([[7, 25, 43], ...rest]);
  });
});

it.each([
  ['{}', []],
  ['{4}', [4]],
  ['{10,NULL,0,-3,NULL}', [10, null, 0, -3, null]],
])('parsing a smallint array of Postgres: %s gives %j', (text, values) => {
  expect(smallintsOf(text)).toEqual(values);
});
