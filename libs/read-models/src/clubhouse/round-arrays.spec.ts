import { flatStrokeIndexes, smallintsOf, strokeIndexesOf } from './round-arrays.js';

const SINGLE = Array.from({ length: 18 }, (_, i) => 18 - i);
const TRIPLE = SINGLE.map((first): [number, number, number] => [first, 18 + first, 55 - first]);

describe('stroke indexes of a round', () => {
  it.each([
    ['one number per hole', SINGLE, 18],
    ['three numbers per hole', TRIPLE, 54],
  ])('come back as they were: %s', (_, indexes, stored) => {
    const flat = flatStrokeIndexes(indexes);
    expect(flat).toHaveLength(stored);
    expect(strokeIndexesOf(flat, 18)).toEqual(indexes);
  });

  it('have three numbers for every hole when one has', () => {
    const [, ...rest] = TRIPLE;
    expect(strokeIndexesOf(flatStrokeIndexes([7, ...rest]), 18)).toEqual([[7, 25, 43], ...rest]);
  });
});

describe('an array of small numbers as Postgres writes it', () => {
  it.each([
    ['{}', []],
    ['{4}', [4]],
    ['{10,NULL,0,-3,NULL}', [10, null, 0, -3, null]],
  ])('%s', (text, values) => {
    expect(smallintsOf(text)).toEqual(values);
  });
});
