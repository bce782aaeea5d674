import { LIMITS } from '@fairmark/contract';
import { myEntries, myEntry, type ScoringCard } from '../../shared/scoring/cards.js';

/** The holes that I still have to enter on one card. */
export interface Incomplete {
  card: ScoringCard;
  /** Hole numbers, ascending; never empty. */
  holes: number[];
}

/** The holes that I have not entered, by card: mine and those that I mark. */
export function incompleteHoles(cards: readonly ScoringCard[]): Incomplete[] {
  return cards
    .map((card) => ({ card, holes: myEntries(card).flatMap((entry, index) => (entry === null ? [index + 1] : [])) }))
    .filter(({ holes }) => holes.length > 0);
}

/** The destination of Next. */
type NextStep = { to: 'hole'; hole: number } | { to: 'incomplete'; hole: number } | { to: 'scorecard' };

/** The next hole; after the last one the first incomplete hole, or the scorecard if there is none. */
export function nextStep(holeNumber: number, incomplete: readonly Incomplete[]): NextStep {
  if (holeNumber < LIMITS.holes) return { to: 'hole', hole: holeNumber + 1 };
  if (incomplete.length === 0) return { to: 'scorecard' };
  return { to: 'incomplete', hole: Math.min(...incomplete.flatMap(({ holes }) => holes)) };
}

/** The incomplete holes, each with the cards that lack it. */
export function owedHoles(incomplete: readonly Incomplete[]): { hole: number; cards: ScoringCard[] }[] {
  const holes = [...new Set(incomplete.flatMap((one) => one.holes))].toSorted((one, other) => one - other);
  return holes.map((hole) => ({
    hole,
    cards: incomplete.filter((one) => one.holes.includes(hole)).map(({ card }) => card),
  }));
}

/** The action of a hole's prominent button. */
export type Duty = { kind: 'enter'; card: ScoringCard } | { kind: 'next' } | { kind: 'complete' };

interface Standing {
  cards: readonly ScoringCard[];
  /** The card whose row is active. */
  active: ScoringCard;
  /** 1 to 18. */
  holeNumber: number;
  /** Whether every hole of every card is entered, in the round in play. */
  complete: boolean;
}

/** The next duty on a hole: to enter a missing score, the active card's first; then Next, or Complete. */
export function nextDuty({ cards, active, holeNumber, complete }: Standing): Duty {
  const card = [active, ...cards].find((one) => myEntry(one, holeNumber) === null);
  if (card !== undefined) return { kind: 'enter', card };
  // On the last hole Next itself completes the round.
  return { kind: complete && holeNumber < LIMITS.holes ? 'complete' : 'next' };
}

/** The hole number of an address: rounded and clamped to 1 to 18; 1 if it is no number. */
export function nearestHole(text: string | undefined): number {
  const hole = Math.round(Number(text));
  return Number.isNaN(hole) ? 1 : Math.min(LIMITS.holes, Math.max(1, hole));
}
