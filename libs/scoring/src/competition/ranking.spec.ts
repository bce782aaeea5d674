/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { leaderboard } from './leaderboard.js';

const values = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(null)), { maxLength: 30 });
const direction = fc.constantFrom('lower' as const, 'higher' as const);

it('rank is one more than the number of better values', () => {
  fc.assert(
    fc.property(values, direction, (values, direction) => {
      const worst = direction === 'lower' ? Infinity : -Infinity;
      const known = values.map((value) => value ?? worst);
      const better = (value: number): number =>
        known.filter((other) => (direction === 'lower' ? other < value : other > value)).length;
      const cards = values.map((value) => ({ value, includesNoScore: false }));
      const places = leaderboard(cards, direction === 'lower' ? 'nett' : 'stableford');
      expect(places.map(({ rank }) => rank)).toEqual(known.map((value) => better(value) + 1));
    }),
    { seed: 113 },
  );
});
