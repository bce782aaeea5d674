import { LAST_KEY, nextPlace, typedStrokes } from './stroke-pad-keys.js';

describe('the keys of the pad', () => {
  it.each([
    [0, 'ArrowRight', 1],
    [3, 'ArrowRight', 4],
    [0, 'ArrowLeft', 0],
    [4, 'ArrowLeft', 3],
    [2, 'ArrowUp', 2],
    [6, 'ArrowUp', 2],
    [2, 'ArrowDown', 6],
    [9, 'ArrowDown', LAST_KEY],
    [LAST_KEY, 'ArrowUp', 8],
    [LAST_KEY, 'ArrowDown', LAST_KEY],
    [LAST_KEY, 'ArrowRight', LAST_KEY],
    [LAST_KEY, 'ArrowLeft', 11],
    [7, 'Home', 0],
    [7, 'End', LAST_KEY],
    [7, 'a', null],
    [7, 'Enter', null],
  ])('from place %s by %s to %s', (from, key, to) => {
    expect(nextPlace(from, key)).toBe(to);
  });

  it.each([
    ['13', 13],
    [' 30 ', 30],
    ['12', null],
    ['31', null],
    ['13.5', null],
    ['-14', null],
    ['1e1', null],
    ['', null],
  ])('typed strokes %j are %s', (text, strokes) => {
    expect(typedStrokes(text)).toBe(strokes);
  });
});
