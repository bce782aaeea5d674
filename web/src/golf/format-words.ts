import type { Format, ScoreTotals } from '@fairmark/contract';
import { holeResult, type PlayedHole } from '@fairmark/scoring';
import { counted, MINUS, signed } from '../text/words.js';

interface FormatWords {
  name: string;
  hint: string;
  /** See {@link holeScore}. @param result as `holeResult` of libs/scoring computes it */
  hole: (result: number | null, received: number) => string;
  /** The score in a sentence. */
  written: (result: string) => string;
  /** Name of a card's main total, and the totals shown beside it. */
  total: 'Gross' | 'Stableford' | 'Par';
  others: readonly ('gross' | 'nett')[];
  /** The main total, also of a nine; null: none yet. */
  totalOf: (totals: ScoreTotals['out']) => string | null;
  /** The running total before "thru 9". `toPar`: gross to par over the scored holes. */
  running: (totals: ScoreTotals['out'], toPar: number) => string;
  /** The result of a round, or of a nine, and its unit. */
  round: (totals: Pick<ScoreTotals, 'nett' | 'stableford' | 'par'>) => string;
  unit: string;
  /** The measure of a golfer's form, and the mark of a round in its chart. */
  measure: 'points' | 'nett';
  mark: 'circle' | 'square' | 'triangle';
}

/** The words of a result against par: screen readers do not read a lone sign. */
export const SPOKEN: Readonly<Record<string, string>> = { '+': 'plus', '0': 'square', [MINUS]: 'minus' };

/** To add a format, add a row here. */
export const FORMAT_WORDS: Readonly<Record<Format, FormatWords>> = {
  STROKE: {
    name: 'Stroke',
    hint: 'Every stroke, every hole played out',
    hole: (strokes, received) => (strokes === null ? '' : String(strokes - received)),
    written: (nett) => `nett ${nett}`,
    total: 'Gross',
    others: ['nett'],
    totalOf: ({ gross }) => (gross === null ? null : String(gross)),
    running: (_, toPar) => (toPar === 0 ? 'Level' : signed(toPar)),
    round: ({ nett }) => (nett === null ? '–' : String(nett)),
    unit: 'nett',
    measure: 'nett',
    mark: 'triangle',
  },
  STABLEFORD: {
    name: 'Stableford',
    hint: 'Points for each hole',
    hole: String,
    written: (points) => (points === '1' ? '1 point' : `${points} points`),
    total: 'Stableford',
    others: ['gross', 'nett'],
    totalOf: ({ stableford }) => String(stableford),
    running: ({ stableford }) => `${counted(stableford, 'pt')} ·`,
    round: ({ stableford }) => String(stableford),
    unit: 'pts',
    measure: 'points',
    mark: 'circle',
  },
  PAR: {
    name: 'Par',
    hint: 'Won, halved or lost against par',
    hole: (result) => [MINUS, '0', '+'][(result ?? -1) + 1] ?? '',
    written: (sign) => sign,
    total: 'Par',
    others: ['gross', 'nett'],
    totalOf: ({ par }) => signed(par),
    running: ({ par }) => (par === 0 ? 'Square' : `${Math.abs(par)} ${par > 0 ? 'up' : 'down'}`),
    round: ({ par }) => signed(par),
    unit: 'par',
    measure: 'points',
    mark: 'square',
  },
};

/** A hole's score in a format: "3", "+", "−", a nett; empty for a No Score in stroke play. */
export function holeScore(format: Format, hole: PlayedHole): string {
  return FORMAT_WORDS[format].hole(holeResult({ ...hole, format }), hole.strokesReceived);
}
