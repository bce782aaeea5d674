import { requireWhole, ScoringInputError } from './scoring-input-error.js';

export interface PlayedHole {
  /** 3 to 6. */
  par: number;
  /** Negative where a plus golfer gives one back. */
  strokesReceived: number;
  /** Whole number from 1; null is No Score. */
  strokes: number | null;
}

/** Stableford: 2 for nett par, one more per stroke below and one fewer per stroke above, at least 0 (Rule 21.1). */
export function stablefordPoints({ par, strokesReceived, strokes }: PlayedHole): number {
  requirePar(par);
  requireStrokes(strokesReceived, strokes);
  return points(par, strokesReceived, strokes);
}

/** Par: +1 for nett below par, 0 for par, −1 above and for No Score (Rule 21.3). */
export function parResult({ par, strokesReceived, strokes }: PlayedHole): number {
  requirePar(par);
  requireStrokes(strokesReceived, strokes);
  return againstPar(par, strokesReceived, strokes);
}

/** What a No Score counts in gross and nett totals: par + 2 + strokes received (Rules of Handicapping 3.1). */
export function nettDoubleBogey({ par, strokesReceived }: Omit<PlayedHole, 'strokes'>): number {
  requirePar(par);
  requireStrokes(strokesReceived, null);
  return doubleBogey(par, strokesReceived);
}

/** The strokes that a final card shows for a No Score: par + 2. The totals use `nettDoubleBogey` instead. */
export function noScoreOnCard(par: number): number {
  requirePar(par);
  return par + 2;
}

// The same rules, without validation, for callers that have already checked the hole.

export function points(par: number, received: number, strokes: number | null): number {
  return strokes === null ? 0 : Math.max(0, 2 + par + received - strokes);
}

export function againstPar(par: number, received: number, strokes: number | null): number {
  return strokes === null ? -1 : Math.sign(par + received - strokes);
}

export function doubleBogey(par: number, received: number): number {
  return par + 2 + received;
}

export function requirePar(par: number): void {
  requireWhole('par', par, 3, 6);
}

export function requireStrokes(received: number, strokes: number | null): void {
  if (!Number.isInteger(received)) throw new ScoringInputError('strokesReceived', received, 'a whole number');
  if (strokes !== null) requireWhole('strokes', strokes, 1, Number.MAX_SAFE_INTEGER);
}
