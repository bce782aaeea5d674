import { nineTotals, type NineTotals } from './nine-totals.js';
import { requireEighteen, requireRange, ScoringInputError } from '../card/scoring-input-error.js';
import { strokesReceived } from '../card/strokes-received.js';
import type { StrokeIndex } from '../card/types.js';

export interface CompetitionCard {
  /** Gross strokes per hole; null for a hole without a score. */
  gross: readonly (number | null)[];
  strokeIndexes: readonly StrokeIndex[];
  dailyHandicap: number;
  /** Percent of the daily handicap, 0 to 100. */
  allowance: number;
}

/** Strokes that a competition allows: its share of the daily handicap, halves rounded up (−1.5 becomes −1). */
export function allowanceStrokes(dailyHandicap: number, allowance: number): number {
  if (!Number.isInteger(dailyHandicap)) throw new ScoringInputError('dailyHandicap', dailyHandicap, 'a whole number');
  requireRange('allowance', allowance, 0, 100);
  return Math.round((dailyHandicap * allowance) / 100) + 0;
}

/**
 * Competition nett: gross minus the allowed strokes, distributed by stroke index, so that out and in add up to the
 * total. Null for a nine with a missing hole.
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
