/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { dailyHandicap, type DailyHandicapInput } from './daily-handicap.js';
import { ScoringInputError } from '../card/scoring-input-error.js';
import type { Gender } from '../card/types.js';

const neutral: DailyHandicapInput = {
  handicap: 10,
  slopeRating: 113,
  scratchRating: 72,
  parRating: 72,
  gender: 'MALE',
};
const of = (change: Partial<DailyHandicapInput>): number => dailyHandicap({ ...neutral, ...change });

/** The formula in whole numbers: `course` is (handicap × slope + 113 × (scratch − par)) × 10. Halves up. */
function exactly(course: bigint, gender: Gender): number {
  const factor = gender === 'MALE' ? 9986n : 10_483n;
  const numerator = course * 93n * factor;
  const unit = 113n * 10n * 100n * 10_000n;
  const half = 2n * numerator + unit;
  const floor = half / (2n * unit) - (half % (2n * unit) < 0n ? 1n : 0n);
  return Number(floor);
}

// Single handicaps: the published examples (vectors.spec.ts).
describe('dailyHandicap', () => {
  it('never gives −0', () => {
    expect(Object.is(of({ handicap: -0.3 }), 0)).toBe(true);
    expect(Object.is(of({ handicap: -0 }), 0)).toBe(true);
    expect(Object.is(of({ cap: -0 }), 0)).toBe(true);
  });

  it('caps after rounding: 36 for men, 45 for women, or the cap given', () => {
    expect(of({ handicap: 54 })).toBe(36);
    expect(of({ handicap: 54, gender: 'FEMALE' })).toBe(45);
    expect(of({ handicap: 54, cap: 18 })).toBe(18);
    expect(of({ handicap: 54, cap: 54 })).toBe(50);
    expect(of({ handicap: 54, slopeRating: 155, cap: Infinity })).toBe(69);
    expect(of({ handicap: 54, cap: 0 })).toBe(0);
  });

  it('equals exact rational arithmetic for every handicap on any ratings', () => {
    const rating = fc.record({
      gender: fc.constantFrom<Gender>('MALE', 'FEMALE'),
      slopeRating: fc.integer({ min: 55, max: 155 }),
      tenthsOverPar: fc.integer({ min: -100, max: 100 }),
    });
    fc.assert(
      fc.property(rating, ({ gender, slopeRating, tenthsOverPar }) => {
        const scratchRating = (720 + tenthsOverPar) / 10;
        for (let tenths = -109; tenths <= 540; tenths += 1) {
          const actual = of({ handicap: tenths / 10, slopeRating, scratchRating, gender, cap: Infinity });
          const exact = exactly(BigInt(tenths * slopeRating + 113 * tenthsOverPar), gender);
          if (actual !== exact) throw new Error(`handicap ${tenths / 10}: ${actual} instead of ${exact}`);
        }
      }),
      { seed: 113, numRuns: 200 },
    );
  });

  it.each([
    ['gender', { gender: undefined }],
    ['gender', { gender: 'toString' as never }],
    ['handicap', { handicap: NaN }],
    ['handicap', { handicap: 54.1 }],
    ['handicap', { handicap: -11 }],
    ['handicap', { handicap: '9.1' as never }],
    ['slopeRating', { slopeRating: undefined }],
    ['slopeRating', { slopeRating: 156 }],
    ['scratchRating', { scratchRating: null as never }],
    ['parRating', { parRating: undefined }],
    ['parRating', { parRating: 0 }],
    ['cap', { cap: -1 }],
    ['cap', { cap: 36.5 }],
    ['cap', { cap: NaN }],
  ] satisfies [string, Partial<DailyHandicapInput>][])('names %s when it gets %j', (input, change) => {
    const call = (): number => of(change);
    expect(call).toThrow(ScoringInputError);
    expect(call).toThrow(RangeError);
    expect(call).toThrow(expect.objectContaining({ input }));
  });
});
