import { LIMITS } from '@fairmark/contract';
import { HOLE_NUMBERS, myEntry, type ScoringCard } from '../../shared/scoring/cards.js';
import type { OpenHole } from './use-hole.js';

/** A hole that I still have to enter. */
export interface OwedHole {
  hole: number;
  /** Mine and those that I mark; never empty. */
  cards: readonly ScoringCard[];
}

/** The holes that I have not entered, ascending, each with the cards that lack it. */
export function owedHoles(cards: readonly ScoringCard[]): OwedHole[] {
  return HOLE_NUMBERS.map((hole) => ({ hole, cards: cards.filter((card) => myEntry(card, hole) === null) })).filter(
    (owed) => owed.cards.length > 0,
  );
}

/** The hole that Next leads to: the next one, after the last the first that I owe. Null for the scorecard. */
export function nextHole(holeNumber: number, owed: readonly OwedHole[]): number | null {
  return holeNumber < LIMITS.holes ? holeNumber + 1 : (owed[0]?.hole ?? null);
}

/** The action of a hole's prominent button. */
export type Duty =
  | { kind: 'enter'; card: ScoringCard }
  | { kind: 'next' }
  | { kind: 'complete' }
  /** To the hole that the golfer left to settle a difference. */
  | { kind: 'back'; hole: number };

/**
 * The next duty on a hole: to enter a missing score, the active card's first; then Complete, Back or Next. `complete`:
 * whether every hole of every card is entered, in the round in play; `from`: the hole left to settle a difference here.
 */
export function nextDuty(
  { cards, card: active, holeNumber }: Pick<OpenHole, 'cards' | 'card' | 'holeNumber'>,
  complete: boolean,
  from = holeNumber,
): Duty {
  const card = [active, ...cards].find((one) => myEntry(one, holeNumber) === null);
  if (card !== undefined) return { kind: 'enter', card };
  // On the last hole Next itself completes the round.
  if (complete && holeNumber < LIMITS.holes) return { kind: 'complete' };
  return from === holeNumber ? { kind: 'next' } : { kind: 'back', hole: from };
}

/** The hole number of an address: rounded and clamped to 1 to 18; 1 if it is no number. */
export function nearestHole(text: string | undefined): number {
  const hole = Math.round(Number(text));
  return Number.isNaN(hole) ? 1 : Math.min(LIMITS.holes, Math.max(1, hole));
}
