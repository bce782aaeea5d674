import type { EclecticRound } from '@fairmark/contract';
import { eclecticNines, tally, toParWords } from './ringer-card.js';

const numbers = Array.from({ length: 18 }, (_, index) => index + 1);
const from = { matchId: 'm', day: '2026-11-14' };
const round: EclecticRound = {
  // Only No Scores on the last hole.
  holeScores: numbers.map((holeNumber) => ({
    holeNumber,
    par: 4,
    scoreStroke: holeNumber === 18 ? null : 4,
    scoreStableford: holeNumber === 18 ? null : 2,
    strokeFrom: holeNumber === 18 ? null : from,
    stablefordFrom: holeNumber === 18 ? null : from,
  })),
  totals: {
    totalScoreStableford: null,
    totalScoreStroke: null,
    firstNineScoreStroke: 36,
    firstNineScoreStableford: 18,
    lastNineScoreStroke: null,
    lastNineScoreStableford: null,
  },
  rounds: 2,
};

const [out, back] = eclecticNines(round);
const firstHoles = (change: (holeNumber: number) => Partial<EclecticRound['holeScores'][number]>, many = 9) => ({
  holeScores: round.holeScores.slice(0, many).map((hole) => ({ ...hole, ...change(hole.holeNumber) })),
});

it('an eclectic card has the best score of each hole, and a total only for a nine with a score on every hole', () => {
  expect(out.holes.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(out.holes[0]).toMatchObject({ par: 4, strokes: 4, score: '2', noScore: false });
  expect(out).toMatchObject({ label: 'Out', par: 36, strokes: 36, score: 18 });
  expect(back.holes.at(-1)).toMatchObject({ number: 18, strokes: null, score: '' });
  expect(back).toMatchObject({ label: 'In', par: 36, strokes: '–', score: '–' });
});

const ALL = '1 hole in one · 1 eagle · 1 birdie · 1 par · 1 bogey · 1 double bogey · 1 at +3 · 1 at +4 · 1 at +5';

it.each([
  [round, '17 of 18 holes', '17 pars'],
  [firstHoles(() => ({})), 'Level par', '9 pars'],
  // By the par that each hole had when its best score was made.
  [firstHoles(() => ({ par: 5 })), '9 under par', '9 birdies'],
  [firstHoles((scoreStroke) => ({ scoreStroke })), '9 over par', ALL],
  [
    firstHoles((number) => ({ par: 5, scoreStroke: number < 3 ? 1 : 2 }), 18),
    '56 under par',
    '2 holes in one · 16 albatrosses',
  ],
])('%# an eclectic says how it stands to par and counts its scores', (holes, toPar, counts) => {
  expect([toParWords(holes), tally(holes)]).toEqual([toPar, counts]);
});
