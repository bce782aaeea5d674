import { scoreName } from './score-name.js';

/** Rows are pars, columns are strokes from 1. */
const NAMES = {
  3: ['ACE', 'BIRDIE', 'PAR', 'BOGEY', 'DOUBLE', 'WORSE', 'WORSE', 'WORSE'],
  4: ['ACE', 'EAGLE', 'BIRDIE', 'PAR', 'BOGEY', 'DOUBLE', 'WORSE', 'WORSE'],
  5: ['ACE', 'ALBATROSS', 'EAGLE', 'BIRDIE', 'PAR', 'BOGEY', 'DOUBLE', 'WORSE'],
  6: ['ACE', 'ALBATROSS', 'ALBATROSS', 'EAGLE', 'BIRDIE', 'PAR', 'BOGEY', 'DOUBLE'],
};

describe('the name of a score', () => {
  it.each(Object.entries(NAMES))('on a par %s', (par, names) => {
    expect(names.map((_, index) => scoreName(index + 1, Number(par)))).toEqual(names);
  });

  it.each([0, -1, 4.5, NaN])('is refused for %s strokes', (strokes) => {
    expect(() => scoreName(strokes, 4)).toThrow(expect.objectContaining({ input: 'strokes' }));
  });

  it.each([2, 7, NaN])('is refused for a par of %s', (par) => {
    expect(() => scoreName(4, par)).toThrow(expect.objectContaining({ input: 'par' }));
  });
});
