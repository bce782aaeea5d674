import { nineTotals, type NineTotals } from './nine-totals.js';
import { requireEighteen, requireRange, ScoringInputError } from '../card/scoring-input-error.js';
import { strokesReceived } from '../card/strokes-received.js';
import type { StrokeIndex } from '../card/types.js';

export interface CompetitionCard {
  /** Gross strokes per hole; null for a hole never scored. */
  gross: readonly (number | null)[];
  strokeIndexes: readonly StrokeIndex[];
  dailyHandicap: number;
  /** Percent of the daily handicap, 0 to 100. */
  allowance: number;
}

/** Strokes that a competition allows: the share of the daily handicap, halves up (−1.5 becomes −1). */
export function allowanceStrokes(dailyHandicap: number, allowance: number): number {
  if (!Number.isInteger(dailyHandicap)) throw new ScoringInputError('dailyHandicap', dailyHandicap, 'a whole number');
  requireRange('allowance', allowance, 0, 100);
  return Math.round((dailyHandicap * allowance) / 100) + 0;
}

/**
 * Competition nett: gross less the allowed strokes. Each nine gets the strokes that the holes' indexes give it, so out and in
 * add up to the total. A nine with a missing hole has no nett.
 */
export function competitionNett(card: CompetitionCard): NineTotals<number | null> {
  requireEighteen('gross', card.gross);
  requireEighteen('strokeIndexes', card.strokeIndexes);
  const allowed = allowanceStrokes(card.dailyHandicap, card.allowance);
  return nineTotals(
    card.strokeIndexes.map((strokeIndex, i) => {
      const strokes = card.gross[i] ?? null;
      return strokes === null ? null : strokes - strokesReceived(allowed, strokeIndex);
    }),
  );
}
