/** Chance that can be told again: the same name draws the same values on every machine. */
export interface Draws {
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
}

/** Mulberry32, begun from the name (FNV-1a). */
export function drawsOf(name: string): Draws {
  let state = 0x811c9dc5;
  for (const char of name) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
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
    shuffled: <T>(list: readonly T[]): T[] => {
      const order = list.map((value) => ({ value, at: next() }));
      return order.sort((one, other) => one.at - other.at).map(({ value }) => value);
    },
    // Box and Muller; 1 - next() is never 0.
    bell: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
