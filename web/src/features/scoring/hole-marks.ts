import { LIMITS } from '@fairmark/contract';
import { myEntry, type ScoringCard } from './parts/cards.js';

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

function holeMark(cards: readonly ScoringCard[], holeNumber: number): HoleMark {
  if (cards.some(({ round }) => round.holes[holeNumber - 1]?.mismatch === true)) return 'differs';
  const entered = cards.filter((card) => myEntry(card, holeNumber) !== null).length;
  if (entered === 0) return 'empty';
  return entered === cards.length ? 'entered' : 'partly';
}
