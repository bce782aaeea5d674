import {
  differenceOf,
  HOLE_NUMBERS,
  isSigned,
  type Difference,
  type ScoringCard,
} from '../../../shared/scoring/cards.js';

/** The holes on which my score and the other side's differ, on any card. */
export function differingHoles(cards: readonly ScoringCard[]): number[] {
  return HOLE_NUMBERS.filter((number) => cards.some(({ round }) => round.holes[number - 1]?.mismatch === true));
}

/** A difference on a hole other than the shown one. */
export interface Elsewhere {
  card: ScoringCard;
  holeNumber: number;
  difference: Difference;
  /** How many more there are, not counting the shown hole. */
  more: number;
}

/** The first difference on another hole of a card that can still be changed; null: none. */
export function differenceElsewhere(cards: readonly ScoringCard[], shown: number): Elsewhere | null {
  const all = HOLE_NUMBERS.filter((holeNumber) => holeNumber !== shown).flatMap((holeNumber) =>
    cards.flatMap((card) => {
      const difference = isSigned(card) ? null : differenceOf(card, holeNumber);
      return difference?.mismatch === true ? [{ card, holeNumber, difference }] : [];
    }),
  );
  const [first] = all;
  return first === undefined ? null : { ...first, more: all.length - 1 };
}
