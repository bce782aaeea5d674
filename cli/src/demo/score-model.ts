import { LIMITS } from '@fairmark/contract';
import type { HoleCard } from '@fairmark/events';
import type { Chance } from '@fairmark/server';
import { FORMATS, nettDoubleBogey, scoresAgree, strokesReceived, type CardEntry, type Format } from '@fairmark/scoring';

/** A golfer plays about four strokes over the handicap on average, because it reflects the better rounds. */
const OVER_HANDICAP_PER_HOLE = 0.24;
/** How much good and bad days differ, in strokes per hole. */
const FORM = 0.14;
/** How much one hole differs from the next; higher handicaps are less steady. */
const SPREAD = { scratch: 0.72, perStroke: 0.011 };
/** Best result on a hole relative to par: an eagle. */
const BEST_TO_PAR = -2;
/** Probability of picking up on a hole that can no longer score points. */
const PICKS_UP = 0.6;

/** What a golfer enters for a hole. */
export interface HoleEntry extends CardEntry {
  holeNumber: number;
  /** The strokes that a marker might enter instead, with another result; null if there are none. */
  slip: number | null;
}

/**
 * Eighteen entries, hole 1 first, drawn around par plus the strokes received. A golfer who can no longer score may
 * pick up (No Score) if the format allows it; in stroke play every hole is played out, in 12 strokes at most.
 */
export function playRound(
  draws: Chance,
  { holes, dailyHandicap, format }: { holes: readonly HoleCard[]; dailyHandicap: number; format: Format },
): HoleEntry[] {
  const form = OVER_HANDICAP_PER_HOLE + FORM * draws.bell();
  const spread = SPREAD.scratch + SPREAD.perStroke * Math.max(0, dailyHandicap);
  const inOrder = holes.toSorted((one, other) => one.number - other.number);
  return inOrder.map(({ number: holeNumber, par, strokeIndex }) => {
    const hole = { format, par, strokesReceived: strokesReceived(dailyHandicap, strokeIndex) };
    const drawn = Math.round(par + hole.strokesReceived + form + spread * draws.bell());
    const strokes = Math.min(Math.max(drawn, par + BEST_TO_PAR, 1), LIMITS.pickerStrokesMax);
    const hopeless = strokes >= nettDoubleBogey(hole);
    if (FORMATS[format].noScore && hopeless && draws.happens(PICKS_UP)) {
      return { holeNumber, strokes: null, noScore: true, slip: null };
    }
    const player = { strokes, noScore: false };
    const differs = (slip: number): boolean =>
      !scoresAgree({ ...hole, player, marker: { strokes: slip, noScore: false } });
    const possible = [strokes + 1, strokes - 1].filter((slip) => slip >= 1 && slip <= LIMITS.pickerStrokesMax);
    return { holeNumber, ...player, slip: possible.find(differs) ?? null };
  });
}
