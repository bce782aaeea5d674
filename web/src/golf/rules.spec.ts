import fc from 'fast-check';
import { keyText, resultKind, scoreText } from './score/score-texts.js';
import { countbackWords } from './result-words.js';
import { handicapForShow } from '@fairmark/contract';
import { decimalsOf, handicapOf, WHOLES } from './handicap-select.js';

describe('the texts of a score', () => {
  it.each([
    [1, 3, 'Hole in one', 'hole in one', 'ace'],
    [2, 5, 'Albatross', 'albatross', 'albatross'],
    [2, 4, 'Eagle', 'eagle', 'eagle'],
    [3, 4, 'Birdie', 'birdie', 'birdie'],
    [4, 4, 'Par', 'par', 'par'],
    [5, 4, 'Bogey', 'bogey', 'bogey'],
    [6, 4, 'Double bogey', 'double', 'double'],
    [7, 4, '+3', '+3', 'double'],
    [30, 3, '+27', '+27', 'double'],
  ])('of %s strokes on a par %s', (strokes, par, text, key, kind) => {
    expect(scoreText(strokes, par)).toBe(text);
    expect(keyText(strokes, par)).toBe(key);
    expect(resultKind({ strokes, par })).toBe(kind);
  });

  it('distinguish No Score from a hole that is not entered', () => {
    expect(resultKind({ strokes: null, noScore: true, par: 4 })).toBe('no-score');
    expect(resultKind({ strokes: null, par: 4 })).toBe('empty');
  });
});

it.each([
  [null, 'Jo Tran', null],
  ['last9', 'Jo Tran', 'Ahead of Jo Tran on countback, last\u00a09'],
  ['hole17', undefined, 'Ahead of the next place on countback, hole\u00a017'],
])('a countback names the golfer behind and what decided it: %s', (decidedBy, next, text) => {
  expect(countbackWords(decidedBy === null ? null : { decidedBy }, next)).toBe(text);
});

describe('the parts of a handicap', () => {
  it.each([
    [-10.9, '+10', 9],
    [-0.4, '+0', 4],
    [0, '0', 0],
    [-0, '0', 0],
    [9.1, '9', 1],
    [54, '54', 0],
  ])('%p is picked as %p and %p', (handicap, whole, decimal) => {
    expect(handicapForShow(handicap)).toBe(`${whole}.${decimal}`);
    expect(WHOLES).toContain(whole);
    expect(decimalsOf(whole)).toContain(decimal);
  });

  it('a handicap is the same after it is split and joined', () => {
    fc.assert(
      fc.property(fc.integer({ min: -109, max: 540 }), (tenths) => {
        expect(handicapOf(handicapForShow(tenths / 10))).toBe(tenths / 10);
      }),
    );
  });

  it('+0 with no decimal is 0, never −0', () => {
    expect(Object.is(handicapOf('+0.0'), 0)).toBe(true);
  });

  it('runs from +10 through +0 and 0 to 54, which has no decimals', () => {
    expect(WHOLES).toHaveLength(11 + 55);
    expect(WHOLES.slice(0, 2)).toEqual(['+10', '+9']);
    expect(WHOLES.slice(9, 13)).toEqual(['+1', '+0', '0', '1']);
    expect(WHOLES.at(-1)).toBe('54');
    expect(['+10', '54'].map(decimalsOf)).toMatchObject([{ length: 10 }, { length: 1 }]);
    expect(handicapOf('54.7')).toBe(54);
  });
});
