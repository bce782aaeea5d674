import type { PlayedRoundRow } from '@fairmark/read-models';
import { cardTotals, type CardEntry, type ScoredCard } from '@fairmark/scoring';
import { presentEclectic, resultsByPar } from './clubhouse.presenter.js';

const EIGHTEEN = Array.from({ length: 18 }, (_, i) => i + 1);

describe('my eclectic', () => {
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
    const gaps = { totalScoreStroke: null, firstNineScoreStableford: null, lastNineScoreStableford: 3 };
    expect(presentEclectic(rounds.slice(0, 1)).totals).toMatchObject(gaps);
    const nothing = { par: null, scoreStroke: null, scoreStableford: null, strokeFrom: null, stablefordFrom: null };
    expect(presentEclectic([]).holeScores).toEqual(EIGHTEEN.map((holeNumber) => ({ holeNumber, ...nothing })));
  });
});

describe('results by par', () => {
  const PARS = [4, 3, 5, 4, 4, 3, 5, 4, 4, 4, 3, 5, 4, 4, 3, 5, 4, 4];
  const NO_SCORE: CardEntry = { strokes: null, noScore: true };
  /** A card of level par except for the given holes; daily handicap 18, a stroke on each hole. */
  const card = (entries: Readonly<Record<number, number | CardEntry | null>>): ScoredCard => ({
    dailyHandicap: 18,
    holes: PARS.map((par, i) => ({ par, strokeIndex: i + 1 })),
    entries: PARS.map((par, i) => {
      const entry = entries[i + 1];
      if (entry === null || typeof entry === 'object') return entry;
      return { strokes: entry ?? par, noScore: false };
    }),
  });

  it('are strokes over par on the holes of each par, the lowest first, without those that lack an entry', () => {
    expect(resultsByPar(card({ 1: 5, 2: 5, 3: 4, 4: 6, 7: 7, 5: null }))).toEqual([
      { par: 3, holes: 4, toPar: 2 },
      { par: 4, holes: 9, toPar: 3 },
      { par: 5, holes: 4, toPar: 1 },
    ]);
    expect(resultsByPar(card({ 2: null, 6: null, 11: null, 15: null })).map(({ par }) => par)).toEqual([4, 5]);
  });

  it('count a No Score as nett double bogey, so that they add up to gross', () => {
    const played = card({ 1: NO_SCORE, 2: 6, 3: 3, 18: NO_SCORE });
    const results = resultsByPar(played);
    expect(results.find(({ par }) => par === 4)).toEqual({ par: 4, holes: 10, toPar: 6 });
    const gross = results.reduce((sum, { par, holes, toPar }) => sum + par * holes + toPar, 0);
    expect(gross).toBe(cardTotals(played).gross);
  });
});
