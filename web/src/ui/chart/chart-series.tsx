import { KeyList } from '../page-parts.js';

const SHAPES = {
  circle: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  square: 'M-3.6 -3.6H3.6V3.6H-3.6Z',
  triangle: 'M0 -5.2L4.8 3.2H-4.8Z',
} as const;

/** A series of a chart. Lines differ in dashes and marks in shape, never in colour alone. */
export interface Series {
  name: string;
  colour: string;
  /** The line's dashes, such as `8 6`; `none`: a solid line; null: only marks. */
  dashes: string | null;
  /** Null: no marks. */
  shape: keyof typeof SHAPES | null;
  /** One value per place from left to right; null: none. */
  values: readonly (number | null)[];
}

/** A series in a chart, with its scales, the place that is read, and the height of the name at the end of its line. */
export function Drawn({ x, y, read, end, ...series }: Series & { x: Scale; y: Scale; read: number; end?: number }) {
  const { name, colour, dashes, shape, values } = series;
  return (
    <g style={{ '--colour': colour }}>
      {dashes !== null && (
        <>
          <path data-part="line" strokeDasharray={dashes} d={pathOf(values, x, y)} />
          <text data-part="name" x={x(values.length - 1) + 10} y={end} dy="0.35em">
            {name}
          </text>
        </>
      )}
      {values.map((value, place) => {
        if (value === null || (shape === null && place !== read)) return null;
        const scale = place === read ? 1.5 : 1;
        return (
          <path
            key={place}
            data-part="mark"
            d={SHAPES[shape ?? 'circle']}
            transform={`translate(${x(place)} ${y(value)}) scale(${scale})`}
          />
        );
      })}
    </g>
  );
}

function pathOf(values: Series['values'], x: Scale, y: Scale): string {
  return values
    .map((value, place) => {
      if (value === null) return '';
      const starts = (values[place - 1] ?? null) === null;
      return `${starts ? 'M' : 'L'}${x(place).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

/** The key to a chart's marks; lines are labelled at their ends. */
export function ChartKey({ series }: { series: readonly Series[] }) {
  return (
    <KeyList>
      {series.map(({ name, colour, shape }) => (
        <li key={name} style={{ '--colour': colour }}>
          {shape !== null && (
            <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden="true">
              <path data-part="mark" d={SHAPES[shape]} />
            </svg>
          )}
          {name}
        </li>
      ))}
    </KeyList>
  );
}

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
