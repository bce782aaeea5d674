import { allowanceStrokes, competitionNett } from './competition-nett.js';

const strokeIndexes = Array.from({ length: 18 }, (_, i) => (i < 9 ? 2 * i + 1 : 2 * (i - 9) + 2));
const fives: (number | null)[] = Array.from({ length: 18 }, () => 5);

describe('allowanceStrokes', () => {
  it.each([
    [15, 100, 15],
    [15, 75, 11], // 11.25
    [15, 50, 8], // 7.5
    [15, 0, 0],
    [-3, 50, -1], // −1.5: halves up
    [-1, 50, 0], // −0.5
    [-3, 0, 0],
  ])('for handicap %s at %s %% are %s', (handicap, allowance, strokes) => {
    expect(Object.is(allowanceStrokes(handicap, allowance), strokes)).toBe(true);
  });

  it.each([
    ['allowance', 10, 101],
    ['allowance', 10, NaN],
    ['dailyHandicap', 9.5, 50],
  ])('refuse an invalid %s', (input, handicap, allowance) => {
    expect(() => allowanceStrokes(handicap, allowance)).toThrow(expect.objectContaining({ input }));
  });
});

describe('competitionNett', () => {
  it('gives no nett for a nine with an empty hole', () => {
    const card = { strokeIndexes, dailyHandicap: 9, allowance: 100 };
    const netts = [12, 2].map((hole) => competitionNett({ ...card, gross: fives.with(hole, null) }));
    expect(netts).toEqual([
      { out: 40, in: null, total: null },
      { out: null, in: 41, total: null },
    ]);
  });
});
