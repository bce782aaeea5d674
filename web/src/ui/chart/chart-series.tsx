import { GlyphCircle, GlyphSquare, GlyphTriangle } from '@visx/glyph';
import { KeyList } from '../page-parts.js';

/** Area of a mark in square px. */
const MARK = 52;
const SHAPES = { circle: GlyphCircle, square: GlyphSquare, triangle: GlyphTriangle } as const;

/** A line or a kind of mark of a chart. None is distinguished by its colour alone: lines differ in their dashes, marks in their shapes. */
export interface Series {
  name: string;
  tone: 'primary' | 'blue' | 'brass' | 'ink';
  /** Null: marks alone. */
  line: 'solid' | 'dashed' | 'dotted' | null;
  /** Null: no marks. */
  shape: keyof typeof SHAPES | null;
  /** One for each place from left to right; null where the series has none. */
  values: readonly (number | null)[];
}

interface MarksProps {
  shape: keyof typeof SHAPES;
  values: Series['values'];
  /** Where a value stands, in px. */
  at: (place: number, value: number) => [left: number, top: number];
}

/** The marks of a series in a chart. */
export function Marks({ shape, values, at }: MarksProps) {
  const Shape = SHAPES[shape];
  return values.map((value, place) => {
    if (value === null) return null;
    const [left, top] = at(place, value);
    // Places have no other name than where they are.
    // oxlint-disable-next-line react/no-array-index-key
    return <Shape key={place} data-part="mark" left={left} top={top} size={MARK} />;
  });
}

/** What the lines and marks of a chart are. */
export function ChartKey({ series }: { series: readonly Series[] }) {
  return (
    <KeyList>
      {series.map((one) => (
        <li key={one.name} data-tone={one.tone}>
          <Sample {...one} />
          {one.name}
        </li>
      ))}
    </KeyList>
  );
}

/** A series as the key shows it. */
function Sample({ line, shape }: Pick<Series, 'line' | 'shape'>) {
  const Shape = shape === null ? null : SHAPES[shape];
  const width = line === null ? 12 : 34;
  return (
    <svg width={width} height={12} aria-hidden="true">
      {line !== null && <path data-part="line" data-line={line} d={`M2 6H${width - 2}`} />}
      {Shape !== null && <Shape data-part="mark" left={width / 2} top={6} size={MARK} />}
    </svg>
  );
}
