import { requireEighteen } from '../card/scoring-input-error.js';
import { HOLES, NINE } from '../card/types.js';

/** Out: holes 1 to 9. In: holes 10 to 18. */
export interface NineTotals<T = number> {
  out: T;
  in: T;
  total: T;
}

/** Sums of each nine and of all 18 holes; a missing value makes its nine and the total null. */
export function nineTotals(values: readonly number[]): NineTotals;
export function nineTotals(values: readonly (number | null)[]): NineTotals<number | null>;
export function nineTotals(values: readonly (number | null)[]): NineTotals<number | null> {
  requireEighteen('values', values);
  const out = sumOf(values, 0, NINE);
  const back = sumOf(values, NINE, HOLES);
  return { out, in: back, total: out === null || back === null ? null : out + back };
}

/** Sum of `values[from]` to `values[to - 1]`; null if one of them is missing. */
export function sumOf(values: readonly (number | null)[], from: number, to: number): number | null {
  let sum = 0;
  for (let i = from; i < to; i += 1) {
    const value = values[i] ?? null;
    if (value === null) return null;
    sum += value;
  }
  return sum;
}
