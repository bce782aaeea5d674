import { isSigned } from '../../../golf/cards.js';
import { differenceOf, HOLE_NUMBERS, type Difference, type ScoringCard } from '../../../shared/scoring/cards.js';

/** A hole on which my result and the other side's differ. */
export interface DifferingHole {
  card: ScoringCard;
  holeNumber: number;
  difference: Difference;
}

/** The differing holes of cards that can still be changed, by hole. */
export function differingHoles(cards: readonly ScoringCard[]): DifferingHole[] {
  return HOLE_NUMBERS.flatMap((holeNumber) =>
    cards.flatMap((card) => {
      const difference = isSigned(card.round) ? null : differenceOf(card, holeNumber);
      return difference?.mismatch === true ? [{ card, holeNumber, difference }] : [];
    }),
  );
}
