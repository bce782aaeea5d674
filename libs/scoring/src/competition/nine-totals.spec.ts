/* oxlint-disable no-restricted-imports -- properties */
import { nineTotals } from './nine-totals.js';

describe('nineTotals', () => {
  it('has no total where a hole is missing', () => {
    const values: (number | null)[] = Array.from({ length: 18 }, () => 4);
    expect(nineTotals(values.with(17, null))).toEqual({ out: 36, in: null, total: null });
    expect(nineTotals(values.with(0, null))).toEqual({ out: null, in: 36, total: null });
  });

  it('refuses another number of holes', () => {
    expect(() => nineTotals([4, 4, 4])).toThrow(expect.objectContaining({ input: 'values' }));
  });
});
