import { appendTable, compared, measureAppends } from './log/appends.js';
import { CONNECTIONS, openBareInsert, openEmmett, openOurs } from './log/contestants.js';
import { measureEventStore } from './log/event-store.js';
import { measureLatency, type Traffic } from './log/latency.js';
import { eventBytes } from './log/workload.js';
import { commandLine, readOptions } from './run/options.js';
import { machine, ms, perSecond, quantile, spread, table } from './run/report.js';
import { withBenchServer, type BenchServer } from './run/server.js';

const WRITERS = [1, 8, 32, 128];
const OURS = 'Fairmark';
const EMMETT = 'emmett-postgresql';
const BARE = 'bare insert';

/** With fewer events the 99.9th percentile would just be the maximum. */
const ENOUGH_FOR_PER_MILLE = 1_000;

/** A busy club, and the most that 32 writers can append. */
const TRAFFIC: (Traffic & { name: string })[] = [
  { name: '200 appends/s from 8 writers', writers: 8, pauseMs: 40 },
  { name: '32 writers at full speed', writers: 32, pauseMs: 0 },
];

/** Seconds of each run, runs of each contestant, and the address of an EventStoreDB to measure instead. */
export const DEFAULTS = { seconds: 3, rounds: 3, 'event-store': '' } as const;

/** `log`: appends and their delivery to a subscriber. Prints Markdown tables. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, DEFAULTS);
  const { seconds, rounds } = options;
  if (!(seconds > 0 && rounds >= 1)) throw new Error('--seconds is more than 0, --rounds at least 1');
  console.log(`${commandLine('log', options)}\n${machine()}; events of ${eventBytes()} bytes\n`);
  await withBenchServer(async (server) => {
    if (options['event-store'] !== '') return measureEventStore(server, options['event-store'], options);
    console.log(await speedTable(server, options));
    console.log(`\n${await latencyTable(server, seconds, rounds)}`);
  });
}

/** Every contestant on an empty log. */
async function speedTable(server: BenchServer, turns: { seconds: number; rounds: number }): Promise<string> {
  const contestants = [
    { name: BARE, writers: CONNECTIONS, open: openBareInsert },
    ...WRITERS.flatMap((writers) => [
      { name: OURS, writers, open: openOurs },
      { name: EMMETT, writers, open: openEmmett },
    ]),
  ];
  const entries = await measureAppends(contestants, turns, (work) => server.withDatabase(work));
  const emmett = (writers: number) => entries.find((entry) => entry.name === EMMETT && entry.writers === writers);
  return appendTable(entries, {
    'of bare insert': (entry) => compared('eventsPerSecond', entry, entries[0]),
    'of emmett': (entry) => (entry.name === OURS ? compared('eventsPerSecond', entry, emmett(entry.writers), 1) : ''),
  });
}

async function latencyTable(server: BenchServer, seconds: number, rounds: number): Promise<string> {
  const rows: string[][] = [];
  for (const traffic of TRAFFIC) {
    const latencies: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      latencies.push(...(await measureLatency(server, traffic, seconds)));
    }
    const [p50, p99, max] = spread(latencies);
    const perMille = latencies.length < ENOUGH_FOR_PER_MILLE ? '–' : ms(quantile(latencies, 0.999));
    rows.push([traffic.name, perSecond(latencies.length / (rounds * seconds)), p50, p99, perMille, max]);
  }
  return table(['append to subscriber', 'events/s', 'p50', 'p99', 'p99.9', 'max'], rows);
}
