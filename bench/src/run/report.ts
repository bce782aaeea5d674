import { cpus, release, totalmem } from 'node:os';

/** A Markdown table, with padded columns for reading on a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** The smallest value not exceeded by at least `share` of the values: 0.99 gives the 99th percentile, 1 the maximum. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(half)] ?? Number.NaN;
  return (low + high) / 2;
}

/** How many times as much as another value, in a table. */
export const times = (value: number, of: number, digits = 2): string => `${(value / of).toFixed(digits)} ×`;

/** The slowest and the fastest of some speeds. */
export const range = (speeds: readonly number[]): string =>
  `${perSecond(Math.min(...speeds))} to ${perSecond(Math.max(...speeds))}`;

/** Median, 99th percentile and maximum of durations in milliseconds. */
export const spread = (latencies: readonly number[]): [p50: string, p99: string, max: string] => [
  ms(median(latencies)),
  ms(quantile(latencies, 0.99)),
  ms(quantile(latencies, 1)),
];

/** Shows on stderr what is being done, replacing the previous line. */
export function say(what: string): void {
  process.stderr.write(`${what.padEnd(70)}\r`);
}

export const perSecond = (value: number): string => Math.round(value).toLocaleString('en');
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

/**
 * Measures everyone once per round, in an order that shifts with the round, so that temporary slowness of the machine
 * affects all. The first round, which warms up, is shorter and not counted. Returns the runs of each.
 */
export async function inTurns<Entry, Run>(
  entries: readonly Entry[],
  { seconds, rounds, warmUp }: { seconds: number; rounds: number; warmUp: number },
  measure: (entry: Entry, seconds: number) => Promise<Run>,
): Promise<(Entry & { runs: Run[] })[]> {
  const all = entries.map((entry) => ({ ...entry, runs: [] as Run[] }));
  for (const entry of all) await measure(entry, Math.min(warmUp, seconds));
  for (let round = 0; round < rounds; round += 1) {
    say(`round ${round + 1} of ${rounds}`);
    // Neighbours are often the same contestant with other writers.
    const shift = (round * 3) % all.length;
    for (const entry of [...all.slice(shift), ...all.slice(0, shift)]) entry.runs.push(await measure(entry, seconds));
  }
  say('');
  return all;
}

/** Describes the machine of the measurement. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory}, ${process.platform} ${release()}, Node ${process.versions.node}`;
}
