import { differenceOf, firstCard, isSigned, myEntry, scoringCards } from '../../../shared/scoring/cards.js';
import { differingHoles, holeMarks } from './hole-marks.js';
import { aMatch, type ExampleCard } from '../testing/a-match.js';

const me: ExampleCard = { id: 'me', name: 'Sam Reid', daily: 18, player: [4, 5, 7], marker: [4, 6], markedBy: 'jo' };
const alex: ExampleCard = { id: 'alex', name: 'Alex Kerr', player: [5, 'NS'], marker: [5, 9, 4], markedBy: 'me' };
const jo: ExampleCard = { id: 'jo', name: 'Jo Tran', player: [3], marker: [], markedBy: 'alex' };
const three = [me, alex, jo];

describe('the cards that I score', () => {
  it.each([
    ['mine and the one that I keep, not the third', three, ['me', 'alex']],
    ['mine alone in a practice round', [{ ...me, markedBy: null }], ['me']],
    ['not one that was withdrawn', [me, { ...alex, withdrawn: true }, jo], ['me']],
    ['the one that I keep after I left myself', [{ ...me, withdrawn: true }, alex, jo], ['alex']],
    ['none of a stranger', [alex, jo], []],
  ])('are %s', (_, cards, ids) => {
    expect(scoringCards(aMatch('me', cards), 'me').map(({ userId }) => userId)).toEqual(ids);
  });

  it('carry the player’s own handicap, and my side of the card', () => {
    const [mine, alexs] = scoringCards(aMatch('me', three), 'me');
    if (mine === undefined || alexs === undefined) throw new Error('two cards');
    expect([mine.dailyHandicapForShow, mine.holes[0]?.strokesReceived]).toEqual(['18', 1]);
    expect([alexs.dailyHandicapForShow, alexs.holes[0]?.strokesReceived]).toEqual(['0', 0]);
    expect([myEntry(mine, 2)?.strokes, myEntry(alexs, 3)?.strokes, myEntry(mine, 4)]).toEqual([5, 4, null]);
    expect(isSigned(mine)).toBe(false);
    expect(isSigned({ ...mine, round: { ...mine.round, signatures: [{} as never] } })).toBe(true);
  });

  it('differ where both have entered something else', () => {
    const [mine, alexs] = scoringCards(aMatch('me', three), 'me');
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
    const corrected = { ...me, player: [8, 8], marker: [9, 9], corrected: { 2: 6 } };
    const [mine] = scoringCards(aMatch('me', [corrected, alex, jo]), 'me');
    if (mine === undefined) throw new Error('my card');
    expect(differenceOf(mine, 1)).toMatchObject({ mismatch: false });
    expect(differenceOf(mine, 2)).toBeNull();
  });
});

describe('a hole over all my cards', () => {
  it('is marked as empty, partly entered, entered, or different', () => {
    const cards = scoringCards(aMatch('me', [{ ...me, player: [4, 5] }, alex, jo]), 'me');
    expect(holeMarks(cards).slice(0, 4)).toEqual(['entered', 'differs', 'partly', 'empty']);
    expect(differingHoles(cards)).toEqual([2]);
  });

  it.each([
    ['my card while I have entered nothing', 4, 'me'],
    ['the card that I have not entered', 3, 'alex'],
    ['my card when both are entered', 1, 'me'],
    ['the card where scores differ, when both are entered', 5, 'alex'],
  ])('begins with %s', (_, hole, id) => {
    const both = [
      { ...me, player: [4, 5, 7, null, 4] },
      { ...alex, player: [5, 'NS', null, null, 5], marker: [5, 9, null, null, 4] },
    ] satisfies ExampleCard[];
    const cards = scoringCards(aMatch('me', [...both, jo]), 'me');
    expect(firstCard(cards, hole)?.userId).toBe(id);
  });
});
