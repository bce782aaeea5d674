import { holesWords, originsOf, ringerNines } from './player-sheet.js';
import { aHole } from '../testing/table.js';

const CARD = Array.from({ length: 18 }, (_, index) => aHole(index + 1));

it('a ringer card has two nines with their totals', () => {
  const [out, back] = ringerNines(CARD);
  expect(out.holes.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(out.total).toEqual({ label: 'Out', par: 36, strokes: 45, score: 18 });
  expect(back.holes[0]).toEqual({ number: 10, par: 4, strokes: 5, noScore: false, score: '2', received: 0 });
  expect(back.total.label).toBe('In');
});

it('a hole without a score leaves its nine without total strokes', () => {
  const [out, back] = ringerNines(
    CARD.map((hole) =>
      hole.holeNumber === 3 ? aHole(3, { scoreStroke: null, scoreStableford: null, noScore: true, from: null }) : hole,
    ),
  );
  expect(out.holes[2]).toMatchObject({ strokes: null, noScore: true, score: '' });
  expect(out.total).toMatchObject({ strokes: '–', score: 16 });
  expect(back.total.strokes).toBe(45);
});

it('a ringer card names the rounds that its holes come from, the earliest first', () => {
  const early = { matchId: 'early', day: '2026-11-08' };
  const holes = [aHole(1), aHole(2, { from: early }), aHole(3, { from: null }), aHole(4)];
  expect(originsOf(holes)).toEqual([
    { ...early, holes: [2] },
    { matchId: 'match', day: '2026-11-14', holes: [1, 4] },
  ]);
});

it.each([
  [[4], 'Hole 4'],
  [[1, 4], 'Holes 1 and 4'],
  [[1, 4, 7], 'Holes 1, 4 and 7'],
])('%j: %s', (holes, words) => {
  expect(holesWords(holes)).toBe(words);
});
