import type { RoundHole, ScoreEntry } from '@fairmark/contract';
import { parResult, stablefordPoints } from '@fairmark/scoring';

/** A score with its results, as a card shows it. */
export type ShownEntry = Pick<ScoreEntry, 'strokes' | 'noScore' | 'scoreStableford' | 'scorePar'>;

/** The score of a hole that the committee corrected, which is in no golfer's entry. */
export function countingScore(
  { strokes, noScore }: Pick<RoundHole, 'strokes' | 'noScore'>,
  par: number,
  strokesReceived: number,
): ShownEntry {
  const played = { par, strokesReceived, strokes: noScore ? null : strokes };
  return { ...played, noScore, scoreStableford: stablefordPoints(played), scorePar: parResult(played) };
}
