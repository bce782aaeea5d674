import { againstPar, doubleBogey, points, requirePar, requireStrokes, type PlayedHole } from './hole-result.js';
import { HOLES, type Format } from './types.js';

/** What sets one format of play apart from another. A new format is a new row here. */
export interface FormatRules {
  /** The hole as its golfer and marker agree on it; null where No Score has no result. */
  result: HoleRule<number | null>;
  /** What the hole adds to the total, No Score included. */
  counts: HoleRule<number>;
  /** Which total is better. Where it is the lower one, results are strokes, and countback takes the handicap off. */
  better: 'lower' | 'higher';
  /** Whether a golfer may pick up and enter No Score. */
  noScore: boolean;
  /** See {@link againstHandicap}. */
  againstHandicap: (card: WholeCard) => number;
}

/** What all 18 holes of a card came to. */
interface WholeCard {
  stableford: number;
  par: number;
  nett: number;
  coursePar: number;
}

type HoleRule<Result> = (par: number, received: number, strokes: number | null) => Result;

export const FORMATS: Readonly<Record<Format, FormatRules>> = {
  STROKE: {
    result: (_par, _received, strokes) => strokes,
    counts: (par, received, strokes) => strokes ?? doubleBogey(par, received),
    better: 'lower',
    noScore: false,
    againstHandicap: ({ nett, coursePar }) => coursePar - nett,
  },
  STABLEFORD: {
    result: points,
    counts: points,
    better: 'higher',
    noScore: true,
    againstHandicap: ({ stableford }) => stableford - 2 * HOLES,
  },
  PAR: {
    result: againstPar,
    counts: againstPar,
    better: 'higher',
    noScore: true,
    againstHandicap: ({ par }) => par,
  },
};

/**
 * How much better than its daily handicap a card was played; 0 is to handicap: nett par on every hole, so 36 points, level in par, or a
 * nett score of the course's par (Rules of Golf 21.1b and 21.3b). The daily handicap holds the scratch rating less par already, so the same
 * numbers mean it on every course (Golf Australia, daily handicap). Null: not all 18 holes are entered.
 */
export function againstHandicap(
  format: Format,
  { nett, ...totals }: Omit<WholeCard, 'nett'> & { nett: number | null },
): number | null {
  return nett === null ? null : FORMATS[format].againstHandicap({ ...totals, nett });
}

/** The hole in the round's own format: strokes (null for No Score), points, or +1/0/−1. */
export function holeResult({ format, par, strokesReceived, strokes }: PlayedHole & { format: Format }): number | null {
  requirePar(par);
  requireStrokes(strokesReceived, strokes);
  return FORMATS[format].result(par, strokesReceived, strokes);
}
