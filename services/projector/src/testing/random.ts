/** Reproducible chance for tests and benchmarks: the same seed gives the same log. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** Whole number from `min` to `max`. */
  whole(min: number, max: number): number;
  /** True with a probability. */
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  uuid(): string;
}

/** Mulberry32. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    happens: (probability) => next() < probability,
    pick: <T>(from: readonly T[]): T => from[whole(0, from.length - 1)] as T,
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => whole(0, 15).toString(16));
      hex[12] = '4';
      hex[16] = whole(8, 11).toString(16);
      const at = hex.join('');
      return `${at.slice(0, 8)}-${at.slice(8, 12)}-${at.slice(12, 16)}-${at.slice(16, 20)}-${at.slice(20)}`;
    },
  };
}
