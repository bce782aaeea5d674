import type { Format, ScoreTotals } from '@fairmark/contract';
import { holesOfCard, ninesOf } from '../../../golf/cards.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { totalsOf } from '../../../golf/totals.js';
import { ALEX, card, eighteen, HOLES, SAM, threeBall } from '../../../outbox/testing/match.js';

test('nines have the holes of the card and totals, and marks on those that differ or wait', () => {
  const round = card({ player: SAM, marker: ALEX, byMarker: eighteen(4, { 3: 6 }) });
  const [out, back] = ninesOf('STABLEFORD', round, HOLES, new Set([2]));
  expect(out).toMatchObject({ label: 'Out', par: 36, strokes: 38, score: '16' });
  expect(out.holes.slice(0, 3)).toMatchObject([
    { number: 1, par: 4, index: 1, strokes: 4, score: '2', mismatch: false, waiting: false },
    { number: 2, par: 4, index: 2, strokes: 4, score: '2', mismatch: false, waiting: true },
    { number: 3, par: 4, index: 3, strokes: 6, score: '0', mismatch: true, waiting: false },
  ]);
  expect(back).toMatchObject({ label: 'In', par: 36, strokes: 36, score: '18' });
  expect(back.holes[2]).toMatchObject({ number: 12, mismatch: false, waiting: false, strokes: 4 });
});

test.each<[Format, number | 'NS', number, string]>([
  ['PAR', 3, 0, '+'],
  ['PAR', 'NS', 0, '−'],
  ['STROKE', 5, 2, '3'],
  ['STROKE', 4, -1, '5'],
])('%s: %s with %d received is %s', (matchType, score, received, text) => {
  const round = card({ player: SAM, marker: ALEX, byMarker: eighteen(4, { 1: score }) }, { matchType });
  const holes = HOLES.map((hole) => ({ ...hole, strokesReceived: received }));
  const [out] = ninesOf(matchType, round, holes);
  expect(out.holes[0]).toMatchObject({ score: text, noScore: score === 'NS', received });
});

test('the card shows the committee’s correction of a hole to a No Score', () => {
  const [out] = ninesOf('STABLEFORD', card({ player: SAM, marker: ALEX, corrected: { 4: 'NS' } }), HOLES);
  expect(out.holes.slice(2, 4)).toMatchObject([
    { strokes: 4, corrected: false },
    { strokes: null, score: '0', noScore: true, corrected: true },
  ]);
});

describe('totals', () => {
  const nine = { stableford: 18, par: 1, gross: 36 };
  const results = { stableford: 36, par: -2, gross: 72, nett: 63 };
  const totals: ScoreTotals = { ...results, includesNoScore: false, thru: 18, out: nine, in: nine };
  test.each<[Format, string, string]>([
    ['STABLEFORD', '36', 'pts'],
    ['PAR', '−2', 'par'],
    ['STROKE', '63', 'nett'],
  ])('of a round of %s have the result of its format', (format, result, unit) => {
    const words = FORMAT_WORDS[format];
    expect([words.round(totals), words.unit]).toEqual([result, unit]);
  });

  const strokes = (gross: string, nett: string) => ({
    details: [
      { term: gross, value: 72 },
      { term: nett, value: 63 },
    ],
  });
  test.each<[string, Format, Partial<ScoreTotals>, object]>([
    ['stroke', 'STROKE', {}, { label: 'Gross', value: '72', details: [{ term: 'Nett', value: 63 }] }],
    ['stableford', 'STABLEFORD', {}, { label: 'Stableford', value: '36', ...strokes('Gross', 'Nett') }],
    ['par', 'PAR', {}, { label: 'Par', value: '−2' }],
    ['nothing yet', 'STABLEFORD', { thru: 0, gross: null, nett: null }, { value: '–' }],
    ['after a hole', 'STABLEFORD', { thru: 1, nett: null }, { note: 'After 1 hole' }],
    ['half way', 'STABLEFORD', { thru: 12, nett: null }, { note: 'After 12 holes' }],
    ['with a No Score', 'STABLEFORD', { includesNoScore: true }, strokes('Gross incl. NS', 'Nett incl. NS')],
  ])('%s', (_, matchType, about, expected) => {
    expect(totalsOf(matchType, { ...totals, ...about })).toMatchObject(expected);
  });
});

test('par and index are known for my card and those that I mark', () => {
  const match = threeBall();
  expect(holesOfCard(match, 'sam')).toHaveLength(18);
  expect(holesOfCard(match, 'alex')).toHaveLength(18);
  expect(holesOfCard(match, 'cat')).toBeNull();
  expect(holesOfCard({ ...match, userMatchSettings: null }, 'sam')).toBeNull();
});
