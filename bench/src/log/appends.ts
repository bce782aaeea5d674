import { inTurns, median, ms, perSecond, quantile, range, table, times } from '../run/report.js';
import { load, type Contestant, type Load } from './workload.js';

/** A contestant with so many writers. */
export interface Entry {
  name: string;
  writers: number;
  open: (url: string) => Promise<Contestant>;
}

interface Run extends Load {
  /** Processor time of this process per append, in milliseconds. */
  processorMs: number;
}

export type Measured = Entry & { runs: Run[] };

/** Runs every contestant in turns. `onLog` works with the address of a log that is empty or shared. */
export function measureAppends(
  entries: readonly Entry[],
  turns: { seconds: number; rounds: number },
  onLog: (work: (url: string) => Promise<Run>) => Promise<Run>,
): Promise<Measured[]> {
  return inTurns(entries, { ...turns, warmUp: 1 }, ({ open, writers }, seconds) =>
    onLog(async (url) => {
      const contestant = await open(url);
      try {
        const before = process.cpuUsage();
        const run = await load(contestant, writers, seconds);
        const { user, system } = process.cpuUsage(before);
        return { ...run, processorMs: (user + system) / 1_000 / run.latencies.length };
      } finally {
        await contestant.close();
      }
    }),
  );
}

/** The ratio of two contestants' speeds or processor times. */
export const compared = (what: keyof Omit<Run, 'latencies'>, one?: Measured, other?: Measured, digits = 2): string =>
  times(medianOf(what, one), medianOf(what, other), digits);

export const medianOf = (what: keyof Omit<Run, 'latencies'>, entry?: Measured): number =>
  median(entry?.runs.map((run) => run[what]) ?? []);

/** A row per contestant. `more`: further columns, by title. */
export function appendTable(entries: readonly Measured[], more: Record<string, (entry: Measured) => string>): string {
  const rows = entries.map((entry) => {
    const latencies = entry.runs.flatMap((run) => run.latencies);
    return [
      `${entry.name}, ${entry.writers} writer${entry.writers === 1 ? '' : 's'}`,
      perSecond(medianOf('eventsPerSecond', entry)),
      range(entry.runs.map(({ eventsPerSecond }) => eventsPerSecond)),
      ms(median(latencies)),
      ms(quantile(latencies, 0.99)),
      ...Object.values(more).map((cell) => cell(entry)),
    ];
  });
  return table(['appends of one event', 'events/s', 'from round to round', 'p50', 'p99', ...Object.keys(more)], rows);
}
