import { compareValues } from './ranking.js';
import { sumOf } from './nine-totals.js';
import { requireEighteen, ScoringInputError } from '../card/scoring-input-error.js';
import { FORMATS } from '../card/formats.js';
import { HOLES, type Format } from '../card/types.js';

/** A card as countback compares it. */
export interface CountbackCard {
  format: Format;
  /** Whole strokes; used only by formats that count strokes. 0 compares gross. */
  dailyHandicap: number;
  /** Eighteen: points, +1/0/−1, or strokes relative to par; null for a hole without a result. */
  results: readonly (number | null)[];
}

/** The part of the card that decided: `last9`, `last6`, `last3`, then `hole18`, `hole17` … `hole1`. */
export type CountbackSegment = 'last9' | 'last6' | 'last3' | `hole${number}`;

export interface Countback {
  /** −1: the first card is better; 1: the second; 0: nothing decides. Sorts best first. */
  order: -1 | 0 | 1;
  decidedBy: CountbackSegment | null;
}

/** A segment's range in `results`; `to` is exclusive. */
interface Range {
  segment: CountbackSegment;
  from: number;
  to: number;
}

/** In the order of comparison. */
const SEGMENTS: readonly Range[] = [
  { segment: 'last9', from: 9, to: HOLES },
  { segment: 'last6', from: 12, to: HOLES },
  { segment: 'last3', from: 15, to: HOLES },
  ...Array.from({ length: HOLES }, (_, i): Range => ({
    segment: `hole${HOLES - i}`,
    from: HOLES - i - 1,
    to: HOLES - i,
  })),
];

/**
 * The Australian Countback Method: the last nine, six and three holes of the card (regardless of the starting hole),
 * then single holes backwards from the 18th. Stableford and par compare sums. Stroke compares strokes relative to par
 * minus 1/18 of the daily handicap per hole, exactly. A segment in which either card lacks a hole is skipped.
 *
 * @throws ScoringInputError for cards of different formats, or not of 18 holes.
 */
export function countback(a: CountbackCard, b: CountbackCard): Countback {
  if (a.format !== b.format) throw new ScoringInputError('format', b.format, `${a.format} like the other card`);
  requireEighteen('results', a.results);
  requireEighteen('results', b.results);
  for (const range of SEGMENTS) {
    const left = eighteenths(a, range);
    const right = eighteenths(b, range);
    if (left === null || right === null || left === right) continue;
    return { order: compareValues(left, right, FORMATS[a.format].better) < 0 ? -1 : 1, decidedBy: range.segment };
  }
  return { order: 0, decidedBy: null };
}

/** The value that countback compares: points, +/−, or nett strokes to par, not rounded; null if a hole is missing. */
export function segmentScore(card: CountbackCard, segment: CountbackSegment): number | null {
  requireEighteen('results', card.results);
  const range = SEGMENTS.find((one) => one.segment === segment);
  const score = range === undefined ? null : eighteenths(card, range);
  return score === null ? null : score / HOLES;
}

/** The same value in eighteenths, a whole number, so that shares of a handicap compare exactly. */
function eighteenths({ format, dailyHandicap, results }: CountbackCard, { from, to }: Range): number | null {
  const sum = sumOf(results, from, to);
  if (sum === null) return null;
  return FORMATS[format].better === 'lower' ? sum * HOLES - dailyHandicap * (to - from) : sum * HOLES;
}
