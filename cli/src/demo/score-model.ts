import { LIMITS } from '@fairmark/contract';
import type { HoleCard } from '@fairmark/events';
import type { Chance } from '@fairmark/server';
import { FORMATS, nettDoubleBogey, scoresAgree, strokesReceived, type CardEntry, type Format } from '@fairmark/scoring';

/** What a golfer plays: the holes, the daily handicap and the format. */
export interface PlayedCard {
  holes: readonly HoleCard[];
  dailyHandicap: number;
  format: Format;
}

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

/**
 * Eighteen entries, hole 1 first, drawn around par plus the strokes received. A golfer who can no longer score may
 * pick up (No Score) if the format allows it; in stroke play every hole is played out, in 12 strokes at most.
 */
export function playRound(draws: Chance, { holes, dailyHandicap, format }: PlayedCard): CardEntry[] {
  const form = OVER_HANDICAP_PER_HOLE + FORM * draws.bell();
  const spread = SPREAD.scratch + SPREAD.perStroke * Math.max(0, dailyHandicap);
  return inOrder(holes).map(({ par, strokeIndex }) => {
    const received = strokesReceived(dailyHandicap, strokeIndex);
    const drawn = Math.round(par + received + form + spread * draws.bell());
    const strokes = Math.min(Math.max(drawn, par + BEST_TO_PAR, 1), LIMITS.pickerStrokesMax);
    const hopeless = strokes >= nettDoubleBogey({ par, strokesReceived: received });
    const picksUp = FORMATS[format].noScore && hopeless && draws.happens(PICKS_UP);
    return picksUp ? { strokes: null, noScore: true } : { strokes, noScore: false };
  });
}

/** An entry for a hole. */
export interface Slip {
  holeNumber: number;
  entry: CardEntry;
}

/** The first hole from `firstHole` on where a marker's slip makes the results differ, with the wrong entry, or null. */
export function slipOf(
  { holes, dailyHandicap, format }: PlayedCard,
  entries: readonly CardEntry[],
  firstHole: number,
): Slip | null {
  for (const { number, par, strokeIndex } of inOrder(holes)) {
    const player = entries[number - 1];
    const played = player?.strokes ?? null;
    if (number < firstHole || player === undefined || played === null) continue;
    const received = strokesReceived(dailyHandicap, strokeIndex);
    const wrong = [played + 1, played - 1]
      .filter((strokes) => strokes >= 1 && strokes <= LIMITS.pickerStrokesMax)
      .map((strokes): CardEntry => ({ strokes, noScore: false }))
      .find((marker) => !scoresAgree({ format, par, strokesReceived: received, player, marker }));
    if (wrong !== undefined) return { holeNumber: number, entry: wrong };
  }
  return null;
}

const inOrder = (holes: readonly HoleCard[]): HoleCard[] => holes.toSorted((one, other) => one.number - other.number);
