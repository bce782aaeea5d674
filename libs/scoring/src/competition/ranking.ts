import { ScoringInputError } from '../card/scoring-input-error.js';

/** Whether low or high values win. */
export type Direction = 'lower' | 'higher';

/** Negative if `a` is better; null is worst. @throws ScoringInputError for NaN */
export function compareValues(a: number | null, b: number | null, direction: Direction): number {
  if (Number.isNaN(a) || Number.isNaN(b)) throw new ScoringInputError('values', NaN, 'numbers or null');
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b === (direction === 'lower') ? -1 : 1;
}
