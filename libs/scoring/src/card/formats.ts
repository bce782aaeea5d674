import { againstPar, doubleBogey, points, requirePar, requireStrokes, type PlayedHole } from './hole-result.js';
import { HOLES, type Format } from './types.js';

/** What a leaderboard is sorted by. Nett is compared relative to par, since pars differ by tee and gender. */
export const LEADERBOARD_SORTS = ['stableford', 'par', 'nett'] as const;
export type LeaderboardSort = (typeof LEADERBOARD_SORTS)[number];

/** The rules of a format of play. `cardTotals` has the totals, of every format for every card. */
export interface FormatRules {
  /** The hole's result, on which player and marker must agree; null if No Score has none. */
  result: HoleRule<number | null>;
  /** What the hole counts in countback, as in the total; also for No Score. */
  counts: HoleRule<number>;
  /** Which total is better. If the lower one is, results are strokes, and countback subtracts the handicap. */
  better: 'lower' | 'higher';
  /** The leaderboard of cards in this format, named as the total that it shows. */
  sort: LeaderboardSort;
  /** Whether a golfer may pick up and enter No Score. */
  noScore: boolean;
}

type HoleRule<Result> = (par: number, received: number, strokes: number | null) => Result;

export const FORMATS: Readonly<Record<Format, FormatRules>> = {
  STROKE: {
    result: (_par, _received, strokes) => strokes,
    counts: (par, received, strokes) => strokes ?? doubleBogey(par, received),
    better: 'lower',
    sort: 'nett',
    noScore: false,
  },
  STABLEFORD: {
    result: points,
    counts: points,
    better: 'higher',
    sort: 'stableford',
    noScore: true,
  },
  PAR: {
    result: againstPar,
    counts: againstPar,
    better: 'higher',
    sort: 'par',
    noScore: true,
  },
};

/**
 * How much better than its daily handicap a card is; null until all 18 holes are entered. 0 means played to handicap,
 * as with nett par on every hole: 36 points, level in par, or a nett score equal to the course's par (Rules of Golf
 * 21.1b and 21.3b). That holds on every course, because Golf Australia's daily handicap already includes scratch rating
 * minus par.
 */
export function againstHandicap(
  format: Format,
  { stableford, par, nett, coursePar }: { stableford: number; par: number; nett: number | null; coursePar: number },
): number | null {
  return nett === null ? null : { STROKE: coursePar - nett, STABLEFORD: stableford - 2 * HOLES, PAR: par }[format];
}

/** The hole's result in the round's format: strokes (null for No Score), points, or +1/0/−1. */
export function holeResult({ format, par, strokesReceived, strokes }: PlayedHole & { format: Format }): number | null {
  requirePar(par);
  requireStrokes(strokesReceived, strokes);
  return FORMATS[format].result(par, strokesReceived, strokes);
}
