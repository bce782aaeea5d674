import type { ReactNode } from 'react';
import type { Series } from '../ui/chart-series.js';
import { LineChart } from '../ui/line-chart.js';
import { signed } from '../ui/words.js';
import { Group } from './frame.js';

const DAYS = ['1 Nov', '4 Nov', '7 Nov', '8 Nov', '11 Nov', '14 Nov', '15 Nov', '18 Nov'];
const POINTS = [31, 26, 29, 30, 37, 33, 39, 34];

const ROUNDS: readonly Series[] = [
  { name: 'Average', tone: 'primary', line: 'solid', shape: null, values: [31, 28.5, 28.7, 29, 30.6, 31, 33.6, 34.6] },
  { name: 'Stableford', tone: 'ink', line: null, shape: 'circle', values: every(POINTS, 0) },
  { name: 'Par', tone: 'ink', line: null, shape: 'square', values: every(POINTS, 1) },
  { name: 'Stroke', tone: 'ink', line: null, shape: 'triangle', values: every(POINTS, 2) },
];

const PARS: readonly Series[] = [
  { name: 'Par 3', tone: 'primary', line: 'solid', shape: 'circle', values: [1, 0.5, 0.75, 1, 0.5, 0.5, 0, -0.25] },
  { name: 'Par 4', tone: 'blue', line: 'dashed', shape: 'square', values: [1.5, 1.25, 1.5, 1, 1, 1.25, 0.75, 0.5] },
  { name: 'Par 5', tone: 'brass', line: 'dotted', shape: 'triangle', values: [2, 1.5, null, null, 1.25, 1, 1, 1.5] },
];

/** Charts: marks with a line, lines with a gap, and the least that there can be. */
export function ChartsGallery(): ReactNode {
  return (
    <Group title="Charts">
      <LineChart label="Points per round" places={DAYS} series={ROUNDS} level={36} text={String} />
      <LineChart label="Strokes over par" places={DAYS} series={PARS} level={0} text={signed} smallOnTop />
      <LineChart
        label="Two rounds that are the same"
        places={['1 Nov', '4 Nov']}
        series={[{ name: 'Points', tone: 'primary', line: 'solid', shape: 'circle', values: [36, 36] }]}
        level={36}
        text={String}
      />
    </Group>
  );
}

/** Every third value, the others left out. */
function every(values: readonly number[], first: number): (number | null)[] {
  return values.map((value, place) => (place % 3 === first ? value : null));
}
