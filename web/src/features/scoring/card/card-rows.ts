import type { Format } from '@fairmark/contract';
import type { CardTotals } from '@fairmark/scoring';
import { nineHole, ninesOfCard, type Nine } from '../../../golf/card-rows.js';
import { myEntries, type ScoringCard } from '../../../shared/scoring/cards.js';
import { totalsSoFar } from '../../../shared/scoring/running-total.js';

/** My entries on a card with the committee's corrections, as two nines with totals. */
export interface CardRows {
  nines: [out: Nine, back: Nine];
  totals: CardTotals;
}

/** Rows of a card with my entries; `waiting`: holes that are not sent yet. */
export function cardRows(card: ScoringCard, format: Format, waiting: ReadonlySet<number>): CardRows {
  const entries = myEntries(card);
  const holes = card.round.holes.map((hole, index) =>
    nineHole({ hole, card: card.holes[index], entry: entries[index] ?? null, format, waiting }),
  );
  const totals = totalsSoFar(card, format);
  return { nines: ninesOfCard(holes, totals, format), totals };
}
