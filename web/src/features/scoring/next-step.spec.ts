import { scoringCards } from '../../shared/scoring/cards.js';
import { incompleteHoles, nearestHole, nextDuty, nextStep, owedHoles } from './next-step.js';
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

describe('what I still owe', () => {
  it('is what I have not entered on my card and on the one that I mark', () => {
    const owed = incompleteHoles(cards(all([3, 7]), all([5])));
    expect(owed.map(({ card, holes }) => [card.userId, holes])).toEqual([
      ['me', [3, 7]],
      ['alex', [5]],
    ]);
  });

  it('is listed by hole, with the cards that lack a score there', () => {
    const owed = owedHoles(incompleteHoles(cards(all([3, 12]), all([5, 12]))));
    expect(owed.map((one) => [one.hole, one.cards.map(({ userId }) => userId)])).toEqual([
      [3, ['me']],
      [5, ['alex']],
      [12, ['me', 'alex']],
    ]);
  });

  it('is nothing on complete cards', () => {
    expect(incompleteHoles(cards(all(), all()))).toEqual([]);
  });
});

describe('the next duty on a hole', () => {
  it.each([
    ['my score, on my row', { hole: 3, active: 0, mine: all([3]), alexs: all([3]) }, 'enter me'],
    ['the active player’s score first', { hole: 3, active: 1, mine: all([3]), alexs: all([3]) }, 'enter alex'],
    ['the other player’s score on my filled row', { hole: 3, active: 0, mine: all(), alexs: all([3]) }, 'enter alex'],
    ['the next hole once it is entered', { hole: 3, active: 1, mine: all([9]), alexs: all() }, 'next'],
    ['the end of the round once all is entered', { hole: 3, active: 1, mine: all(), alexs: all() }, 'complete'],
    ['Next, which ends the round, on the last hole', { hole: 18, active: 0, mine: all(), alexs: all() }, 'next'],
  ])('is %s', (_, { hole, active, mine, alexs }, expected) => {
    const both = cards(mine, alexs);
    const duty = nextDuty({
      cards: both,
      active: both[active]!,
      holeNumber: hole,
      complete: incompleteHoles(both).length === 0,
    });
    expect(duty.kind === 'enter' ? `enter ${duty.card.userId}` : duty.kind).toBe(expected);
  });
});

describe('where Next leads', () => {
  it.each([
    ['from the first hole to the second', 1, all([2]), all(), { to: 'hole', hole: 2 }],
    ['to the next hole, even when an earlier one is missing', 9, all([3]), all(), { to: 'hole', hole: 10 }],
    ['to the next hole, even when all is entered', 17, all(), all(), { to: 'hole', hole: 18 }],
    ['from the last hole to the first incomplete one', 18, all([7, 12]), all(), { to: 'incomplete', hole: 7 }],
    ['to the first incomplete one on any card', 18, all([7]), all([5]), { to: 'incomplete', hole: 5 }],
    ['to the last hole itself if it is incomplete', 18, all(), all([18]), { to: 'incomplete', hole: 18 }],
    ['to the scorecard when nothing is missing', 18, all(), all(), { to: 'scorecard' }],
  ] as const)('%s', (_, hole, mine, alexs, step) => {
    expect(nextStep(hole, incompleteHoles(cards([...mine], [...alexs])))).toEqual(step);
  });
});

describe('the hole of an address', () => {
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
  ])('%s leads to hole %d', (text, hole) => {
    expect(nearestHole(text)).toBe(hole);
  });
});
