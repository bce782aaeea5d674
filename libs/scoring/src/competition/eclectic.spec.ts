/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { eclectic } from './eclectic.js';

const flat = (value: number | null): (number | null)[] => Array.from({ length: 18 }, () => value);
const round = fc.array(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(null)), { minLength: 18, maxLength: 18 });

describe('eclectic', () => {
  it('has the best score of each hole', () => {
    const first = flat(5).with(0, 3);
    const second = flat(4);
    expect(eclectic([first, second, first])).toEqual({ holes: second.with(0, 3), from: flat(1).with(0, 0) });
    expect(eclectic([second, first, first], 'higher')).toEqual({ holes: flat(5).with(0, 4), from: flat(1).with(0, 0) });
  });

  it('leaves a hole empty that was never scored', () => {
    const some = flat(4).with(6, null);
    expect(eclectic([some, some])).toEqual({ holes: some, from: flat(0).with(6, null) });
    expect(eclectic([])).toEqual({ holes: flat(null), from: flat(null) });
  });

  it('never gets worse with another round, and does not depend on their order', () => {
    fc.assert(
      fc.property(fc.array(round, { maxLength: 6 }), round, (rounds, another) => {
        const before = eclectic(rounds);
        const after = eclectic([...rounds, another]);
        expect(eclectic([another, ...[...rounds].reverse()]).holes).toEqual(after.holes);
        after.holes.forEach((value, i) => {
          expect(value ?? Infinity).toBe(Math.min(before.holes[i] ?? Infinity, another[i] ?? Infinity));
        });
        expect(after.holes).toEqual(after.from.map((round, i) => [...rounds, another][round ?? -1]?.[i] ?? null));
      }),
      { seed: 7 },
    );
  });
});
