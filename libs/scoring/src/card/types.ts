/** The vocabulary of a round. */
export const FORMAT_NAMES = ['STROKE', 'STABLEFORD', 'PAR'] as const;
export type Format = (typeof FORMAT_NAMES)[number];

export const GENDERS = ['FEMALE', 'MALE'] as const;
export type Gender = (typeof GENDERS)[number];

/** One stroke index per hole, or three (8/28/46): a hole gives a stroke for each number at or below the daily handicap. */
export type StrokeIndex = number | readonly [number, number, number];

export type HoleEntry = { strokes: number } | { noScore: true };

/** What a hole's result depends on. Par 3 to 6. */
export interface ScoredHole {
  par: number;
  strokeIndex: StrokeIndex;
}

/** An entry as a card holds it; No Score has no strokes. */
export interface CardEntry {
  strokes: number | null;
  noScore: boolean;
}

/** Holes of a round, and of its Out half. Index 0 of every list of eighteen is hole 1. */
export const HOLES = 18;
export const NINE = 9;
