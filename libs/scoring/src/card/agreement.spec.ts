import { scoresAgree } from './agreement.js';
import type { CardEntry, Format } from './types.js';

const NS: CardEntry = { strokes: null, noScore: true };
const in_ = (strokes: number): CardEntry => ({ strokes, noScore: false });

// Par 4 with one stroke received: a 5 is nett par, a 7 has no points.
const ROWS: [Format, CardEntry, CardEntry, boolean][] = [
  ['STROKE', in_(5), in_(5), true],
  ['STROKE', in_(5), in_(6), false],
  ['STROKE', in_(13), in_(14), false],
  ['STROKE', in_(7), NS, false],
  ['STROKE', NS, NS, true],
  ['STABLEFORD', in_(5), in_(5), true],
  ['STABLEFORD', in_(5), in_(6), false],
  ['STABLEFORD', in_(6), in_(7), false],
  ['STABLEFORD', in_(7), in_(9), true],
  ['STABLEFORD', in_(7), NS, true],
  ['STABLEFORD', in_(6), NS, false],
  ['STABLEFORD', NS, NS, true],
  ['PAR', in_(2), in_(4), true],
  ['PAR', in_(4), in_(5), false],
  ['PAR', in_(5), in_(6), false],
  ['PAR', in_(6), in_(8), true],
  ['PAR', in_(6), NS, true],
  ['PAR', in_(5), NS, false],
  ['PAR', NS, NS, true],
];

describe('scoresAgree', () => {
  it.each(ROWS)('%s: %j and %j: %s', (format, player, marker, expected) => {
    const hole = { format, par: 4, strokesReceived: 1 };
    expect(scoresAgree({ ...hole, player, marker })).toBe(expected);
    expect(scoresAgree({ ...hole, player: marker, marker: player })).toBe(expected);
  });
});
