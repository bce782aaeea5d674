import { countback, segmentScore, type CountbackCard } from './countback.js';
import type { Format } from '../card/types.js';

const EVEN: (number | null)[] = Array.from({ length: 18 }, () => 0);

/** A card that is level except on some holes. */
function card(format: Format, changes: Record<number, number | null> = {}, dailyHandicap = 0): CountbackCard {
  const results = EVEN.map((value, i) => (i + 1 in changes ? (changes[i + 1] ?? null) : value));
  return { format, dailyHandicap, results };
}

describe('countback', () => {
  it.each([
    ['last9', { 10: 1, 1: -1 }],
    ['last6', { 13: 1, 10: -1 }],
    ['last3', { 16: 1, 13: -1 }],
    ['hole18', { 18: 1, 16: -1 }],
    ['hole17', { 17: 1, 16: -1 }],
    ['hole15', { 15: 1, 14: -1 }],
    ['hole14', { 14: 1, 13: -1 }],
    ['hole12', { 12: 1, 11: -1 }],
    ['hole11', { 11: 1, 10: -1 }],
    ['hole9', { 9: 1, 8: -1 }],
    ['hole2', { 2: 1, 1: -1 }],
    ['hole1', { 1: 1 }],
  ])('decides on %s when cards differ by %j', (decidedBy, changes) => {
    // More points and more pluses win, more strokes lose.
    expect(countback(card('STABLEFORD', changes), card('STABLEFORD'))).toEqual({ order: -1, decidedBy });
    expect(countback(card('PAR', changes), card('PAR'))).toEqual({ order: -1, decidedBy });
    expect(countback(card('STROKE', changes), card('STROKE'))).toEqual({ order: 1, decidedBy });
  });

  it('deducts the exact share of the handicap from a stroke card', () => {
    // Handicap 7 is 3.5 on the last nine: 3 over par there is ahead of level par, 4 over is not.
    expect(countback(card('STROKE', { 10: 3 }, 7), card('STROKE')).order).toBe(-1);
    expect(countback(card('STROKE', { 10: 4 }, 7), card('STROKE')).order).toBe(1);
    // Handicap 2 is exactly 1 on the nine, 2/3 on the six, 1/3 on the three, 1/9 on a hole.
    const level = countback(card('STROKE', { 10: 1 }, 2), card('STROKE'));
    expect(level).toEqual({ order: -1, decidedBy: 'last6' });
  });

  it('adds the share of a plus handicap', () => {
    expect(countback(card('STROKE', {}, -1), card('STROKE'))).toEqual({ order: 1, decidedBy: 'last9' });
    expect(segmentScore(card('STROKE', {}, -3), 'last6')).toBe(1);
  });

  it('ignores handicaps in Stableford and par, whose results include them already', () => {
    for (const format of ['STABLEFORD', 'PAR'] as const) {
      expect(countback(card(format, {}, 30), card(format)).decidedBy).toBeNull();
    }
  });

  it('skips a segment in which either card lacks a hole', () => {
    const missing = card('STABLEFORD', { 10: null, 18: 3 });
    expect(countback(missing, card('STABLEFORD'))).toEqual({ order: -1, decidedBy: 'last6' });
    expect(countback(card('STABLEFORD'), missing)).toEqual({ order: 1, decidedBy: 'last6' });
    const noLast = card('STABLEFORD', { 18: null, 17: 1 });
    expect(countback(noLast, card('STABLEFORD'))).toEqual({ order: -1, decidedBy: 'hole17' });
  });
});
