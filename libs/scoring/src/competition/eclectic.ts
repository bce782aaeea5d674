import { sumOf } from './nine-totals.js';
import { compareValues, type Direction } from './ranking.js';
import { requireEighteen } from '../card/scoring-input-error.js';
import { HOLES } from '../card/types.js';

export interface Eclectic {
  /** Best value per hole; null for a hole without a score. */
  holes: (number | null)[];
  /** Sum of the holes; null if one is missing. */
  total: number | null;
}

/**
 * The best value per hole over several rounds: lowest strokes, or with `higher`, most points. Null stands for no score
 * or No Score, and never improves a hole.
 */
export function eclectic(rounds: readonly (readonly (number | null)[])[], best: Direction = 'lower'): Eclectic {
  const holes = Array.from({ length: HOLES }, (): number | null => null);
  for (const round of rounds) {
    requireEighteen('rounds', round);
    round.forEach((value, i) => {
      if (compareValues(value, holes[i] ?? null, best) < 0) holes[i] = value;
    });
  }
  return { holes, total: sumOf(holes, 0, HOLES) };
}
