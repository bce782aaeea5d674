import { scoringCards } from '../../shared/scoring/cards.js';
import { nearestHole, nextDuty, nextHole, owedHoles } from './next-step.js';
import { ALEX, aMatch, ME } from '../../outbox/testing/match.js';
import type { Written } from '../../shared/testing/match.js';

const all = (except: number[] = []): Written[] =>
  Array.from({ length: 18 }, (_, index) => (except.includes(index + 1) ? null : 4));

const cards = (mine: Written[], alexs: Written[]) =>
  scoringCards(
    aMatch(ME, [
      { player: ME, byPlayer: mine, byMarker: all(), marker: ALEX },
      { player: ALEX, byPlayer: all(), byMarker: alexs, marker: ME },
    ]),
    'me',
  );

it.each([
  ['by hole, with the cards that lack my score there', [3, 12], [5, 12], ['3 me', '5 alex', '12 me,alex']],
  ['of complete cards: none', [], [], []],
])('the holes that I owe, %s', (_, mine, alexs, owed) => {
  const holes = owedHoles(cards(all(mine), all(alexs)));
  expect(holes.map((one) => `${one.hole} ${one.cards.map(({ userId }) => userId).join()}`)).toEqual(owed);
});

describe('the next duty on a hole', () => {
  it.each<[string, { hole: number; active: number; mine: Written[]; alexs: Written[]; from?: number }, string]>([
    ['my score, on my row', { hole: 3, active: 0, mine: all([3]), alexs: all([3]) }, 'enter me'],
    ['the active player’s score first', { hole: 3, active: 1, mine: all([3]), alexs: all([3]) }, 'enter alex'],
    ['the other player’s score on my filled row', { hole: 3, active: 0, mine: all(), alexs: all([3]) }, 'enter alex'],
    ['the next hole once it is entered', { hole: 3, active: 1, mine: all([9]), alexs: all() }, 'next'],
    ['the end of the round once all is entered', { hole: 3, active: 1, mine: all(), alexs: all() }, 'complete'],
    [
      'the hole that I left to settle this one',
      { hole: 3, active: 0, mine: all([9]), alexs: all(), from: 8 },
      'back 8',
    ],
    ['Next, which ends the round, on the last hole', { hole: 18, active: 0, mine: all(), alexs: all() }, 'next'],
  ])('is %s', (_, { hole, active, mine, alexs, from }, expected) => {
    const both = cards(mine, alexs);
    const open = { cards: both, card: both[active]!, holeNumber: hole };
    const duty = nextDuty(open, owedHoles(both).length === 0, from);
    const where = duty.kind === 'enter' ? duty.card.userId : duty.kind === 'back' ? duty.hole : '';
    expect(`${duty.kind} ${where}`.trim()).toBe(expected);
  });
});

it.each([
  ['from the first hole to the second', 1, [2], [], 2],
  ['to the next hole, even when an earlier one is missing', 9, [3], [], 10],
  ['to the next hole, even when all is entered', 17, [], [], 18],
  ['from the last hole to the first that I owe on any card', 18, [7], [5], 5],
  ['to the last hole itself if I owe it', 18, [], [18], 18],
  ['to the scorecard when nothing is missing', 18, [], [], null],
])('Next leads %s', (_, hole, mine, alexs, to) => {
  expect(nextHole(hole, owedHoles(cards(all(mine), all(alexs))))).toBe(to);
});

it.each([
  ['5', 5],
  ['1', 1],
  ['18', 18],
  ['0', 1],
  ['-3', 1],
  ['19', 18],
  ['4.4', 4],
  ['Infinity', 18],
  ['first', 1],
  ['', 1],
  [undefined, 1],
])('the address %s leads to hole %d', (text, hole) => {
  expect(nearestHole(text)).toBe(hole);
});
