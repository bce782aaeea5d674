/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { holeResult } from './formats.js';
import { nettDoubleBogey, noScoreOnCard, parResult, stablefordPoints } from './hole-result.js';

const par = fc.integer({ min: 3, max: 6 });
const received = fc.integer({ min: -2, max: 4 });
const strokes = fc.integer({ min: 1, max: 12 });

// Single results: the published examples (vectors.spec.ts).
describe('a hole', () => {
  it('shows a No Score as double bogey on the final card, without strokes received', () => {
    expect(noScoreOnCard(3)).toBe(5);
    expect(() => noScoreOnCard(7)).toThrow('par');
  });

  it('gives a point for each stroke under nett double bogey, however many, and none over it', () => {
    fc.assert(
      fc.property(par, received, strokes, (par, strokesReceived, strokes) => {
        const most = nettDoubleBogey({ par, strokesReceived });
        expect(stablefordPoints({ par, strokesReceived, strokes })).toBe(Math.max(0, most - strokes));
      }),
      { seed: 31 },
    );
  });

  it('never gives −0', () => {
    const hole = { par: 4, strokesReceived: 0, strokes: 4 };
    expect(Object.is(parResult(hole), 0)).toBe(true);
    expect(Object.is(stablefordPoints({ ...hole, strokes: 6 }), 0)).toBe(true);
  });

  const error = (input: string): Error => expect.objectContaining({ input });
  const level = { par: 4, strokesReceived: 0, strokes: 4 };

  it.each([
    ['par', { par: 2 }],
    ['par', { par: 7 }],
    ['par', { par: NaN }],
    ['par', { par: 3.5 }],
    ['strokesReceived', { strokesReceived: 0.5 }],
    ['strokesReceived', { strokesReceived: NaN }],
    ['strokes', { strokes: 0 }],
    ['strokes', { strokes: 4.5 }],
    ['strokes', { strokes: NaN }],
  ])('refuses an invalid %s: %j', (input, wrong) => {
    const hole = { ...level, ...wrong };
    for (const format of ['STROKE', 'STABLEFORD', 'PAR'] as const) {
      expect(() => holeResult({ ...hole, format })).toThrow(error(input));
    }
  });
});
