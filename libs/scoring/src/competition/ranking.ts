import { ScoringInputError } from '../card/scoring-input-error.js';

/** Whether low or high values win. */
export type Direction = 'lower' | 'higher';

/**
 * Standard ranking (1, 1, 3) of values, in the order of `values`. Null (no total) ranks last.
 *
 * @throws ScoringInputError for NaN.
 */
export function rank(values: readonly (number | null)[], direction: Direction): number[] {
  return rankBy(values, (a, b) => compareValues(a, b, direction));
}

/** Standard ranking by a comparison that sorts best first; equal items share a rank. */
export function rankBy<T>(items: readonly T[], compare: (a: T, b: T) => number): number[] {
  const rows = items.map((item) => ({ item, rank: 1 }));
  let above: (typeof rows)[number] | null = null;
  for (const [place, row] of rows.toSorted((a, b) => compare(a.item, b.item)).entries()) {
    row.rank = above !== null && compare(above.item, row.item) === 0 ? above.rank : place + 1;
    above = row;
  }
  return rows.map(({ rank }) => rank);
}

/** Negative if `a` is better; null is worst. */
export function compareValues(a: number | null, b: number | null, direction: Direction): number {
  if (Number.isNaN(a) || Number.isNaN(b)) throw new ScoringInputError('values', NaN, 'numbers or null');
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b === (direction === 'lower') ? -1 : 1;
}
