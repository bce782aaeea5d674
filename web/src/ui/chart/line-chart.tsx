import styled from '@emotion/styled';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { Fragment } from 'react';
import { ChartKey, Marks, type Series } from './chart-series.js';
import { useWidth } from './use-width.js';

const HEIGHT = 220;
const EDGE = { top: 12, right: 14, bottom: 28, left: 40 };
/** Until it has been measured, and where nothing can be. */
const WIDTH = 340;
/** A date of the lower axis, and room around it. */
const DATE_WIDTH = 72;
/** Of the distance between two dates: what the first one needs. */
const ROOM_OF_FIRST = 0.75;
const TICKS = 5;

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

interface LineChartProps {
  /** What the picture shows, in a sentence, for readers who cannot see it. Its numbers stand in a table beside it. */
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
export function LineChart({ label, places, series, level, text, smallOnTop = false }: LineChartProps) {
  const [box, width] = useWidth(WIDTH);
  const values = series.flatMap((one) => one.values).filter((value) => value !== null);
  const low = Math.min(level, ...values);
  // Where all are the same there is still an axis.
  const high = Math.max(level, ...values, low + 1);
  const sides = [HEIGHT - EDGE.bottom, EDGE.top];
  const y = scaleLinear({ domain: [low, high], range: smallOnTop ? sides.reverse() : sides, nice: TICKS });
  const last = places.length - 1;
  const x = scaleLinear({ domain: [0, Math.max(1, last)], range: [EDGE.left + 10, width - EDGE.right] });
  return (
    <Figure ref={box}>
      <ChartKey series={series} />
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {/* Results are whole numbers, and so are their lines. */}
        {y
          .ticks(TICKS)
          .filter(Number.isInteger)
          .map((value) => (
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

/** Which places have their names written: the last, others at equal distances before it, and the first where that leaves it room. */
function written(count: number, width: number): number[] {
  const room = Math.max(2, Math.floor((width - EDGE.left) / DATE_WIDTH));
  const step = Math.max(1, Math.ceil((count - 1) / (room - 1)));
  const even = Array.from({ length: count }, (_, place) => place).filter((place) => (count - 1 - place) % step === 0);
  const before = even[0] ?? 0;
  return before > 0 && before >= step * ROOM_OF_FIRST ? [0, ...even] : even;
}
