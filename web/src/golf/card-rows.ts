import type { CardHole, Format, RoundHole, ScoreTotals } from '@fairmark/contract';
import { type CardEntry, NINE } from '@fairmark/scoring';
import { FORMAT_WORDS, holeScore } from './format-words.js';
import type { NineHole, NineTotal } from './nine-table.js';

/** A nine of a card, as shown in a table. */
export interface Nine {
  holes: NineHole[];
  total: NineTotal;
}

interface HoleOfCard {
  hole: RoundHole;
  /** Undefined if par and index are unknown. */
  card: CardHole | undefined;
  entry: CardEntry | null;
  format: Format;
  waiting: ReadonlySet<number>;
}

/** A hole of a card, as shown in a table. */
export function nineHole({ hole, card, entry, format, waiting }: HoleOfCard): NineHole {
  const { par = 0, index } = card ?? {};
  const received = card?.strokesReceived ?? 0;
  const { strokes: shown = null, noScore = false } = (hole.corrected ? hole : entry) ?? {};
  const strokes = noScore ? null : shown;
  const isEmpty = card === undefined || (strokes === null && !noScore);
  return {
    number: hole.holeNumber,
    par,
    index,
    strokes,
    noScore,
    score: isEmpty ? '' : holeScore(format, { par, strokesReceived: received, strokes }),
    received,
    waiting: waiting.has(hole.holeNumber),
    mismatch: hole.mismatch,
    corrected: hole.corrected,
  };
}

/** The two nines of a card in the round's format. */
export function ninesOfCard(holes: readonly NineHole[], totals: Pick<ScoreTotals, 'out' | 'in'>, format: Format) {
  return twoNines(holes, (half, rows) => {
    if (totals[half].gross === null) return { strokes: '', score: '' };
    const received = rows.map((hole) => (hole.strokes === null ? 0 : hole.received));
    return { strokes: totals[half].gross, score: FORMAT_WORDS[format].nine(totals[half], sum(received)) };
  });
}

/** Splits the 18 holes of a card into two nines, each with its total. */
export function twoNines(
  holes: readonly NineHole[],
  total: (half: 'out' | 'in', rows: readonly NineHole[]) => Pick<NineTotal, 'strokes' | 'score'>,
): [out: Nine, back: Nine] {
  const nine = (half: 'out' | 'in', rows: NineHole[]): Nine => ({
    holes: rows,
    total: { label: half === 'out' ? 'Out' : 'In', par: sum(rows.map(({ par }) => par)), ...total(half, rows) },
  });
  return [nine('out', holes.slice(0, NINE)), nine('in', holes.slice(NINE))];
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
