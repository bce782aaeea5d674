/** Maps a value to px on an axis. */
export type Scale = (value: number) => number;

/** A linear scale from one range to another. */
export function linear([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

/** About `count` evenly spaced whole numbers that cover `low` to `high`: the ticks of an axis. */
export function wholeTicks(low: number, high: number, count: number): number[] {
  const rough = Math.max(1, (high - low) / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

/** Moves positions apart to at least `least`, keeping their order, up to `bottom`. */
export function spread(positions: readonly number[], least: number, bottom: number): number[] {
  const moved = [...positions];
  const order = moved.map((_, index) => index).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  let free = -Infinity;
  for (const index of order) free = (moved[index] = Math.max(positions[index] ?? 0, free)) + least;
  let most = bottom;
  for (const index of order.reverse()) most = (moved[index] = Math.min(moved[index] ?? 0, most)) - least;
  return moved;
}
