import type { Format, HistoryRow, ParResult } from '@fairmark/contract';
import { roundOf } from '../testing/rounds.js';
import { FORM_ROUNDS, recentForm, signedDecimal, usualMeasure } from './recent-form.js';

const LEVEL: ParResult[] = [
  { par: 3, holes: 4, toPar: 0 },
  { par: 4, holes: 10, toPar: 0 },
  { par: 5, holes: 4, toPar: 0 },
];

/** A round level with par, with a nett of 62. */
function round(day: number, points: number, more: Partial<HistoryRow['userRound']> = {}): HistoryRow {
  const row = roundOf(day, points, { byPar: LEVEL, ...more });
  Object.assign(row.userRound.scoreTotals, { gross: 72, nett: 62 });
  return row;
}

describe('recent form', () => {
  it('holds the completed rounds, the oldest first, whatever the order of the history', () => {
    const form = recentForm([round(9, 30), round(2, 36), round(5, 8, { withdrawn: true }), round(4, 33)]);
    expect(form.map(({ day, points }) => [day, points])).toEqual([
      ['2026-11-02', 36],
      ['2026-11-04', 33],
      ['2026-11-09', 30],
    ]);
    expect(recentForm([])).toEqual([]);
  });

  it('averages each round with up to four before it', () => {
    const points = [30, 32, 34, 36, 38, 40, 20].map((value, i) => round(i + 1, value));
    expect(recentForm(points).map(({ average }) => average.points)).toEqual([30, 31, 32, 33, 34, 36, 33.6]);
  });

  it('shows the last twenty rounds, and averages the first of them with earlier ones', () => {
    const form = recentForm(Array.from({ length: 24 }, (_, i) => round(i + 1, i < 4 ? 0 : 40)));
    expect(form).toHaveLength(FORM_ROUNDS);
    expect(form[0]?.day).toBe('2026-11-05');
    expect(form[0]?.average.points).toBe(8);
  });

  it('takes nett against the par of the golfer’s own card, and none when a hole has no score', () => {
    const over = LEVEL.map((result) => ({ ...result, toPar: 4 }));
    const open = round(3, 20);
    open.userRound.scoreTotals.nett = null;
    const form = recentForm([round(1, 36, { byPar: over }), round(2, 36, { dailyHandicap: -2 }), open]);
    expect(form.map(({ nett }) => nett)).toEqual([2, 2, null]);
    expect(form[2]?.average.nett).toBe(2);
  });

  it('averages holes by their par, with the same weight for each hole', () => {
    const form = recentForm([
      round(1, 36, { byPar: [{ par: 3, holes: 4, toPar: 4 }] }),
      round(2, 36, {
        byPar: [
          { par: 3, holes: 2, toPar: 5 },
          { par: 4, holes: 16, toPar: -4 },
        ],
      }),
    ]);
    expect(form.map(({ byPar }) => byPar)).toEqual([
      [1, null, null],
      [1.5, -0.25, null],
    ]);
  });
});

it.each<[Format[], string]>([
  [['STROKE', 'STROKE', 'STABLEFORD'], 'nett'],
  [['STROKE', 'PAR'], 'points'],
  [[], 'points'],
])('the usual measure of %s is %s', (formats, measure) => {
  expect(usualMeasure(formats.map((matchType) => ({ matchType })))).toBe(measure);
});

it.each([
  [0.854, 2, '+0.85'],
  [-1.25, 1, '−1.3'],
  [-0.04, 1, '0.0'],
  [0, 2, '0.00'],
])('%d with %i decimals is written with its sign', (value, digits, text) => {
  expect(signedDecimal(value, digits)).toBe(text);
});
