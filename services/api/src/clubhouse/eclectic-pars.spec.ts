import type { PlayedRoundRow } from '@fairmark/read-models';
import { presentEclectic } from './clubhouse.presenter.js';

const EIGHTEEN = Array.from({ length: 18 }, (_, i) => i + 1);

/** A round off tees where each hole has this par; zero strokes are a No Score. */
const round = (match_id: string, par: number, strokes: Readonly<Record<number, number>>): PlayedRoundRow => ({
  match_id,
  day: '2026-11-14',
  daily_handicap: 0,
  strokes: EIGHTEEN.map((hole) => strokes[hole] ?? 6),
  pars: EIGHTEEN.map(() => par),
  stroke_indexes: EIGHTEEN,
});

it('gives the par of the tee where the best score of a hole was made, or else of the latest round', () => {
  const rounds = [round('championship', 5, { 1: 4, 3: 0 }), round('standard', 4, { 2: 4, 3: 0 })];
  const { holeScores } = presentEclectic(rounds);
  expect(holeScores.slice(0, 4).map(({ par, strokeFrom }) => [par, strokeFrom?.matchId])).toEqual([
    [5, 'championship'],
    [4, 'standard'],
    [4, undefined],
    [5, 'championship'],
  ]);
});

it('sums the best strokes and points of each nine and in all, if every hole has a score', () => {
  const rounds = [round('bogeys', 4, { 1: 0, 2: 5, 10: 3 }), round('late', 4, { 1: 4, 2: 5 })];
  expect(presentEclectic(rounds).totals).toEqual({
    totalScoreStroke: 4 + 5 + 7 * 6 + 3 + 8 * 6,
    totalScoreStableford: 2 + 1 + 3,
    firstNineScoreStroke: 4 + 5 + 7 * 6,
    firstNineScoreStableford: 2 + 1,
    lastNineScoreStroke: 3 + 8 * 6,
    lastNineScoreStableford: 3,
  });
  const { totals, holeScores } = presentEclectic(rounds.slice(0, 1));
  expect([totals.totalScoreStroke, totals.firstNineScoreStableford, totals.lastNineScoreStableford]).toEqual([
    null,
    null,
    3,
  ]);
  expect(holeScores[0]).toMatchObject({ scoreStroke: null, scoreStableford: null, strokeFrom: null });
});

it('has eighteen empty holes before any round', () => {
  const nothing = { par: null, scoreStroke: null, scoreStableford: null, strokeFrom: null, stablefordFrom: null };
  const { holeScores, totals } = presentEclectic([]);
  expect(holeScores).toEqual(EIGHTEEN.map((holeNumber) => ({ holeNumber, ...nothing })));
  expect(new Set(Object.values(totals))).toEqual(new Set([null]));
});
