import { compareValues } from '../competition/ranking.js';
import { nineTotals } from '../competition/nine-totals.js';
import { countback, segmentScore } from '../competition/countback.js';
import { eclectic } from '../competition/eclectic.js';
import { entryStrokes } from './agreement.js';
import { cardTotals, resultsByHole } from './card.js';
import { nettDoubleBogey } from './hole-result.js';
import { strokesReceived } from './strokes-received.js';

const card = { format: 'PAR', dailyHandicap: 0, results: Array<number>(18).fill(0) } as const;
const nothing = { entries: [], holes: [], dailyHandicap: 0 };
const neither = { strokes: null, noScore: false };
const hole = { par: 4, strokesReceived: 0 };

it.each<[words: string, act: () => unknown]>([
  ['par must be a whole number from 3 to 6, not 7', () => nettDoubleBogey({ ...hole, par: 7 })],
  ['dailyHandicap must be a whole number, not 1.5', () => strokesReceived(1.5, 1)],
  ['strokesReceived must be a whole number, not 0.5', () => nettDoubleBogey({ ...hole, strokesReceived: 0.5 })],
  ['values must be numbers or null, not NaN', () => compareValues(NaN, 1, 'lower')],
  ['values must be numbers or null, not NaN', () => compareValues(1, NaN, 'lower')],
  ['format must be PAR like the other card, not STROKE', () => countback(card, { ...card, format: 'STROKE' })],
  ['values must be a list of 18 holes, not 3', () => nineTotals([4, 4, 4])],
  ['results must be a list of 18 holes, not 1', () => segmentScore({ ...card, results: [1] }, 'last9')],
  ['results must be a list of 18 holes, not 1', () => countback({ ...card, results: [1] }, card)],
  ['results must be a list of 18 holes, not 1', () => countback(card, { ...card, results: [1] })],
  ['rounds must be a list of 18 holes, not 2', () => eclectic([[4, 4]])],
  ['entries must be a list of 18 holes, not 0', () => resultsByHole(nothing, 'PAR')],
  ['entries must be a list of 18 holes, not 0', () => cardTotals(nothing)],
  ['holes must be a list of 18 holes, not 0', () => cardTotals({ ...nothing, entries: Array(18).fill(null) })],
  ['entry must be strokes or No Score, not {"strokes":null,"noScore":false}', () => entryStrokes(neither)],
])('invalid input is refused with a message: %s', (words, act) => {
  expect(act).toThrow(expect.objectContaining({ name: 'ScoringInputError', message: words }));
});
