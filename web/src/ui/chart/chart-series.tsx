import { KeyList } from '../page-parts.js';
import type { Scale } from './scale.js';

const SHAPES = {
  circle: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  square: 'M-3.6 -3.6H3.6V3.6H-3.6Z',
  triangle: 'M0 -5.2L4.8 3.2H-4.8Z',
} as const;

/** A line or a kind of mark of a chart. None is distinguished by its colour alone: lines differ in their dashes, marks in their shapes. */
export interface Series {
  name: string;
  tone: 'primary' | 'blue' | 'ink';
  /** Null: marks alone. */
  line: 'solid' | 'dashed' | 'dotted' | null;
  /** Null: no marks. */
  shape: keyof typeof SHAPES | null;
  /** One for each place from left to right; null where the series has none. */
  values: readonly (number | null)[];
}

interface DrawnProps {
  series: Series;
  x: Scale;
  y: Scale;
  read: number;
}

/** A series in a chart. */
export function Drawn({ series: { tone, line, shape, values }, x, y, read }: DrawnProps) {
  return (
    <g data-tone={tone}>
      {line !== null && <path data-part="line" data-line={line} d={pathOf(values, x, y)} />}
      {values.map((value, place) => {
        if (value === null || (shape === null && place !== read)) return null;
        const scale = place === read ? 1.5 : 1;
        return (
          <path
            // Places have no other name than where they are.
            // oxlint-disable-next-line react/no-array-index-key
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

/** A line through the values, broken where there is none. */
function pathOf(values: Series['values'], x: Scale, y: Scale): string {
  return values
    .map((value, place) => {
      if (value === null) return '';
      const begins = (values[place - 1] ?? null) === null;
      return `${begins ? 'M' : 'L'}${x(place).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

/** What the marks of a chart are; its lines have their names at their ends. */
export function ChartKey({ series }: { series: readonly Series[] }) {
  return (
    <KeyList>
      {series.map(({ name, tone, shape }) => (
        <li key={name} data-tone={tone}>
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
