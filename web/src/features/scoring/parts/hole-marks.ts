import { LIMITS } from '@fairmark/contract';
import { differenceOf, isSigned, myEntry, type Difference, type ScoringCard } from '../../../shared/scoring/cards.js';

/** How a hole stands over all the cards that I enter scores on. */
export type HoleMark = 'empty' | 'partly' | 'entered' | 'differs';

/** The same in words. */
export const MARK_TEXTS: Readonly<Record<HoleMark, string>> = {
  empty: 'not entered',
  partly: 'partly entered',
  entered: 'entered',
  differs: 'scores differ',
};

/** How each of the 18 holes stands; a difference on any card comes first. */
export function holeMarks(cards: readonly ScoringCard[]): HoleMark[] {
  return Array.from({ length: LIMITS.holes }, (_, index) => holeMark(cards, index + 1));
}

/** Numbers of the holes where my score and the other side's differ, on any of the cards. */
export function differingHoles(cards: readonly ScoringCard[]): number[] {
  return holeMarks(cards).flatMap((mark, index) => (mark === 'differs' ? [index + 1] : []));
}

/** A difference on another hole than the one that is shown. */
export interface Elsewhere {
  card: ScoringCard;
  holeNumber: number;
  difference: Difference;
  /** How many other ones there are, beside the shown hole's. */
  more: number;
}

/** The first difference on another hole, of any card that can still be changed; null: there is none. */
export function differenceElsewhere(cards: readonly ScoringCard[], shown: number): Elsewhere | null {
  const all = Array.from({ length: LIMITS.holes }, (_, index) => index + 1)
    .filter((holeNumber) => holeNumber !== shown)
    .flatMap((holeNumber) =>
      cards.flatMap((card) => {
        const difference = isSigned(card) ? null : differenceOf(card, holeNumber);
        return difference?.mismatch === true ? [{ card, holeNumber, difference }] : [];
      }),
    );
  const [first] = all;
  return first === undefined ? null : { ...first, more: all.length - 1 };
}

function holeMark(cards: readonly ScoringCard[], holeNumber: number): HoleMark {
  if (cards.some(({ round }) => round.holes[holeNumber - 1]?.mismatch === true)) return 'differs';
  const entered = cards.filter((card) => myEntry(card, holeNumber) !== null).length;
  if (entered === 0) return 'empty';
  return entered === cards.length ? 'entered' : 'partly';
}
