import { differenceOf, firstCard, isSigned, myEntry, scoringCards } from '../../../shared/scoring/cards.js';
import { differingHoles } from './hole-marks.js';
import { ALEX, aMatch, type ExampleCard, JO, ME } from '../../../outbox/testing/match.js';

const me: ExampleCard = { player: ME, daily: 18, byPlayer: [4, 5, 7], byMarker: [4, 6], marker: JO };
const alex: ExampleCard = { player: ALEX, byPlayer: [5, 'NS'], byMarker: [5, 9, 4], marker: ME };
const jo: ExampleCard = { player: JO, byPlayer: [3], byMarker: [], marker: ALEX };
const three = [me, alex, jo];

describe('the cards that I score', () => {
  it.each([
    ['mine and the one that I keep, not the third', three, ['me', 'alex']],
    ['mine alone in a practice round', [{ ...me, marker: null }], ['me']],
    ['not one that was withdrawn', [me, { ...alex, withdrawn: true }, jo], ['me']],
    ['the one that I keep after I left myself', [{ ...me, withdrawn: true }, alex, jo], ['alex']],
    ['none of a stranger', [alex, jo], []],
  ])('are %s', (_, cards, ids) => {
    expect(scoringCards(aMatch(ME, cards), 'me').map(({ userId }) => userId)).toEqual(ids);
  });

  it('carry the player’s own handicap, and my side of the card', () => {
    const [mine, alexs] = scoringCards(aMatch(ME, three), 'me');
    if (mine === undefined || alexs === undefined) throw new Error('two cards');
    expect([mine.dailyHandicapForShow, mine.holes[0]?.strokesReceived]).toEqual(['18', 1]);
    expect([alexs.dailyHandicapForShow, alexs.holes[0]?.strokesReceived]).toEqual(['0', 0]);
    expect([myEntry(mine, 2)?.strokes, myEntry(alexs, 3)?.strokes, myEntry(mine, 4)]).toEqual([5, 4, null]);
    expect(isSigned(mine)).toBe(false);
    expect(isSigned({ ...mine, round: { ...mine.round, signatures: [{} as never] } })).toBe(true);
  });

  it('differ where both have entered something else', () => {
    const [mine, alexs] = scoringCards(aMatch(ME, three), 'me');
    if (mine === undefined || alexs === undefined) throw new Error('two cards');
    const told = (card: typeof mine, hole: number) => {
      const difference = differenceOf(card, hole);
      return difference && [difference.mine.strokes, difference.theirs.strokes, difference.mismatch];
    };
    expect([1, 2, 3, 4].map((hole) => told(mine, hole))).toEqual([null, [5, 6, true], null, null]);
    // 9 strokes and No Score are both 0 points.
    expect([1, 2, 3].map((hole) => told(alexs, hole))).toEqual([null, [9, null, false], null]);
  });

  it('differ no more where the committee has put the hole right: its score counts', () => {
    const corrected = { ...me, byPlayer: [8, 8], byMarker: [9, 9], corrected: { 2: 6 } };
    const [mine] = scoringCards(aMatch(ME, [corrected, alex, jo]), 'me');
    if (mine === undefined) throw new Error('my card');
    expect(differenceOf(mine, 1)).toMatchObject({ mismatch: false });
    expect(differenceOf(mine, 2)).toBeNull();
  });
});

describe('a hole over all my cards', () => {
  it('differs where it does on one of them', () => {
    const cards = scoringCards(aMatch(ME, [{ ...me, byPlayer: [4, 5] }, alex, jo]), 'me');
    expect(differingHoles(cards)).toEqual([2]);
  });

  it.each([
    ['my card while I have entered nothing', 4, 'me'],
    ['the card that I have not entered', 3, 'alex'],
    ['my card when both are entered', 1, 'me'],
    ['the card where scores differ, when both are entered', 5, 'alex'],
  ])('begins with %s', (_, hole, id) => {
    const both = [
      { ...me, byPlayer: [4, 5, 7, null, 4] },
      { ...alex, byPlayer: [5, 'NS', null, null, 5], byMarker: [5, 9, null, null, 4] },
    ] satisfies ExampleCard[];
    const cards = scoringCards(aMatch(ME, [...both, jo]), 'me');
    expect(firstCard(cards, hole)?.userId).toBe(id);
  });
});
