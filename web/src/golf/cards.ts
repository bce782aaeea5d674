import type { CardHole, Format, MatchAnswer, Round, ScoreTotals, Side } from '@fairmark/contract';
import { NINE } from '@fairmark/scoring';
import { FORMAT_WORDS, holeScore } from './format-words.js';
import type { Nine, NineHole } from './nine-table.js';

/** Par, index and strokes received of a card's holes, from the match: for my card and those I mark; else null. */
export function holesOfCard({ userMatchSettings: mine }: MatchAnswer, userId: string): CardHole[] | null {
  if (mine?.userId === userId) return mine.holes;
  return mine?.marking.find(({ id }) => id === userId)?.settings.holes ?? null;
}

/** My role on a card; null for neither. */
export function partOn(round: Pick<Round, 'player' | 'marker'>, me: string): Side | null {
  if (round.player.id === me) return 'PLAYER';
  return round.marker?.id === me ? 'MARKER' : null;
}

/** Whether player or marker has signed the current card, which locks it. */
export function isSigned({ signatures }: Pick<Round, 'signatures'>): boolean {
  return signatures.length > 0;
}

/** Shown on a verified card. */
export const LOCKED = 'Signed by player and marker. Only the committee can change this card now.';

/**
 * The two nines of a card in the round's format.
 *
 * @param known par, index and strokes received; empty if they are unknown
 * @param waiting numbers of the holes with a score to be sent
 */
export function ninesOf(
  format: Format,
  { holes, scoreTotals }: Pick<Round, 'holes'> & { scoreTotals: Pick<ScoreTotals, 'out' | 'in'> },
  known: readonly CardHole[],
  waiting: ReadonlySet<number> = new Set(),
): [out: Nine, back: Nine] {
  const rows = holes.map(({ holeNumber: number, noScore, mismatch, corrected, ...shown }, place): NineHole => {
    const { par = 0, index, strokesReceived } = known[place] ?? {};
    const received = strokesReceived ?? 0;
    const strokes = noScore ? null : shown.strokes;
    const isScored = par > 0 && (strokes !== null || noScore);
    const score = isScored ? holeScore(format, { par, strokesReceived: received, strokes }) : '';
    return { number, par, index, strokes, noScore, score, received, waiting: waiting.has(number), mismatch, corrected };
  });
  return twoNines(rows, (half, nine) => {
    const totals = scoreTotals[half];
    if (totals.gross === null) return { strokes: '', score: '' };
    const nett = totals.gross - sum(nine.map(({ strokes, received }) => (strokes === null ? 0 : received)));
    return { strokes: totals.gross, score: FORMAT_WORDS[format].round({ ...totals, nett }) };
  });
}

/** Splits the 18 holes of a card into two nines, each with its total. */
export function twoNines(
  holes: readonly NineHole[],
  total: (half: 'out' | 'in', rows: readonly NineHole[]) => Pick<Nine, 'strokes' | 'score'>,
): [out: Nine, back: Nine] {
  const nine = (half: 'out' | 'in', rows: NineHole[]): Nine => ({
    holes: rows,
    label: half === 'out' ? 'Out' : 'In',
    par: sum(rows.map(({ par }) => par)),
    ...total(half, rows),
  });
  return [nine('out', holes.slice(0, NINE)), nine('in', holes.slice(NINE))];
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
