import { inTurns, median, ms, perSecond, quantile, range, table, times } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import { openAppend, openBatchAppend, openEmmett, openOurs, type Open } from './event-store-contestants.js';
import { readTable } from './event-store-reads.js';
import { load, type Load } from './workload.js';

const WRITERS = [1, 32];
const OURS = 'Fairmark';
const EMMETT = 'emmett-esdb';
const CONTESTANTS: [string, Open][] = [
  [OURS, openOurs],
  [EMMETT, openEmmett],
  ['the client, BatchAppend', openBatchAppend],
  ['the client, Append', openAppend],
];
interface Measured extends Load {
  /** Processor time of this process per append, in milliseconds. */
  processorMs: number;
}

/** Appends and reads on one EventStoreDB, which may be shared: all contestants in turns. Prints Markdown tables. */
export async function measureEventStore(
  server: BenchServer,
  url: string,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<void> {
  console.log(await appendTable(url, seconds, rounds));
  console.log(`\n${await readTable(server, url, rounds)}`);
}

async function appendTable(url: string, seconds: number, rounds: number): Promise<string> {
  const contestants = WRITERS.flatMap((writers) => CONTESTANTS.map(([name, open]) => ({ name, writers, open })));
  const turns = { seconds, rounds, warmUp: 1 };
  const entries = await inTurns(contestants, turns, async ({ open, writers }, forSeconds): Promise<Measured> => {
    const contestant = await open(url);
    try {
      const before = process.cpuUsage();
      const run = await load(contestant, writers, forSeconds);
      const { user, system } = process.cpuUsage(before);
      return { ...run, processorMs: (user + system) / 1_000 / run.latencies.length };
    } finally {
      await contestant.close();
    }
  });
  const speedOf = (runs: readonly Load[]): number => median(runs.map(({ eventsPerSecond }) => eventsPerSecond));
  const processorOf = (runs: readonly Measured[]): number => median(runs.map(({ processorMs }) => processorMs));
  const rows = entries.map(({ name, writers, runs }) => {
    const speeds = runs.map(({ eventsPerSecond }) => eventsPerSecond);
    const latencies = runs.flatMap((run) => run.latencies);
    const emmett = entries.find((entry) => entry.name === EMMETT && entry.writers === writers)?.runs ?? [];
    return [
      `${name}, ${writers} writer${writers === 1 ? '' : 's'}`,
      perSecond(speedOf(runs)),
      range(speeds),
      ms(median(latencies)),
      ms(quantile(latencies, 0.99)),
      ms(processorOf(runs)),
      times(speedOf(runs), speedOf(emmett)),
      times(processorOf(runs), processorOf(emmett)),
    ];
  });
  const head = ['appends of one event', 'events/s', 'from round to round', 'p50', 'p99', 'processor', "emmett's speed"];
  return table([...head, "emmett's processor"], rows);
}
