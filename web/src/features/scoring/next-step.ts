import { LIMITS } from '@fairmark/contract';
import { myEntries, myEntry, type ScoringCard } from '../../shared/scoring/cards.js';

/** What I still owe on one card. */
export interface Incomplete {
  card: ScoringCard;
  /** Numbers of the holes, in order; never empty. */
  holes: number[];
}

/** The holes that I have not entered yet, card by card: mine and every one that I keep. */
export function incompleteHoles(cards: readonly ScoringCard[]): Incomplete[] {
  return cards
    .map((card) => ({ card, holes: myEntries(card).flatMap((entry, index) => (entry === null ? [index + 1] : [])) }))
    .filter(({ holes }) => holes.length > 0);
}

/** Where Next leads to. */
type NextStep = { to: 'hole'; hole: number } | { to: 'incomplete'; hole: number } | { to: 'scorecard' };

/** The hole after this one; after the last the first one that is incomplete; the scorecard when there is none. */
export function nextStep(holeNumber: number, incomplete: readonly Incomplete[]): NextStep {
  if (holeNumber < LIMITS.holes) return { to: 'hole', hole: holeNumber + 1 };
  if (incomplete.length === 0) return { to: 'scorecard' };
  return { to: 'incomplete', hole: Math.min(...incomplete.flatMap(({ holes }) => holes)) };
}

/** The same hole by hole: which cards lack it. */
export function owedHoles(incomplete: readonly Incomplete[]): { hole: number; cards: ScoringCard[] }[] {
  const holes = [...new Set(incomplete.flatMap((one) => one.holes))].toSorted((one, other) => one - other);
  return holes.map((hole) => ({
    hole,
    cards: incomplete.filter((one) => one.holes.includes(hole)).map(({ card }) => card),
  }));
}

/** What the loud button of a hole asks for. */
export type Duty = { kind: 'enter'; card: ScoringCard } | { kind: 'next' } | { kind: 'complete' };

interface Standing {
  cards: readonly ScoringCard[];
  /** The card whose row is active. */
  active: ScoringCard;
  /** 1 to 18. */
  holeNumber: number;
  /** Every hole of every card is entered, in the round that is played. */
  complete: boolean;
}

/** The next duty on a hole: the active card, else the first one, that lacks an entry; then on to the next hole, or to the end. */
export function nextDuty({ cards, active, holeNumber, complete }: Standing): Duty {
  const card = [active, ...cards].find((one) => myEntry(one, holeNumber) === null);
  if (card !== undefined) return { kind: 'enter', card };
  // On the last hole Next itself leads to the end.
  return { kind: complete && holeNumber < LIMITS.holes ? 'complete' : 'next' };
}

/** The hole that an address means: whole, 1 to 18, the nearest one for anything else; 1 for what is no number. */
export function nearestHole(text: string | undefined): number {
  const hole = Math.round(Number(text));
  return Number.isNaN(hole) ? 1 : Math.min(LIMITS.holes, Math.max(1, hole));
}
