/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { fireEvent, render, screen, within } from '@testing-library/react';
import { linear, spread, wholeTicks, type Series } from './chart-series.js';
import { LineChart } from './line-chart.js';

const AVERAGE: Series = { name: 'Average', colour: 'green', dashes: 'none', shape: null, values: [30, 31, 32, 33] };
const ROUNDS: Series = { name: 'Rounds', colour: 'black', dashes: null, shape: 'square', values: [30, null, 34, 36] };
const GAPS: Series = { name: 'Gaps', colour: 'blue', dashes: '8 6', shape: 'circle', values: [30, null, 34, 36] };
const DAYS = ['1 Nov', '4 Nov', '8 Nov', '11 Nov'];

function show(series: readonly Series[], more: { smallOnTop?: boolean; places?: readonly string[] } = {}) {
  render(
    <LineChart
      label="Points"
      places={DAYS}
      series={series}
      level={36}
      text={(value) => `${value} pts`}
      read={(place) => `read at ${place}`}
      {...more}
    />,
  );
  const picture = screen.getByRole('img', { name: 'Points' });
  const parts = (part: string) => [...picture.querySelectorAll(`[data-part="${part}"]`)];
  /** Distance from the top of a label of the left axis. */
  const top = (label: string) => Number(within(picture).getByText(label).getAttribute('y'));
  return { picture, parts, top };
}

describe('a chart', () => {
  it('has a mark for each value of a series with a shape, and a line for a series with a line', () => {
    const { parts } = show([AVERAGE, ROUNDS]);
    // Three rounds, and the average at the place that is read.
    expect(parts('mark')).toHaveLength(4);
    expect(parts('line').map((line) => line.getAttribute('stroke-dasharray'))).toEqual(['none']);
  });

  it('is one picture to screen readers, without its labels', () => {
    const { picture } = show([AVERAGE, ROUNDS]);
    expect(within(picture).getByText('11 Nov')).toBeTruthy();
    expect(picture.querySelectorAll('text:not([aria-hidden="true"] *)')).toHaveLength(0);
  });

  it('breaks a line where there is no value', () => {
    const { parts } = show([GAPS]);
    expect(parts('line')[0]?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
    expect(parts('line')[0]?.getAttribute('d')).not.toContain('NaN');
  });

  it('names series with marks in the key, and each line at its end', () => {
    const { parts } = show([AVERAGE, GAPS, ROUNDS]);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Rounds']);
    expect(parts('name').map(({ textContent }) => textContent)).toEqual(['Average', 'Gaps']);
    const [first = 0, second = 0] = parts('name').map((name) => Number(name.getAttribute('y')));
    expect(Math.abs(first - second)).toBeGreaterThanOrEqual(14);
  });

  it('reads the last place at first, then the one chosen by touch or key', () => {
    const { picture } = show([AVERAGE]);
    const touches = (type: string, clientX: number) =>
      fireEvent(picture, new MouseEvent(type, { clientX, bubbles: true }));
    const keys = screen.getByRole('slider', { name: 'Points: read a place' });
    expect(keys.getAttribute('aria-valuetext')).toBe('11 Nov read at 3');
    fireEvent.change(keys, { target: { value: '1' } });
    expect(screen.getByText('read at 1')).toBeTruthy();
    touches('pointerdown', -500);
    expect(screen.getByText('read at 0')).toBeTruthy();
    touches('pointermove', 5_000);
    expect(screen.getByText('read at 3')).toBeTruthy();
  });

  it.each([
    [false, ['36 pts', '30 pts']],
    [true, ['30 pts', '36 pts']],
  ])('has every value and the level within its axis; small values at the top: %s', (smallOnTop, [upper, lower]) => {
    const { top } = show([ROUNDS], { smallOnTop });
    expect(top(upper ?? '')).toBeLessThan(top(lower ?? ''));
  });

  it.each([
    [20, ['Day 6', 'Day 13', 'Day 20']],
    // The first one too if it is far enough from the next.
    [16, ['Day 1', 'Day 6', 'Day 11', 'Day 16']],
  ])('names the last of %i places, and others at equal distances if there is room', (count, named) => {
    const places = Array.from({ length: count }, (_, i) => `Day ${i + 1}`);
    const { picture } = show([{ ...ROUNDS, values: places.map((_, i) => i) }], { places });
    const labels = within(picture).getAllByText(/^Day/);
    expect(labels.map(({ textContent }) => textContent)).toEqual(named);
  });
});

it('a scale keeps proportions, also downwards', () => {
  expect([30, 33, 36].map(linear([30, 36], [100, 0]))).toEqual([100, 50, 0]);
});

it.each([
  [30, 36, [30, 32, 34, 36]],
  [0.2, 0.9, [0, 1]],
  [-3, 4, [-4, -2, 0, 2, 4]],
  [36, 36, [36, 37]],
  [8, 61, [0, 20, 40, 60, 80]],
])('the lines of an axis from %d to %d are whole and hold both', (low, high, ticks) => {
  expect(wholeTicks(low, high, 5)).toEqual(ticks);
});

it('overlapping names are moved apart and stay within the picture', () => {
  expect(spread([50, 10, 52], 14, 100)).toEqual([50, 10, 64]);
  expect(spread([98, 99], 14, 100)).toEqual([86, 100]);
});
