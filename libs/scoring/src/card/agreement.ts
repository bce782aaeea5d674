import { holeResult } from './formats.js';
import { ScoringInputError } from './scoring-input-error.js';
import type { CardEntry, Format } from './types.js';

export interface Agreement {
  format: Format;
  par: number;
  strokesReceived: number;
  player: CardEntry;
  marker: CardEntry;
}

/**
 * Whether player and marker agree on a hole: on its result, not on the strokes (Rules 21.1 and 21.3). Stroke: gross.
 * Stableford and par: points or +/0/−, so a 7 for no points agrees with No Score. Two No Scores agree.
 */
export function scoresAgree({ format, par, strokesReceived, player, marker }: Agreement): boolean {
  const left = entryStrokes(player);
  const right = entryStrokes(marker);
  if (left === right) return true;
  const resultOf = (strokes: number | null) => holeResult({ format, par, strokesReceived, strokes });
  return resultOf(left) === resultOf(right);
}

/** An entry's strokes, null for No Score. */
export function entryStrokes(entry: CardEntry): number | null {
  if (entry.noScore) return null;
  if (entry.strokes !== null) return entry.strokes;
  throw new ScoringInputError('entry', JSON.stringify(entry), 'strokes or No Score');
}
