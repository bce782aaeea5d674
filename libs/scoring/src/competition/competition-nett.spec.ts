/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { allowanceStrokes, competitionNett } from './competition-nett.js';
import { nineTotals } from './nine-totals.js';

const strokeIndexes = Array.from({ length: 18 }, (_, i) => (i < 9 ? 2 * i + 1 : 2 * (i - 9) + 2));
const fives: (number | null)[] = Array.from({ length: 18 }, () => 5);

describe('allowanceStrokes', () => {
  it.each([
    [15, 100, 15],
    [15, 75, 11], // 11.25
    [14, 75, 11], // 10.5
    [15, 50, 8], // 7.5
    [15, 0, 0],
    [-3, 50, -1], // −1.5: halves up
    [-1, 50, 0], // −0.5
    [-3, 0, 0],
    [-2, 75, -1], // −1.5
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
  it('adds up to gross less the allowed strokes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 18, maxLength: 18 }),
        fc.integer({ min: -10, max: 54 }),
        fc.constantFrom(100, 75, 50, 0),
        (gross, dailyHandicap, allowance) => {
          const nett = competitionNett({ gross, strokeIndexes, dailyHandicap, allowance });
          expect(nett.total).toBe(nineTotals(gross).total - allowanceStrokes(dailyHandicap, allowance));
          expect((nett.out ?? NaN) + (nett.in ?? NaN)).toBe(nett.total);
        },
      ),
      { seed: 27 },
    );
  });

  it('gives no nett for a nine with an empty hole', () => {
    const card = { strokeIndexes, dailyHandicap: 9, allowance: 100 };
    const netts = [12, 2].map((hole) => competitionNett({ ...card, gross: fives.with(hole, null) }));
    expect(netts).toEqual([
      { out: 40, in: null, total: null },
      { out: null, in: 41, total: null },
    ]);
  });
});
