/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { cardTotals } from '../card/card.js';
import { leaderboard, leaderboardCard, type LeaderboardCard } from './leaderboard.js';
import type { LeaderboardSort } from '../card/formats.js';
import type { CardEntry, ScoredHole } from '../card/types.js';

const EIGHTEEN = Array.from({ length: 18 }, (_, i) => i);
const holesOfPar = (par: number): ScoredHole[] => EIGHTEEN.map((i) => ({ par, strokeIndex: i + 1 }));

/** In play order; null is No Score, undefined is not entered. */
type Strokes = readonly (number | null | undefined)[];

function row(strokes: Strokes, sort: LeaderboardSort, { dailyHandicap = 0, par = 4 } = {}): LeaderboardCard {
  const entries = strokes.map((taken): CardEntry | null =>
    taken === undefined ? null : { strokes: taken, noScore: taken === null },
  );
  const card = { entries, holes: holesOfPar(par), dailyHandicap };
  return leaderboardCard(cardTotals(card), () => card, sort);
}

const fours = (changes: Record<number, Strokes[number]> = {}): Strokes =>
  EIGHTEEN.map((i) => (i + 1 in changes ? changes[i + 1] : 4));

/** By card: the rank, with a T if it is shared, and on what the card was ahead of the next. */
const places = (sort: LeaderboardSort, ...cards: Strokes[]) => {
  const rows = cards.map((strokes) => row(strokes, sort));
  return leaderboard(rows, sort).map(({ rank, tied, decidedBy }) => {
    return `${tied ? 'T' : ''}${rank}${decidedBy === null ? '' : ` on ${decidedBy}`}`;
  });
};

test.each([
  ['stableford', 33],
  ['par', -3],
  ['nett', 4],
] as const)('a complete card is ranked by %s at %d, an incomplete one at nothing', (sort, value) => {
  const totals = { stableford: 33, par: -3, nettToPar: 4, includesNoScore: false, thru: 18 };
  const asked = (): never => {
    throw new Error('No tie asks for its holes');
  };
  expect(leaderboardCard(totals, asked, sort).value).toBe(value);
  expect(leaderboardCard({ ...totals, thru: 17 }, asked, sort).value).toBeNull();
});

describe('leaderboard', () => {
  it('breaks a tie by countback, and names the segment', () => {
    const cards = [fours({ 1: 3, 12: 5 }), fours(), fours({ 1: 5, 18: 3 })];
    expect(places('par', ...cards)).toEqual(['3', '2 on last9', '1 on last9']);
  });

  it('shares the rank of cards that countback cannot separate, and skips the next', () => {
    const between = [fours({ 1: 5, 17: 3 }), fours(), fours(), fours({ 2: 5 })];
    expect(places('nett', ...between)).toEqual(['1 on last9', 'T2', 'T2', '4']);
    const first = [fours(), fours(), fours({ 1: 3, 10: 5 })];
    expect(places('nett', ...first)).toEqual(['T1 on last9', 'T1 on last9', '3']);
  });

  it('compares nett to the par of the card', () => {
    // 71 on a par 72 beats 54 strokes on a par 54 whose golfer received none.
    const threes = row(Array<number>(18).fill(3), 'nett', { par: 3 });
    const cards = [threes, row(fours({ 1: 3 }), 'nett')];
    expect(leaderboard(cards, 'nett').map(({ rank }) => rank)).toEqual([2, 1]);
  });

  it('ranks cards with a No Score below complete ones by nett only', () => {
    const withNoScore = fours({ 1: null, 2: 3, 3: 3, 4: 3 });
    expect(places('nett', withNoScore, fours({ 1: 9 }))).toEqual(['2', '1']);
    expect(places('stableford', withNoScore, fours({ 1: 9 }))).toEqual(['1', '2']);
  });

  it('ranks a card by how many are better, as 1, 1, 3, and no value last', () => {
    const anyValues = fc.array(fc.option(fc.integer({ min: -5, max: 5 }), { freq: 1 }), { maxLength: 30 });
    fc.assert(
      fc.property(anyValues, fc.constantFrom('nett', 'stableford'), (values, sort) => {
        // The higher, the better.
        const worth = values.map((value) => (value === null ? -Infinity : sort === 'nett' ? -value : value));
        const cards = values.map((value) => ({ value, includesNoScore: false }));
        const better = worth.map((own) => worth.filter((other) => other > own).length);
        expect(leaderboard(cards, sort).map(({ rank }) => rank)).toEqual(better.map((count) => count + 1));
      }),
      { seed: 113 },
    );
  });

  it('ranks incomplete cards last, with a shared rank', () => {
    const cards = [fours({ 18: undefined, 1: 2 }), fours({ 1: 9 }), fours({ 3: undefined })];
    expect(places('stableford', ...cards)).toEqual(['T2', '1', 'T2']);
  });

  it('gives each card the same place in any order', () => {
    const anyRow = fc
      .tuple(
        fc.array(fc.constantFrom(3, 4, 5, null), { minLength: 18, maxLength: 18 }),
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 9 }),
      )
      // Most holes level, so that totals tie often.
      .map(([strokes, dailyHandicap, from]) => ({
        strokes: strokes.map((taken, i) => (i < from * 2 ? 4 : taken)),
        dailyHandicap,
      }));
    const sorts = fc.constantFrom<LeaderboardSort>('stableford', 'par', 'nett');
    const orders = fc.shuffledSubarray(EIGHTEEN, { minLength: 18 });
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), sorts, orders, (rows, sort, anyOrder) => {
        const cards = rows.map(({ strokes, dailyHandicap }) => row(strokes, sort, { dailyHandicap }));
        const order = anyOrder.filter((at) => at < cards.length);
        const before = leaderboard(cards, sort);
        const reordered = order.map((at) => cards[at]!);
        expect(leaderboard(reordered, sort)).toEqual(order.map((at) => before[at]));
      }),
      { seed: 26, numRuns: 300 },
    );
  });
});
