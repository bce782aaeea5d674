/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { resultsByHole, cardTotals } from './card.js';
import { nettDoubleBogey, parResult, stablefordPoints } from './hole-result.js';
import { strokesReceived } from './strokes-received.js';
import type { CardEntry, Format, ScoredHole } from './types.js';

const NS: CardEntry = { strokes: null, noScore: true };
const entry = (strokes: number): CardEntry => ({ strokes, noScore: false });

// Par 72: 4 4 3 5 4 4 3 5 4, twice; index = hole number.
const HOLES: ScoredHole[] = Array.from({ length: 18 }, (_, i) => ({
  par: [4, 4, 3, 5, 4, 4, 3, 5, 4][i % 9] ?? 4,
  strokeIndex: i + 1,
}));
const inPar = (): (CardEntry | null)[] => HOLES.map(({ par }) => entry(par));
const card = (entries: (CardEntry | null)[], dailyHandicap: number) => ({ entries, holes: HOLES, dailyHandicap });

const anyEntry = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 30 }).map((strokes) => entry(strokes)) },
  fc.constant(NS),
);
const hole = fc.integer({ min: 0, max: 18 });
/** A card with the holes from one to another entered: often all, one nine, or none. */
const anyCard = fc
  .record({
    whole: fc.array(anyEntry, { minLength: 18, maxLength: 18 }),
    entered: fc.oneof(fc.constantFrom([0, 18], [0, 9], [9, 18], [0, 0]), fc.tuple(hole, hole)),
    dailyHandicap: fc.integer({ min: -10, max: 54 }),
  })
  .map(({ whole, entered: [from = 0, to = 0], dailyHandicap }) => {
    const entries = whole.map((entered, i) => (i >= from && i < to ? entered : null));
    return { entries, dailyHandicap };
  });

describe('cardTotals', () => {
  it('counts a No Score as nett double bogey in gross and nett, with no points and a minus', () => {
    const totals = cardTotals(card(inPar().with(0, NS), 10));
    // Hole 1: par 4 + 2 + 1 stroke received instead of 4.
    expect(totals).toMatchObject({ gross: 75, nett: 65, nettToPar: -7, includesNoScore: true, thru: 18 });
    expect(totals).toMatchObject({ stableford: 43, par: 8, out: { gross: 39 } });
  });

  it('equals the sums of its holes', () => {
    fc.assert(
      fc.property(anyCard, ({ entries, dailyHandicap }) => {
        const totals = cardTotals(card(entries, dailyHandicap));
        const played = HOLES.flatMap(({ par, strokeIndex }, i) => {
          const entered = entries[i] ?? null;
          if (entered === null) return [];
          return [{ par, strokesReceived: strokesReceived(dailyHandicap, strokeIndex), strokes: entered.strokes }];
        });
        const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);
        const gross = sum(played.map((hole) => hole.strokes ?? nettDoubleBogey(hole)));
        expect(totals.thru).toBe(played.length);
        expect(totals.stableford).toBe(sum(played.map(stablefordPoints)));
        expect(totals.par).toBe(sum(played.map(parResult)));
        expect(totals.gross).toBe(played.length === 0 ? null : gross);
        const nett = played.length < 18 ? null : gross - dailyHandicap;
        expect(totals.nett).toBe(nett);
        expect(totals.nettToPar).toBe(nett === null ? null : nett - 72);
        expect(totals.includesNoScore).toBe(played.some(({ strokes }) => strokes === null));
        expect(totals.stableford).toBe(totals.out.stableford + totals.in.stableford);
        expect(totals.par).toBe(totals.out.par + totals.in.par);
        const nines = [totals.out.gross, totals.in.gross].filter((nine) => nine !== null);
        expect(totals.gross).toBe(nines.length === 0 ? null : sum(nines));
      }),
      { seed: 1_818 },
    );
  });
});

describe('resultsByHole', () => {
  it('adds up to the totals of a complete card', () => {
    fc.assert(
      fc.property(anyCard, ({ entries: some, dailyHandicap }) => {
        const entries = some.map((entered) => entered ?? NS);
        const whole = card(entries, dailyHandicap);
        const totals = cardTotals(whole);
        const sum = (format: Format): number =>
          resultsByHole(whole, format).reduce<number>((all, value) => all + (value ?? NaN), 0);
        expect(sum('STABLEFORD')).toBe(totals.stableford);
        expect(sum('PAR')).toBe(totals.par);
        expect(sum('STROKE') - dailyHandicap).toBe(totals.nettToPar);
      }),
      { seed: 72 },
    );
  });

  it('is null where nothing was entered', () => {
    for (const format of ['STROKE', 'STABLEFORD', 'PAR'] as const) {
      expect(resultsByHole(card(inPar().with(4, null), 0), format).indexOf(null)).toBe(4);
    }
  });
});
