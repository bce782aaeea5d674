import { entryStrokes } from './agreement.js';
import { FORMATS } from './formats.js';
import { againstPar, doubleBogey, points, requirePar } from './hole-result.js';
import { requireEighteen } from './scoring-input-error.js';
import { strokesReceived } from './strokes-received.js';
import { HOLES, NINE, type CardEntry, type Format, type ScoredHole } from './types.js';

/** A card: the entries that count, null for a hole not entered yet, and the holes as its golfer plays them. */
export interface ScoredCard {
  entries: readonly (CardEntry | null)[];
  holes: readonly ScoredHole[];
  dailyHandicap: number;
}

/** Sums over the holes entered so far; `gross` is null if there are none. */
export interface NineScore {
  stableford: number;
  par: number;
  gross: number | null;
}

export interface CardTotals extends NineScore {
  /** Gross minus daily handicap; null until all 18 holes are entered. */
  nett: number | null;
  /** Nett minus the card's par, by which the nett leaderboard ranks. Null until all 18 holes are entered. */
  nettToPar: number | null;
  /** Number of holes entered. */
  thru: number;
  /** A No Score counts as nett double bogey in gross and nett; such cards rank below complete ones on the nett leaderboard. */
  includesNoScore: boolean;
  out: NineScore;
  in: NineScore;
}

/**
 * Computes all totals of a card in one pass. A hole that is not entered counts nowhere. A No Score counts 0 points, −
 * in par, and par + 2 + strokes received in gross and nett.
 */
export function cardTotals({ entries, holes, dailyHandicap }: ScoredCard): CardTotals {
  requireEighteen('entries', entries);
  requireEighteen('holes', holes);
  const out: NineScore = { stableford: 0, par: 0, gross: null };
  const back: NineScore = { stableford: 0, par: 0, gross: null };
  let coursePar = 0;
  let thru = 0;
  let includesNoScore = false;
  let i = -1;
  for (const hole of holes) {
    i += 1;
    requirePar(hole.par);
    coursePar += hole.par;
    const entry = entries[i] ?? null;
    if (entry === null) continue;
    thru += 1;
    const strokes = entryStrokes(entry);
    if (strokes === null) includesNoScore = true;
    addHole(i < NINE ? out : back, hole, strokesReceived(dailyHandicap, hole.strokeIndex), strokes);
  }
  const stableford = out.stableford + back.stableford;
  const par = out.par + back.par;
  const gross = thru === 0 ? null : (out.gross ?? 0) + (back.gross ?? 0);
  const nett = gross === null || thru < HOLES ? null : gross - dailyHandicap;
  const nettToPar = nett === null ? null : nett - coursePar;
  return { stableford, par, gross, nett, nettToPar, includesNoScore, thru, out, in: back };
}

function addHole(to: NineScore, { par }: ScoredHole, received: number, strokes: number | null): void {
  to.stableford += points(par, received, strokes);
  to.par += againstPar(par, received, strokes);
  to.gross = (to.gross ?? 0) + (strokes ?? doubleBogey(par, received));
}

/**
 * A card's result on each hole: points, +1/0/−1, or strokes relative to par, with No Score as nett double bogey as
 * in the totals. Null for a hole not entered.
 */
export function resultsByHole({ entries, holes, dailyHandicap }: ScoredCard, format: Format): (number | null)[] {
  requireEighteen('entries', entries);
  requireEighteen('holes', holes);
  const { better, counts } = FORMATS[format];
  return holes.map(({ par, strokeIndex }, i) => {
    requirePar(par);
    const entry = entries[i] ?? null;
    if (entry === null) return null;
    const result = counts(par, strokesReceived(dailyHandicap, strokeIndex), entryStrokes(entry));
    return better === 'lower' ? result - par : result;
  });
}
