export const FORMAT_NAMES = ['STROKE', 'STABLEFORD', 'PAR'] as const;
export type Format = (typeof FORMAT_NAMES)[number];

export const GENDERS = ['FEMALE', 'MALE'] as const;
export type Gender = (typeof GENDERS)[number];

/** A hole's stroke index, or three (8/28/46). Golfers receive a stroke for each number up to their daily handicap. */
export type StrokeIndex = number | readonly [number, number, number];

/** The properties of a hole that scoring needs. Par 3 to 6. */
export interface ScoredHole {
  par: number;
  strokeIndex: StrokeIndex;
}

/** An entry on a card; `strokes` is null for No Score. */
export interface CardEntry {
  strokes: number | null;
  noScore: boolean;
}

/** Holes in a round, and in a nine. Index 0 of every list of 18 is hole 1. */
export const HOLES = 18;
export const NINE = 9;
