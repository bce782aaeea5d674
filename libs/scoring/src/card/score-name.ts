import { requirePar } from './hole-result.js';
import { requireWhole } from './scoring-input-error.js';

/** Golfers' names for gross strokes relative to par. */
export type ScoreName = 'ACE' | 'ALBATROSS' | 'EAGLE' | 'BIRDIE' | 'PAR' | 'BOGEY' | 'DOUBLE' | 'WORSE';

const BY_STROKES_OVER_PAR: Readonly<Record<number, ScoreName>> = {
  [-2]: 'EAGLE',
  [-1]: 'BIRDIE',
  0: 'PAR',
  1: 'BOGEY',
  2: 'DOUBLE',
};

/** The name of a score. One stroke is an ace on any par; three or more under par is an albatross. Par 3 to 6. */
export function scoreName(strokes: number, par: number): ScoreName {
  requirePar(par);
  requireWhole('strokes', strokes, 1, Number.MAX_SAFE_INTEGER);
  if (strokes === 1) return 'ACE';
  const over = strokes - par;
  return BY_STROKES_OVER_PAR[over] ?? (over < 0 ? 'ALBATROSS' : 'WORSE');
}
