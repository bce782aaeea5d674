import { requireWhole, ScoringInputError } from './scoring-input-error.js';
import { HOLES, type StrokeIndex } from './types.js';

/** Index numbers on a course whose holes have three each. */
const NUMBERS = 3 * HOLES;

/**
 * Strokes that a golfer receives on a hole: one for each of its index numbers at or below the daily handicap. A single
 * index i stands for i, i + 18, i + 36 and so on. A plus golfer (negative handicap) gives strokes back, starting at
 * index 18, so the result is negative. Over a course's 18 holes the strokes add up to the daily handicap.
 *
 * @throws ScoringInputError for a handicap or index that is not a whole number, or a first index outside 1 to 18. The
 *   course importer checks that the indexes of a course are consistent.
 */
export function strokesReceived(dailyHandicap: number, strokeIndex: StrokeIndex): number {
  if (!Number.isInteger(dailyHandicap)) throw new ScoringInputError('dailyHandicap', dailyHandicap, 'a whole number');
  const first = Array.isArray(strokeIndex) ? strokeIndex[0] : strokeIndex;
  requireWhole('strokeIndex', first, 1, HOLES);
  if (dailyHandicap < 0) return givenBack(-dailyHandicap, first);
  if (typeof strokeIndex === 'number') return Math.floor((dailyHandicap + HOLES - first) / HOLES);

  requireWhole('strokeIndex', strokeIndex[1], 1, Number.MAX_SAFE_INTEGER);
  requireWhole('strokeIndex', strokeIndex[2], 1, Number.MAX_SAFE_INTEGER);
  // Above 54, possible in a match without a cap, the numbers start again, as single indexes do above 18.
  const again = dailyHandicap > NUMBERS ? Math.floor((dailyHandicap - 1) / NUMBERS) : 0;
  const rest = dailyHandicap - again * NUMBERS;
  return again * 3 + Number(first <= rest) + Number(strokeIndex[1] <= rest) + Number(strokeIndex[2] <= rest);
}

function givenBack(strokes: number, firstIndex: number): number {
  const back = Math.floor((strokes + firstIndex - 1) / HOLES);
  return back === 0 ? 0 : -back;
}
