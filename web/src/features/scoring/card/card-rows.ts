import type { Format } from '@fairmark/contract';
import { nineHole, ninesOfCard } from '../../../golf/card-rows.js';
import { myEntries, type ScoringCard } from '../../../shared/scoring/cards.js';
import { totalsSoFar } from '../../../shared/scoring/running-total.js';

/** My entries on a card with the committee's corrections, as two nines with totals; `waiting`: not sent yet. */
export function cardRows(card: ScoringCard, format: Format, waiting: ReadonlySet<number>) {
  const entries = myEntries(card);
  const holes = card.round.holes.map((hole, index) =>
    nineHole({ hole, card: card.holes[index], entry: entries[index] ?? null, format, waiting }),
  );
  const totals = totalsSoFar(card);
  return { nines: ninesOfCard(holes, totals, format), totals };
}
