import type { CardHole, Format, Round, ScoreTotals } from '@fairmark/contract';
import { type CardEntry, NINE } from '@fairmark/scoring';
import { FORMAT_WORDS, holeScore } from './format-words.js';
import type { Nine, NineHole, NineTotal } from './nine-table.js';

interface ShownCard {
  round: Round;
  /** Empty if par and index are unknown. */
  holes: readonly CardHole[];
  /** The entries to show, with the committee's corrections, and their totals; by default those that count. */
  entries?: readonly (CardEntry | null)[];
  totals?: Pick<ScoreTotals, 'out' | 'in'>;
  format: Format;
  /** Holes with a score to be sent. */
  waiting?: ReadonlySet<number>;
}

/** The two nines of a card in the round's format. */
export function ninesOfCard({ round, holes, format, waiting, ...shown }: ShownCard): [out: Nine, back: Nine] {
  const { entries = round.holes, totals = round.scoreTotals } = shown;
  const rows = round.holes.map((hole, index): NineHole => {
    const card = holes[index];
    const { par = 0, index: strokeIndex } = card ?? {};
    const received = card?.strokesReceived ?? 0;
    const { strokes: entered = null, noScore = false } = entries[index] ?? {};
    const strokes = noScore ? null : entered;
    const isEmpty = card === undefined || (strokes === null && !noScore);
    return {
      number: hole.holeNumber,
      par,
      index: strokeIndex,
      strokes,
      noScore,
      score: isEmpty ? '' : holeScore(format, { par, strokesReceived: received, strokes }),
      received,
      waiting: waiting?.has(hole.holeNumber),
      mismatch: hole.mismatch,
      corrected: hole.corrected,
    };
  });
  return twoNines(rows, (half, nine) => {
    if (totals[half].gross === null) return { strokes: '', score: '' };
    const received = nine.map((hole) => (hole.strokes === null ? 0 : hole.received));
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
