/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { eclectic } from './eclectic.js';
import { nineTotals } from './nine-totals.js';

const flat = (value: number | null): (number | null)[] => Array.from({ length: 18 }, () => value);
const round = fc.array(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(null)), { minLength: 18, maxLength: 18 });

describe('eclectic', () => {
  it('has the best score of each hole', () => {
    const first = flat(5).with(0, 3);
    const second = flat(4);
    expect(eclectic([first, second])).toEqual({ holes: second.with(0, 3), total: 71 });
    expect(eclectic([first, second], 'higher').total).toBe(5 * 17 + 4);
  });

  it('leaves a hole empty that was never scored, and then has no total', () => {
    const some = flat(4).with(6, null);
    expect(eclectic([some, some])).toEqual({ holes: some, total: null });
    expect(eclectic([])).toEqual({ holes: flat(null), total: null });
  });

  it('never gets worse with another round, and does not depend on their order', () => {
    fc.assert(
      fc.property(fc.array(round, { maxLength: 6 }), round, (rounds, another) => {
        const before = eclectic(rounds);
        const after = eclectic([...rounds, another]);
        expect(eclectic([another, ...[...rounds].reverse()])).toEqual(after);
        after.holes.forEach((value, i) => {
          expect(value ?? Infinity).toBe(Math.min(before.holes[i] ?? Infinity, another[i] ?? Infinity));
        });
        expect(after.total).toBe(nineTotals(after.holes).total);
      }),
      { seed: 7 },
    );
  });

  it('refuses a round without 18 holes', () => {
    expect(() => eclectic([[4, 4]])).toThrow(expect.objectContaining({ input: 'rounds' }));
  });
});
