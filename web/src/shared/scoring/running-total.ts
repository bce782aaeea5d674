import type { Format } from '@fairmark/contract';
import { cardTotals, type CardEntry, type CardTotals } from '@fairmark/scoring';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { myEntries, type ScoringCard } from './cards.js';

/** My entries on a card, with the committee's corrections. */
export function countingEntries(card: ScoringCard): (CardEntry | null)[] {
  return myEntries(card).map((entry, index) => {
    const hole = card.round.holes[index];
    if (hole?.corrected !== true) return entry;
    return { strokes: hole.noScore ? null : hole.strokes, noScore: hole.noScore };
  });
}

/** The totals of those entries. */
export function totalsSoFar(card: ScoringCard): CardTotals {
  return cardTotals({
    entries: countingEntries(card),
    holes: card.holes.map(({ par, index }) => ({ par, strokeIndex: index })),
    dailyHandicap: card.round.dailyHandicap,
  });
}

/** The card's running total: "18 pts ·", "+7" or "2 up" before "thru 9"; null before the first hole. */
export function runningTotal(card: ScoringCard, format: Format): { figure: string; thru: number } | null {
  const totals = totalsSoFar(card);
  if (totals.thru === 0) return null;
  const par = countingEntries(card).reduce(
    (sum, entry, index) => sum + (entry === null ? 0 : (card.holes[index]?.par ?? 0)),
    0,
  );
  return { figure: FORMAT_WORDS[format].running(totals, (totals.gross ?? 0) - par), thru: totals.thru };
}
