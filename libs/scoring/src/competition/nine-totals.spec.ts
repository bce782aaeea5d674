/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { nineTotals } from './nine-totals.js';

const eighteen = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(value, { minLength: 18, maxLength: 18 });

describe('nineTotals', () => {
  it('adds up each nine and the round', () => {
    fc.assert(
      fc.property(eighteen(fc.integer({ min: -30, max: 30 })), (values) => {
        const { out, in: back, total } = nineTotals(values);
        expect(total).toBe(values.reduce((sum, value) => sum + value, 0));
        expect(out + back).toBe(total);
        expect(out).toBe(values.slice(0, 9).reduce((sum, value) => sum + value, 0));
      }),
      { seed: 99 },
    );
  });

  it('gives no total when a hole is missing', () => {
    const values: (number | null)[] = Array.from({ length: 18 }, () => 4);
    expect(nineTotals(values.with(17, null))).toEqual({ out: 36, in: null, total: null });
    expect(nineTotals(values.with(0, null))).toEqual({ out: null, in: 36, total: null });
  });

  it('refuses another number of holes', () => {
    expect(() => nineTotals([4, 4, 4])).toThrow(expect.objectContaining({ input: 'values' }));
  });
});
