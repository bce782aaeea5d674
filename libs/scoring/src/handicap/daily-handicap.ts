import { requireRange, ScoringInputError } from '../card/scoring-input-error.js';
import type { Gender } from '../card/types.js';

export interface DailyHandicapInput {
  /** Official (GA) handicap, −10.9 to 54.0; plus handicaps are negative. */
  handicap: number;
  /** Ratings for the tee and gender: slope 55 to 155, scratch rating and par in strokes. */
  slopeRating: number;
  scratchRating: number;
  parRating: number;
  gender: Gender;
  /** Highest daily handicap, a whole number; default 36 for men, 45 for women. `Infinity`: no cap. */
  cap?: number;
}

/** The lowest and highest official handicap. */
const HANDICAP_RANGE = { min: -10.9, max: 54 } as const;

/** Caps that apply unless another is given (docs/product.md, Courses, tees and handicaps 8). */
export const DEFAULT_CAP: Readonly<Record<Gender, number>> = { MALE: 36, FEMALE: 45 };

const NEUTRAL_SLOPE = 113;
/** Golf Australia's multiplier, the same on every course. */
export const HANDICAP_ALLOWANCE = 0.93;
const CONSISTENCY_FACTOR: Readonly<Record<Gender, number>> = { MALE: 0.9986, FEMALE: 1.0483 };

/**
 * Strokes that a golfer receives over 18 holes today, by Golf Australia's formula of 2 October 2025: `(handicap × slope
 * / 113 + scratch − par) × 0.93 × consistency factor`, rounded once, halves up, then capped. Negative for plus golfers,
 * who give strokes back.
 *
 * Doubles are exact enough: with inputs of at most two decimals, no result comes closer to a half than 10⁻¹⁰.
 *
 * @throws ScoringInputError for an unknown gender, a missing rating or a number outside its range
 */
export function dailyHandicap(input: DailyHandicapInput): number {
  const { handicap, slopeRating, scratchRating, parRating, gender } = input;
  if (!Object.hasOwn(CONSISTENCY_FACTOR, gender)) throw new ScoringInputError('gender', gender, 'FEMALE or MALE');
  requireRange('handicap', handicap, HANDICAP_RANGE.min, HANDICAP_RANGE.max);
  requireRange('slopeRating', slopeRating, 55, 155);
  requireRange('scratchRating', scratchRating, 1, 100);
  requireRange('parRating', parRating, 1, 100);
  const { cap = DEFAULT_CAP[gender] } = input;
  if (!(cap >= 0 && (Number.isInteger(cap) || cap === Infinity))) {
    throw new ScoringInputError('cap', cap, 'a whole number from 0 up, or Infinity');
  }

  const course = (handicap * slopeRating) / NEUTRAL_SLOPE + scratchRating - parRating;
  const rounded = Math.round(course * HANDICAP_ALLOWANCE * CONSISTENCY_FACTOR[gender]);
  // Adding 0 turns −0 into 0: Math.round(−0.3) is −0, and so may be the cap.
  return Math.min(rounded, cap) + 0;
}
