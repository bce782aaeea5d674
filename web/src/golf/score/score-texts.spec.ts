import { keyText, resultKind, scoreText, spokenReceived, spokenScore } from './score-texts.js';

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
    expect(spokenScore({ strokes: null, noScore: true, par: 4 })).toBe('No Score');
    expect(resultKind({ strokes: null, par: 4 })).toBe('empty');
    expect(spokenScore({ strokes: null, par: 4 })).toBe('not entered');
    expect(spokenScore({ strokes: 5, par: 4 })).toBe('5, bogey');
  });

  it.each([
    [0, ''],
    [1, '1 stroke received'],
    [2, '2 strokes received'],
    [-1, 'gives back 1 stroke'],
    [-2, 'gives back 2 strokes'],
  ])('of %s strokes received', (received, text) => {
    expect(spokenReceived(received)).toBe(text);
  });
});
