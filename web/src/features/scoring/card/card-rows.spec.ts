import { cardRows } from './card-rows.js';
import { scoringCards } from '../../../shared/scoring/cards.js';
import { ALEX, aMatch, type ExampleCard, ME } from '../../../outbox/testing/match.js';

const fours = Array<number>(18).fill(4);
const me: ExampleCard = { player: ME, byPlayer: fours, byMarker: fours, marker: ALEX };
const alex: ExampleCard = { player: ALEX, byPlayer: fours, byMarker: fours, marker: ME };

function rowsOf(mine: ExampleCard) {
  const [card] = scoringCards(aMatch(ME, [mine, alex]), 'me');
  if (card === undefined) throw new Error('my card');
  return cardRows(card, 'STABLEFORD', new Set([3]));
}

test('shows what I have entered, with what waits', () => {
  const {
    nines: [out],
    totals,
  } = rowsOf({ ...me, byPlayer: [4, 5, 3] });
  expect(out.holes.slice(0, 4)).toMatchObject([
    { strokes: 4, score: '2' },
    { strokes: 5, score: '1' },
    { strokes: 3, score: '3', waiting: true },
    { strokes: null, score: '' },
  ]);
  expect(totals).toMatchObject({ thru: 3, gross: 12, stableford: 6 });
});

test('shows what the committee made of a hole, and adds it up', () => {
  const {
    nines: [out, back],
    totals,
  } = rowsOf({ ...me, corrected: { 4: 7, 18: 3 } });
  expect(out.holes[3]).toMatchObject({ strokes: 7, score: '0', corrected: true });
  expect(back.holes[8]).toMatchObject({ strokes: 3, score: '3', corrected: true });
  expect(totals).toMatchObject({ gross: 74, stableford: 35 });
});
