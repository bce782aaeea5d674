import { compareValues, type Direction } from './ranking.js';
import { requireEighteen } from '../card/scoring-input-error.js';
import { HOLES } from '../card/types.js';

export interface Eclectic {
  /** Best value per hole; null for a hole without a score. */
  holes: (number | null)[];
  /** By hole, the index of the first round that reached its value; null for a hole without a score. */
  from: (number | null)[];
}

/**
 * The best value per hole over several rounds: lowest strokes, or with `higher`, most points. Null stands for no score
 * or No Score, and never improves a hole.
 */
export function eclectic(rounds: readonly (readonly (number | null)[])[], best: Direction = 'lower'): Eclectic {
  const holes = Array.from({ length: HOLES }, (): number | null => null);
  const from = [...holes];
  for (const [index, round] of rounds.entries()) {
    requireEighteen('rounds', round);
    round.forEach((value, i) => {
      if (compareValues(value, holes[i] ?? null, best) < 0) [holes[i], from[i]] = [value, index];
    });
  }
  return { holes, from };
}
