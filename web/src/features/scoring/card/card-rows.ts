import type { Format } from '@fairmark/contract';
import { cardTotals, type CardTotals } from '@fairmark/scoring';
import { countingScore, type ShownEntry } from '../../../golf/counting-score.js';
import type { NineHole, NineTableProps } from '../../../golf/nine-table.js';
import { signed } from '../../../text/words.js';
import { myEntries, type ScoringCard } from '../parts/cards.js';
import { cardResult } from '../parts/result-words.js';

const NINE = 9;

/** The name of a card's Score row in each format. */
export const SCORE_ROW: Readonly<Record<Format, string>> = { STABLEFORD: 'Pts', PAR: '+/−', STROKE: 'Nett' };

/** What I have entered on a card, as its two nines show it, and what it adds up to. */
export interface CardRows {
  out: Pick<NineTableProps, 'holes' | 'total'>;
  in: Pick<NineTableProps, 'holes' | 'total'>;
  totals: CardTotals;
}

/** The card with my own entries and the committee's corrections; `waiting` names the holes that are not sent yet. */
export function cardRows(card: ScoringCard, format: Format, waiting: ReadonlySet<number>): CardRows {
  const entries = shownEntries(card);
  const totals = cardTotals({
    entries,
    holes: card.holes.map(({ par, index }) => ({ par, strokeIndex: index })),
    dailyHandicap: card.round.dailyHandicap,
    format,
  });
  const holes = entries.map((entry, index) => nineHole(card, format, { entry, index, waiting }));
  return {
    out: nine('Out', holes.slice(0, NINE), totals.out, format),
    in: nine('In', holes.slice(NINE), totals.in, format),
    totals,
  };
}

/** The round's own total, large: points, "+3", strokes; a dash while nothing is entered. */
export function totalText(totals: CardTotals, format: Format): string {
  if (totals.thru === 0 || totals.score === null) return '–';
  return format === 'PAR' ? signed(totals.score) : String(totals.score);
}

/** What I have entered; where the committee put it right, what counts. */
function shownEntries(card: ScoringCard): (ShownEntry | null)[] {
  return myEntries(card).map((entry, index) => {
    const hole = card.round.holes[index];
    const { par = 0, strokesReceived } = card.holes[index] ?? {};
    return hole?.corrected === true ? countingScore(hole, par, strokesReceived ?? 0) : entry;
  });
}

interface At {
  entry: ShownEntry | null;
  /** 0 is hole 1. */
  index: number;
  waiting: ReadonlySet<number>;
}

function nineHole(card: ScoringCard, format: Format, { entry, index, waiting }: At): NineHole {
  const number = index + 1;
  const received = card.holes[index]?.strokesReceived ?? 0;
  return {
    number,
    par: card.holes[index]?.par ?? 0,
    strokes: entry?.strokes ?? null,
    noScore: entry?.noScore ?? false,
    score: entry === null ? '' : cardResult({ entry, format, strokesReceived: received }),
    received,
    waiting: waiting.has(number),
    mismatch: card.round.holes[index]?.mismatch ?? false,
    corrected: card.round.holes[index]?.corrected ?? false,
  };
}

function nine(label: 'Out' | 'In', holes: NineHole[], totals: CardTotals['out'], format: Format): CardRows['out'] {
  return {
    holes,
    total: {
      label,
      par: sum(holes.map(({ par }) => par)),
      strokes: totals.gross ?? '',
      score: totals.gross === null ? '' : nineScore(holes, totals, format),
    },
  };
}

function nineScore(holes: readonly NineHole[], totals: CardTotals['out'], format: Format): string {
  if (format === 'STABLEFORD') return String(totals.stableford);
  if (format === 'PAR') return signed(totals.par);
  return String(sum(holes.map(({ strokes, received }) => (strokes === null ? 0 : strokes - received))));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
