import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Chance that can be repeated: the same name draws the same values on every machine. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** Whole number from `min` to `max`. */
  whole(min: number, max: number): number;
  /** True with a probability. */
  happens(probability: number): boolean;
  /** Of a list that is not empty. */
  pick<T>(from: readonly T[]): T;
  /** All of a list, in an order of its own. */
  shuffled<T>(list: readonly T[]): T[];
  /** Normally distributed round 0, with a standard deviation of 1. */
  bell(): number;
  /** Shaped like a random one (version 4). */
  uuid(): string;
}

/** @param name what is drawn, or a seed */
export function chance(name: string | number): Chance {
  const generator = xoroshiro128plus(createHash('sha256').update(String(name)).digest().readInt32BE());
  const next = (): number => uniformFloat64(generator);
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    happens: (probability) => next() < probability,
    pick: <T>(from: readonly T[]): T => from[whole(0, from.length - 1)] as T,
    shuffled: <T>(list: readonly T[]): T[] => {
      const order = list.map((value) => ({ value, at: next() }));
      return order.sort((one, other) => one.at - other.at).map(({ value }) => value);
    },
    // Box and Muller; 1 - next() is never 0.
    bell: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    uuid: () => {
      const digits = Array.from({ length: 30 }, () => whole(0, 15).toString(16)).join('');
      const [a, b, c, d, e] = [
        digits.slice(0, 8),
        digits.slice(8, 12),
        digits.slice(12, 15),
        digits.slice(15, 18),
        digits.slice(18),
      ];
      return `${a}-${b}-4${c}-${whole(8, 11).toString(16)}${d}-${e}`;
    },
  };
}
