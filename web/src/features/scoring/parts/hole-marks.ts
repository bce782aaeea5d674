import { LIMITS } from '@fairmark/contract';
import { differenceOf, isSigned, myEntry, type Difference, type ScoringCard } from '../../../shared/scoring/cards.js';

/** The state of a hole over all cards that I enter scores on. */
export type HoleMark = 'empty' | 'partly' | 'entered' | 'differs';

export const MARK_TEXTS: Readonly<Record<HoleMark, string>> = {
  empty: 'not entered',
  partly: 'partly entered',
  entered: 'entered',
  differs: 'scores differ',
};

/** The state of each of the 18 holes; a difference on any card takes precedence. */
export function holeMarks(cards: readonly ScoringCard[]): HoleMark[] {
  return Array.from({ length: LIMITS.holes }, (_, index) => holeMark(cards, index + 1));
}

/** The holes on which my score and the other side's differ, on any card. */
export function differingHoles(cards: readonly ScoringCard[]): number[] {
  return holeMarks(cards).flatMap((mark, index) => (mark === 'differs' ? [index + 1] : []));
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
