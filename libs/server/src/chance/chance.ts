import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded random generator: the same name yields the same values on every machine. */
export type Chance = ReturnType<typeof chance>;

/** @param name the seed, for instance a description of what is drawn */
export function chance(name: string | number) {
  const generator = xoroshiro128plus(createHash('sha256').update(String(name)).digest().readInt32BE());
  const next = (): number => uniformFloat64(generator);
  /** A whole number from `min` to `max`, both inclusive. */
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    happens: (probability: number): boolean => next() < probability,
    pick: <T>(from: readonly T[]): T => from[whole(0, from.length - 1)] as T,
    shuffled: <T>(list: readonly T[]): T[] => {
      const order = list.map((value) => ({ value, at: next() }));
      return order.sort((one, other) => one.at - other.at).map(({ value }) => value);
    },
    /** Normally distributed, with mean 0 and standard deviation 1: Box–Muller transform; 1 - next() is never 0. */
    bell: (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    uuid: (): string => {
      const digits = Array.from({ length: 30 }, () => whole(0, 15).toString(16)).join('');
      const variant = whole(8, 11).toString(16);
      return digits.replace(/^(.{8})(.{4})(.{3})(.{3})/, `$1-$2-4$3-${variant}$4-`);
    },
  };
}
