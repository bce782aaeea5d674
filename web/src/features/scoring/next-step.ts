import { LIMITS } from '@fairmark/contract';
import { myEntries, whose, type ScoringCard } from './parts/cards.js';

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

/** "Incomplete holes on your card: 3, 7". */
export function incompleteText({ card, holes }: Incomplete): string {
  return `Incomplete holes on ${whose(card)} card: ${holes.join(', ')}`;
}

/** The hole that an address means: whole, 1 to 18, the nearest one for anything else; 1 for what is no number. */
export function nearestHole(text: string | undefined): number {
  const hole = Math.round(Number(text));
  return Number.isNaN(hole) ? 1 : Math.min(LIMITS.holes, Math.max(1, hole));
}
