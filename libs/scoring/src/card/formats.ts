import { againstPar, doubleBogey, points, requirePar, requireStrokes, type PlayedHole } from './hole-result.js';
import type { Format } from './types.js';

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
}

type HoleRule<Result> = (par: number, received: number, strokes: number | null) => Result;

export const FORMATS: Readonly<Record<Format, FormatRules>> = {
  STROKE: {
    result: (_par, _received, strokes) => strokes,
    counts: (par, received, strokes) => strokes ?? doubleBogey(par, received),
    better: 'lower',
    noScore: false,
  },
  STABLEFORD: { result: points, counts: points, better: 'higher', noScore: true },
  PAR: { result: againstPar, counts: againstPar, better: 'higher', noScore: true },
};

/** The hole in the round's own format: strokes (null for No Score), points, or +1/0/−1. */
export function holeResult({ format, par, strokesReceived, strokes }: PlayedHole & { format: Format }): number | null {
  requirePar(par);
  requireStrokes(strokesReceived, strokes);
  return FORMATS[format].result(par, strokesReceived, strokes);
}
