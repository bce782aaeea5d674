/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { firstCard, type ScoringCard, scoringCards } from './parts/cards.js';
import { ALEX, aMatch, type ExampleCard, JO, ME } from '../../outbox/testing/match.js';

const me: ExampleCard = { player: ME, daily: 18, byPlayer: [4, 5, 7], byMarker: [4, 6], marker: JO };
const alex: ExampleCard = { player: ALEX, byPlayer: [5, 'NS'], byMarker: [5, 9, 4], marker: ME };
const jo: ExampleCard = { player: JO, byPlayer: [3], byMarker: [], marker: ALEX };
const three = [me, alex, jo];
const cardsOf = (cards: ExampleCard[], hole = 1) =>
  scoringCards(aMatch(ME, cards), 'me', hole) as [ScoringCard, ScoringCard];

describe('the cards that I score', () => {
  it.each([
    ['mine and the one that I mark, not the third', three, ['me', 'alex']],
    ['only mine in a practice round', [{ ...me, marker: null }], ['me']],
    ['not one that was withdrawn', [me, { ...alex, withdrawn: true }, jo], ['me']],
    ['the one that I mark after I left', [{ ...me, withdrawn: true }, alex, jo], ['alex']],
    ['none in a match of other golfers', [alex, jo], []],
  ])('are %s', (_, cards, ids) => {
    expect(cardsOf(cards).map(({ userId }) => userId)).toEqual(ids);
  });

  it('have the player’s own handicap, and my side of the card', () => {
    const [mine, alexs] = cardsOf(three);
    expect([mine.round.dailyHandicapForShow, mine.holes[0]?.strokesReceived]).toEqual(['18', 1]);
    expect([alexs.round.dailyHandicapForShow, alexs.holes[0]?.strokesReceived]).toEqual(['0', 0]);
    expect([mine.holes[1]?.mine?.strokes, alexs.holes[2]?.mine?.strokes, mine.holes[3]?.mine]).toEqual([5, 4, null]);
  });

  it('differ on holes with two different entries', () => {
    const [mine, alexs] = cardsOf(three);
    const differencesOn = ({ holes }: ScoringCard) =>
      holes.map(({ differs, mine, theirs }) => (differs ? [mine?.strokes, theirs?.strokes] : null));
    expect(differencesOn(mine).slice(0, 4)).toEqual([null, [5, 6], null, null]);
    // 9 strokes and No Score are both 0 points.
    expect(differencesOn(alexs).slice(0, 3)).toEqual([null, null, null]);
    const [, second] = alexs.holes;
    expect(second).toMatchObject({ mine: { strokes: 9 }, theirs: { strokes: null }, differentStrokes: true });
  });

  it('do not differ on a hole that the committee has corrected', () => {
    const corrected = { ...me, byPlayer: [8, 8, 4], byMarker: [9, 9, 5], corrected: { 2: 6, 3: 5 } };
    const [mine] = cardsOf([corrected, alex, jo]);
    expect(mine.holes.slice(0, 3)).toMatchObject([
      { differs: false, differentStrokes: true },
      { differs: false, differentStrokes: false },
      { differs: false, differentStrokes: false },
    ]);
  });
});

it.each([
  ['my card while I have entered nothing', 4, 'me'],
  ['the card that I have not entered', 3, 'alex'],
  ['my card when both are entered', 1, 'me'],
  ['the card on which scores differ, when both are entered', 5, 'alex'],
])('a hole on all my cards begins with %s', (_, hole, id) => {
  const both = [
    { ...me, byPlayer: [4, 5, 7, null, 4] },
    { ...alex, byPlayer: [5, 'NS', null, null, 5], byMarker: [5, 9, null, null, 4] },
  ] satisfies ExampleCard[];
  expect(firstCard(cardsOf([...both, jo], hole))?.userId).toBe(id);
});
