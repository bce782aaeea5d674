/* oxlint-disable no-restricted-imports -- properties */
import * as fc from 'fast-check';
import { rank } from './ranking.js';

const values = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(null)), { maxLength: 30 });
const direction = fc.constantFrom('lower' as const, 'higher' as const);

it('rank is one more than the number of better values', () => {
  fc.assert(
    fc.property(values, direction, (values, direction) => {
      const worst = direction === 'lower' ? Infinity : -Infinity;
      const known = values.map((value) => value ?? worst);
      const better = (value: number): number =>
        known.filter((other) => (direction === 'lower' ? other < value : other > value)).length;
      expect(rank(values, direction)).toEqual(known.map((value) => better(value) + 1));
    }),
    { seed: 113 },
  );
});
