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
