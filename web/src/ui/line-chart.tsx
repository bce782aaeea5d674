import styled from '@emotion/styled';
import { GlyphCircle, GlyphSquare, GlyphTriangle } from '@visx/glyph';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { Fragment, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

const HEIGHT = 220;
const EDGE = { top: 12, right: 14, bottom: 28, left: 40 };
/** Until it has been measured, and where nothing can be. */
const WIDTH = 340;
/** A date of the lower axis, and room around it. */
const DATE_WIDTH = 72;
const TICKS = 5;
/** Area of a mark in square px. */
const MARK = 52;
const SHAPES = { circle: GlyphCircle, square: GlyphSquare, triangle: GlyphTriangle } as const;

const Figure = styled.figure`
  display: grid;
  gap: var(--space-2);
  margin: 0;
  min-width: 0;
  & svg {
    display: block;
    overflow: visible;
    font: 400 var(--text-12) / 1 var(--font);
    font-variant-numeric: tabular-nums;
  }
  & text {
    fill: var(--ink-2);
  }
  & [data-part='grid'] {
    stroke: var(--line);
  }
  & [data-part='level'] {
    stroke: var(--line-strong);
    stroke-width: 1.5px;
    stroke-dasharray: 2 4;
  }
  & [data-part='line'] {
    fill: none;
    stroke: var(--tone);
    stroke-width: 2.5px;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  & [data-line='dashed'] {
    stroke-dasharray: 8 6;
  }
  & [data-line='dotted'] {
    stroke-dasharray: 1 6;
  }
  & [data-part='mark'] {
    fill: var(--tone);
    stroke: var(--surface);
    stroke-width: 1.5px;
  }
  & [data-tone='primary'] {
    --tone: var(--primary);
  }
  & [data-tone='blue'] {
    --tone: var(--bogey-ring);
  }
  & [data-tone='brass'] {
    --tone: var(--brass);
  }
  & [data-tone='ink'] {
    --tone: var(--ink-2);
  }
`;

const Key = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-1) var(--space-4);
  color: var(--ink-2);
  font-size: var(--text-14);
  & > li {
    display: flex;
    align-items: center;
    gap: var(--space-2);
  }
`;

/** A line or a kind of mark of a chart. None is told by its colour alone: lines differ in their dashes, marks in their shapes. */
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

/** Properties of {@link LineChart}. */
export interface LineChartProps {
  /** What the picture shows, in a sentence, for whoever can't see it. Its numbers stand in a table beside it. */
  label: string;
  /** Names of the places from left to right; as many of them are written as there is room for. */
  places: readonly string[];
  /** The last one is drawn over the others. */
  series: readonly Series[];
  /** A value with a dotted line right across: where things are even. */
  level: number;
  /** A value of the left axis in words. */
  text: (value: number) => string;
  /** The smaller the better: small ones stand at the top. */
  smallOnTop?: boolean;
}

/** Values over time: lines, marks, and what they mean above them. Colours and dashes are styles: a theme changes them by itself. */
export function LineChart({ label, places, series, level, text, smallOnTop = false }: LineChartProps): ReactNode {
  const [box, width] = useWidth();
  const values = series.flatMap((one) => one.values).filter((value) => value !== null);
  const [low, high] = [Math.min(level, ...values), Math.max(level, ...values)];
  const sides = [HEIGHT - EDGE.bottom, EDGE.top];
  const y = scaleLinear({ domain: [low, high], range: smallOnTop ? sides.reverse() : sides, nice: TICKS });
  const last = places.length - 1;
  const x = scaleLinear({ domain: [0, Math.max(1, last)], range: [EDGE.left + 10, width - EDGE.right] });
  return (
    <Figure ref={box}>
      <Key>
        {series.map((one) => (
          <li key={one.name} data-tone={one.tone}>
            <Sample {...one} />
            {one.name}
          </li>
        ))}
      </Key>
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {y.ticks(TICKS).map((value) => (
          <Fragment key={value}>
            <line data-part="grid" x1={EDGE.left} x2={width} y1={y(value)} y2={y(value)} />
            <text x={EDGE.left - 8} y={y(value)} dy="0.35em" textAnchor="end">
              {text(value)}
            </text>
          </Fragment>
        ))}
        <line data-part="level" x1={EDGE.left} x2={width} y1={y(level)} y2={y(level)} />
        {written(places.length, width).map((place) => (
          <text
            key={place}
            x={x(place)}
            y={HEIGHT - 6}
            textAnchor={place === 0 ? 'start' : place === last ? 'end' : 'middle'}
          >
            {places[place]}
          </text>
        ))}
        {series.map((one) => (
          <g key={one.name} data-tone={one.tone}>
            {one.line !== null && (
              <LinePath
                data-part="line"
                data-line={one.line}
                data={[...one.values]}
                x={(_, place) => x(place)}
                y={(value) => y(value ?? 0)}
                defined={(value) => value !== null}
              />
            )}
            {one.shape !== null && <Marks {...one} shape={one.shape} at={(place, value) => [x(place), y(value)]} />}
          </g>
        ))}
      </svg>
    </Figure>
  );
}

interface MarksProps {
  shape: keyof typeof SHAPES;
  values: Series['values'];
  at: (place: number, value: number) => [left: number, top: number];
}

function Marks({ shape, values, at }: MarksProps): ReactNode {
  const Shape = SHAPES[shape];
  return values.map((value, place) => {
    if (value === null) return null;
    const [left, top] = at(place, value);
    // Places have no other name than where they are.
    // oxlint-disable-next-line react/no-array-index-key
    return <Shape key={place} data-part="mark" left={left} top={top} size={MARK} />;
  });
}

/** A series as the key shows it. */
function Sample({ line, shape }: Pick<Series, 'line' | 'shape'>): ReactNode {
  const Shape = shape === null ? null : SHAPES[shape];
  const width = line === null ? 12 : 34;
  return (
    <svg width={width} height={12} aria-hidden="true">
      {line !== null && <path data-part="line" data-line={line} d={`M2 6H${width - 2}`} />}
      {Shape !== null && <Shape data-part="mark" left={width / 2} top={6} size={MARK} />}
    </svg>
  );
}

/** Which places have their names written: the first, the last, and as many between them as there is room for. */
function written(count: number, width: number): number[] {
  const names = Math.min(count, Math.max(2, Math.floor((width - EDGE.left) / DATE_WIDTH)));
  return Array.from({ length: names }, (_, i) => Math.round((i * (count - 1)) / Math.max(1, names - 1)));
}

/** The width in px that there is; the element is measured before it is painted. */
function useWidth(): [RefObject<HTMLElement | null>, number] {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(WIDTH);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
