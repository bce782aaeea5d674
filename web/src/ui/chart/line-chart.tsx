import styled from '@emotion/styled';
import { Fragment, useCallback, useState, type PointerEvent } from 'react';
import { ChartKey, Drawn, linear, spread, wholeTicks, type Series } from './chart-series.js';

const HEIGHT = 220;
/** The edges of the lines, with room for the labels of the axes around them. */
const EDGE = { top: 12, bottom: HEIGHT - 28, left: 40 };
/** Approximate width of a letter in a line's label at its end. */
const LETTER = 6.3;
const LINE_HEIGHT = 14;
/** Used until measured, and where nothing can be measured. */
const WIDTH = 340;
/** Width of a date on the x axis, with space around it. */
const DATE_WIDTH = 72;
/** Share of the distance between dates that the first date needs. */
const ROOM_OF_FIRST = 0.75;
const TICKS = 5;

const Figure = styled.figure`
  position: relative;
  display: grid;
  gap: var(--space-2);
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
    stroke: var(--colour);
    stroke-width: 2.5px;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  & [data-part='mark'] {
    fill: var(--colour);
    stroke: var(--surface);
    stroke-width: 1.5px;
  }
  & [data-part='read'] {
    stroke: var(--ink-2);
  }
  & text[data-part='name'] {
    fill: var(--colour);
    font-weight: 600;
  }
  & > label > svg {
    touch-action: pan-y;
    cursor: crosshair;
  }
  & > p {
    font-size: var(--text-14);
  }
  /* For the keyboard only: the chart itself handles touches. */
  & > label > input {
    position: absolute;
    inset: auto 0 0;
    height: 220px;
    margin: 0;
    opacity: 0;
    pointer-events: none;
  }
  & > label:has(> input:focus-visible) > svg {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
`;

interface LineChartProps {
  /** The text alternative, in a sentence. The numbers are in a table beside it. */
  label: string;
  /** Labels of the places from left to right, at least two; as many are shown as fit. */
  places: readonly string[];
  /** The last series is drawn on top. */
  series: readonly Series[];
  level: number;
  text: (value: number) => string;
  /** The values at a place as text, shown for the touched place, initially the last. */
  read: (place: number) => string;
  smallOnTop?: boolean;
}

/** A chart of values over time: labelled lines, and marks. Touch, mouse and arrow keys select a place. */
export function LineChart({ label, places, series, level, text, read, smallOnTop = false }: LineChartProps) {
  const [width, setWidth] = useState(WIDTH);
  /** Before paint and after every resize. */
  const measured = useCallback((figure: HTMLElement) => {
    const measure = (): void => setWidth((before) => figure.clientWidth || before);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(figure);
    return () => observer.disconnect();
  }, []);
  const last = places.length - 1;
  const [picked, pick] = useState<number | null>(null);
  const shown = Math.min(picked ?? last, last);
  const values = series.flatMap((one) => one.values).filter((value) => value !== null);
  const ticks = wholeTicks(Math.min(level, ...values), Math.max(level, ...values), TICKS);
  const [lowest, highest] = smallOnTop ? [EDGE.top, EDGE.bottom] : [EDGE.bottom, EDGE.top];
  const y = linear([ticks[0] ?? 0, ticks.at(-1) ?? 1], [lowest, highest]);
  const lines = series.filter(({ dashes }) => dashes !== null);
  const marks = series.filter(({ dashes }) => dashes === null);
  const right = 12 + LETTER * Math.max(0, ...lines.map(({ name }) => name.length));
  const x = linear([0, last], [EDGE.left + 10, width - right]);
  const ends = spread(
    lines.map((one) => y(one.values.findLast((value) => value !== null) ?? level)),
    LINE_HEIGHT,
    EDGE.bottom,
  );
  const touch = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const place = linear([x(0), x(last)], [0, last])(clientX - currentTarget.getBoundingClientRect().left);
    pick(Math.min(Math.max(Math.round(place), 0), last));
  };
  return (
    <Figure ref={measured}>
      {marks.length > 0 && <ChartKey series={marks} />}
      <p aria-hidden="true">
        <b>{places[shown]}</b> {read(shown)}
      </p>
      {/* The chart stands for the hidden slider: the slider's focus ring is drawn around it. */}
      <label>
        <svg width={width} height={HEIGHT} role="img" aria-label={label} onPointerDown={touch} onPointerMove={touch}>
          {/* The picture's name says it all: Firefox would read its texts one by one. */}
          <g aria-hidden="true">
            {ticks.map((value) => (
              <Fragment key={value}>
                <line data-part="grid" x1={EDGE.left} x2={width - right} y1={y(value)} y2={y(value)} />
                <text x={EDGE.left - 8} y={y(value)} dy="0.35em" textAnchor="end">
                  {text(value)}
                </text>
              </Fragment>
            ))}
            <line data-part="level" x1={EDGE.left} x2={width - right} y1={y(level)} y2={y(level)} />
            <line data-part="read" x1={x(shown)} x2={x(shown)} y1={EDGE.top} y2={EDGE.bottom} />
            {labelled(places.length, width - right).map((place) => (
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
              <Drawn key={one.name} {...one} x={x} y={y} read={shown} end={ends[lines.indexOf(one)]} />
            ))}
          </g>
        </svg>
        <input
          type="range"
          aria-label={`${label.split(',')[0] ?? label}: read a place`}
          aria-valuetext={`${places[shown] ?? ''} ${read(shown)}`}
          min={0}
          max={last}
          value={shown}
          onChange={({ target }) => pick(target.valueAsNumber)}
        />
      </label>
    </Figure>
  );
}

/** The labelled places: the last, others at equal distances before it, and the first if there is room. */
function labelled(count: number, width: number): number[] {
  const room = Math.max(2, Math.floor((width - EDGE.left) / DATE_WIDTH));
  const step = Math.max(1, Math.ceil((count - 1) / (room - 1)));
  const even = Array.from({ length: count }, (_, place) => place).filter((place) => (count - 1 - place) % step === 0);
  const before = even[0] ?? 0;
  return before > 0 && before >= step * ROOM_OF_FIRST ? [0, ...even] : even;
}
