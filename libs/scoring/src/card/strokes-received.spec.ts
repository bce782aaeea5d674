import { strokesReceived } from './strokes-received.js';
import type { StrokeIndex } from './types.js';

/** A real card whose second and third numbers are not the first plus 18 and 36 (Oatlands, men). */
const FIRST = [8, 12, 7, 6, 13, 2, 18, 15, 10, 17, 11, 3, 16, 4, 5, 9, 14, 1];
const SECOND = [28, 33, 25, 24, 32, 21, 36, 31, 27, 35, 29, 23, 34, 19, 22, 26, 30, 20];
const THIRD = [46, 51, 43, 42, 50, 39, 54, 49, 45, 53, 47, 41, 52, 37, 40, 44, 48, 38];
const OATLANDS = FIRST.map((first, i): StrokeIndex => [first, SECOND[i] ?? 0, THIRD[i] ?? 0]);
const ONE_NUMBER: StrokeIndex[] = Array.from({ length: 18 }, (_, i) => i + 1);

const total = (handicap: number, indexes: StrokeIndex[]): number =>
  indexes.reduce<number>((sum, index) => sum + strokesReceived(handicap, index), 0);

describe('strokesReceived', () => {
  it('adds up to the daily handicap on one-number and three-number cards, for every handicap from −20 to 120', () => {
    for (let handicap = -20; handicap <= 120; handicap += 1) {
      expect(total(handicap, ONE_NUMBER)).toBe(handicap);
      expect(total(handicap, OATLANDS)).toBe(handicap);
    }
  });

  it.each([
    ['dailyHandicap', 9.1, 5],
    ['dailyHandicap', NaN, 5],
    ['strokeIndex', 9, 0],
    ['strokeIndex', 9, 19],
    ['strokeIndex', 9, 1.5],
    ['strokeIndex', 9, undefined],
    ['strokeIndex', 9, [1, 2.5, 40]],
    ['strokeIndex', 9, [1, 19]],
  ])('refuses an invalid %s: %s, %j', (input, handicap, index) => {
    expect(() => strokesReceived(handicap, index as StrokeIndex)).toThrow(expect.objectContaining({ input }));
  });
});
