/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { cardTotals } from '../card/card.js';
import { leaderboard, leaderboardCard, type LeaderboardCard } from './leaderboard.js';
import type { LeaderboardSort } from '../card/formats.js';
import type { CardEntry, ScoredHole } from '../card/types.js';

const holesOfPar = (par: number): ScoredHole[] => Array.from({ length: 18 }, (_, i) => ({ par, strokeIndex: i + 1 }));

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
  Array.from({ length: 18 }, (_, i) => (i + 1 in changes ? changes[i + 1] : 4));

const places = (sort: LeaderboardSort, ...cards: Strokes[]) =>
  leaderboard(
    cards.map((strokes) => row(strokes, sort)),
    sort,
  ).map(({ rank, tied, decidedBy }) => [rank, tied, decidedBy]);

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
    expect(places('par', fours({ 1: 3, 12: 5 }), fours(), fours({ 1: 5, 18: 3 }))).toEqual([
      [3, false, null],
      [2, false, 'last9'],
      [1, false, 'last9'],
    ]);
  });

  it('shares the rank of cards that countback cannot separate, and skips the next', () => {
    expect(places('nett', fours({ 1: 5, 17: 3 }), fours(), fours(), fours({ 2: 5 }))).toEqual([
      [1, false, 'last9'],
      [2, true, null],
      [2, true, null],
      [4, false, null],
    ]);
    expect(places('nett', fours(), fours(), fours({ 1: 3, 10: 5 }))).toEqual([
      [1, true, 'last9'],
      [1, true, 'last9'],
      [3, false, null],
    ]);
  });

  it('compares nett to the par of the card', () => {
    // 71 on a par 72 beats 54 strokes on a par 54 whose golfer received none.
    const threes = row(Array<number>(18).fill(3), 'nett', { par: 3 });
    const cards = [threes, row(fours({ 1: 3 }), 'nett')];
    expect(leaderboard(cards, 'nett').map(({ rank }) => rank)).toEqual([2, 1]);
  });

  it('ranks cards with a No Score below complete ones by nett only', () => {
    const withNoScore = fours({ 1: null, 2: 3, 3: 3, 4: 3 });
    const by = (sort: LeaderboardSort) => places(sort, withNoScore, fours({ 1: 9 })).map(([rank]) => rank);
    expect(by('nett')).toEqual([2, 1]);
    expect(by('stableford')).toEqual([1, 2]);
  });

  it('ranks incomplete cards last, with a shared rank', () => {
    expect(places('stableford', fours({ 18: undefined, 1: 2 }), fours({ 1: 9 }), fours({ 3: undefined }))).toEqual([
      [2, true, null],
      [1, false, null],
      [2, true, null],
    ]);
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
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), sorts, fc.infiniteStream(fc.nat()), (rows, sort, keys) => {
        const cards = rows.map(({ strokes, dailyHandicap }) => row(strokes, sort, { dailyHandicap }));
        const order = cards.map((_, i) => ({ i, key: keys.next().value ?? 0 })).sort((a, b) => a.key - b.key);
        const before = leaderboard(cards, sort);
        const after = leaderboard(
          order.flatMap(({ i }) => cards[i] ?? []),
          sort,
        );
        expect(after).toEqual(order.map(({ i }) => before[i]));
      }),
      { seed: 26, numRuns: 300 },
    );
  });
});
