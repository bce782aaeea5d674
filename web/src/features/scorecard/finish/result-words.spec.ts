import type { LeaderboardRow } from '@fairmark/contract';
import type { NineHole } from '../../../golf/nine-table.js';
import { bestHole, bestHoleWords, handicapWords, placeOf } from './result-words.js';

const hole = (number: number, strokes: number | null, about: Partial<NineHole> = {}): NineHole => ({
  number,
  par: 4,
  index: number,
  strokes,
  noScore: strokes === null,
  score: '2',
  received: 0,
  ...about,
});

describe('the best hole', () => {
  it.each([
    ['the lowest nett', [hole(1, 3), hole(2, 4, { received: 2 })], 2],
    ['the lowest gross against par when nett is equal', [hole(1, 4, { received: 1 }), hole(2, 3)], 2],
    ['the harder hole when strokes are equal', [hole(1, 3, { index: 9 }), hole(2, 3, { index: [3, 21, 39] })], 2],
    ['never one with a No Score', [hole(1, null), hole(2, 9)], 2],
  ])('is %s', (_, holes, number) => {
    expect(bestHole(holes)?.number).toBe(number);
  });

  it('is named with its result, and is none without strokes', () => {
    expect(bestHole([hole(1, null)])).toBeNull();
    const best = bestHole([hole(14, 3, { score: '4' })])!;
    expect(bestHoleWords(best, 'STABLEFORD')).toBe('14: birdie, 4 points');
    expect(bestHoleWords({ ...best, score: '+' }, 'PAR')).toBe('14: birdie, +');
  });
});

it.each([
  [0, 'Played to your handicap'],
  [2, 'Beat your handicap by 2'],
  [-3, 'Missed your handicap by 3'],
])('%s against the handicap: %s', (better, words) => {
  expect(handicapWords(better)).toBe(words);
});

describe("today's place", () => {
  const row = (id: string, rankLabel: string, matchId = 'm') =>
    ({ rank: Number(rankLabel.replace('T', '')), rankLabel, player: { id }, userRound: { matchId } }) as LeaderboardRow;
  const [alex, mine, cat] = [row('alex', '1'), row('me', 'T2'), row('cat', 'T2')];
  const three = [alex, mine, cat];
  const earlier = [row('me', '1', 'earlier'), ...three];

  it.each([
    ['this round’s among all rounds', three, null, { words: 'Tied 2nd of 3 today', first: false }],
    ['not that of an earlier round', earlier, null, { words: 'Tied 2nd of 4 today', first: false }],
    ['that of the leader', [row('me', '1'), cat], null, { words: '1st of 2 today', first: true }],
    ['without a total when there are more cards', three, 200, { words: 'Tied 2nd today', first: false }],
    ['none of its own on the first card', [row('me', '1')], null, { words: 'First card in today', first: false }],
    ['pending until the card is there', [alex], null, 'pending'],
    ['unknown beyond the cards that were read', [alex], 200, null],
  ])('is %s', (_, rounds, nextOffset, place) => {
    expect(placeOf({ day: 'today', rounds, nextOffset }, { id: 'm', day: 'today' }, 'me')).toEqual(place);
    expect(placeOf({ day: 'tomorrow', rounds, nextOffset }, { id: 'm', day: 'today' }, 'me')).toBeNull();
  });
});
