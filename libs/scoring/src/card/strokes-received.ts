import { requireWhole, ScoringInputError } from './scoring-input-error.js';
import { HOLES, type StrokeIndex } from './types.js';

/** How many index numbers a course has whose holes have three each. */
const NUMBERS = 3 * HOLES;

/**
 * Strokes that a hole gives to a golfer: one for each of its index numbers at or below the daily handicap. A hole with one
 * number i counts i, i + 18, i + 36. A plus golfer (negative handicap) gives strokes back, from index 18 upwards: the result
 * is negative. Over a course's 18 holes the strokes add up to the daily handicap.
 *
 * @throws ScoringInputError for a handicap or index that is no whole number, or a first index outside 1 to 18. Whether the
 *   numbers of a course fit together is checked where a course is brought in.
 */
export function strokesReceived(dailyHandicap: number, strokeIndex: StrokeIndex): number {
  if (!Number.isInteger(dailyHandicap)) throw new ScoringInputError('dailyHandicap', dailyHandicap, 'a whole number');
  const first = Array.isArray(strokeIndex) ? strokeIndex[0] : strokeIndex;
  requireWhole('strokeIndex', first, 1, HOLES);
  if (dailyHandicap < 0) return givenBack(-dailyHandicap, first);
  if (typeof strokeIndex === 'number') return Math.floor((dailyHandicap + HOLES - first) / HOLES);

  requireWhole('strokeIndex', strokeIndex[1], 1, Number.MAX_SAFE_INTEGER);
  requireWhole('strokeIndex', strokeIndex[2], 1, Number.MAX_SAFE_INTEGER);
  // Above 54 (a match without a cap) the numbers start again, as the second set of 18 does above 18.
  const again = dailyHandicap > NUMBERS ? Math.floor((dailyHandicap - 1) / NUMBERS) : 0;
  const rest = dailyHandicap - again * NUMBERS;
  return again * 3 + Number(first <= rest) + Number(strokeIndex[1] <= rest) + Number(strokeIndex[2] <= rest);
}

function givenBack(strokes: number, firstIndex: number): number {
  const back = Math.floor((strokes + firstIndex - 1) / HOLES);
  return back === 0 ? 0 : -back;
}
