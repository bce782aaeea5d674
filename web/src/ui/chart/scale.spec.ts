import { linear, spread, wholeTicks } from './chart-series.js';

it('a scale keeps proportions, also downwards', () => {
  expect([30, 33, 36].map(linear([30, 36], [100, 0]))).toEqual([100, 50, 0]);
});

it.each([
  [30, 36, [30, 32, 34, 36]],
  [0.2, 0.9, [0, 1]],
  [-3, 4, [-4, -2, 0, 2, 4]],
  [36, 36, [36, 37]],
  [8, 61, [0, 20, 40, 60, 80]],
])('the lines of an axis from %d to %d are whole and hold both', (low, high, ticks) => {
  expect(wholeTicks(low, high, 5)).toEqual(ticks);
});

it('overlapping names are moved apart and stay within the picture', () => {
  expect(spread([50, 10, 52], 14, 100)).toEqual([50, 10, 64]);
  expect(spread([98, 99], 14, 100)).toEqual([86, 100]);
});
