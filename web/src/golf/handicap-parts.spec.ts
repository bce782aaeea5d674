import fc from 'fast-check';
import { decimalsOf, handicapOf, partsOf, WHOLES } from './handicap-select.js';

describe('the parts of a handicap', () => {
  it.each([
    [-10.9, '+10', 9],
    [-1, '+1', 0],
    [-0.4, '+0', 4],
    [0, '0', 0],
    [-0, '0', 0],
    [9.1, '9', 1],
    [18.3, '18', 3],
    [54, '54', 0],
  ])('%p is picked as %p and %p', (handicap, whole, decimal) => {
    expect(partsOf(handicap)).toEqual({ whole, decimal });
  });

  it('a handicap is the same after it is split and joined', () => {
    fc.assert(
      fc.property(fc.integer({ min: -109, max: 540 }), (tenths) => {
        expect(handicapOf(partsOf(tenths / 10))).toBe(tenths / 10);
      }),
    );
  });

  it('+0 with no decimal is 0, never −0', () => {
    expect(Object.is(handicapOf({ whole: '+0', decimal: 0 }), 0)).toBe(true);
  });

  it('the whole parts run from +10 through +0 and 0 to 54', () => {
    expect(WHOLES).toHaveLength(11 + 55);
    expect(WHOLES.slice(0, 2)).toEqual(['+10', '+9']);
    expect(WHOLES.slice(9, 13)).toEqual(['+1', '+0', '0', '1']);
    expect(WHOLES.at(-1)).toBe('54');
  });

  it('54 has no decimals, +10 has all ten', () => {
    expect(decimalsOf('54')).toEqual([0]);
    expect(decimalsOf('+10')).toHaveLength(10);
    expect(handicapOf({ whole: '54', decimal: 7 })).toBe(54);
  });
});
