import { cardTotals, type CardEntry, type ScoredCard } from '@fairmark/scoring';
import { resultsByPar } from './clubhouse.presenter.js';

const PARS = [4, 3, 5, 4, 4, 3, 5, 4, 4, 4, 3, 5, 4, 4, 3, 5, 4, 4];
const NO_SCORE: CardEntry = { strokes: null, noScore: true };

/** A card of level par except for the given holes; daily handicap 18, a stroke on each hole. */
function card(entries: Readonly<Record<number, number | CardEntry | null>> = {}): ScoredCard {
  return {
    dailyHandicap: 18,
    holes: PARS.map((par, i) => ({ par, strokeIndex: i + 1 })),
    entries: PARS.map((par, i) => {
      const entry = entries[i + 1];
      if (entry === null || typeof entry === 'object') return entry;
      return { strokes: entry ?? par, noScore: false };
    }),
  };
}

describe('results by par', () => {
  it('are strokes over par on the holes of each par, the lowest first', () => {
    expect(resultsByPar(card({ 1: 5, 2: 5, 3: 4, 4: 6, 7: 7 }))).toEqual([
      { par: 3, holes: 4, toPar: 2 },
      { par: 4, holes: 10, toPar: 3 },
      { par: 5, holes: 4, toPar: 1 },
    ]);
  });

  it('leave out holes without an entry, and pars that the card lacks', () => {
    expect(resultsByPar(card({ 2: null, 6: null, 11: null, 15: null, 1: null }))).toEqual([
      { par: 4, holes: 9, toPar: 0 },
      { par: 5, holes: 4, toPar: 0 },
    ]);
    expect(resultsByPar({ ...card(), entries: PARS.map(() => null) })).toEqual([]);
  });

  it('count a No Score as nett double bogey, so that they add up to gross', () => {
    const played = card({ 1: NO_SCORE, 2: 6, 3: 3, 18: NO_SCORE });
    const results = resultsByPar(played);
    expect(results.find(({ par }) => par === 4)).toEqual({ par: 4, holes: 10, toPar: 6 });
    const gross = results.reduce((sum, { par, holes, toPar }) => sum + par * holes + toPar, 0);
    expect(gross).toBe(cardTotals(played).gross);
  });
});
