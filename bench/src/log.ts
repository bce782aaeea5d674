import { CONNECTIONS, openBareInsert, openEmmett, openOurs } from './log/contestants.js';
import { measureEventStore } from './log/event-store.js';
import { measureLatency, type Traffic } from './log/latency.js';
import { eventBytes, load, type Contestant, type Load } from './log/workload.js';
import { commandLine, readOptions } from './run/options.js';
import { inTurns, machine, median, ms, perSecond, quantile, range, spread, table, times } from './run/report.js';
import { withBenchServer, type BenchServer } from './run/server.js';

const WRITERS = [1, 8, 32, 128];
const OURS = 'Fairmark';
const EMMETT = 'emmett-postgresql';
const BARE = 'bare insert';

interface Entry {
  name: string;
  writers: number;
  open(url: string): Promise<Contestant>;
}

type Measured = Entry & { runs: Load[] };

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
    console.log(appendTable(await measureAppends(server, seconds, rounds)));
    console.log(`\n${await latencyTable(server, seconds, rounds)}`);
  });
}

/** Every contestant on an empty log, in turns. */
function measureAppends(server: BenchServer, seconds: number, rounds: number): Promise<Measured[]> {
  const entries: Entry[] = [
    { name: BARE, writers: CONNECTIONS, open: openBareInsert },
    ...WRITERS.flatMap((writers) => [
      { name: OURS, writers, open: openOurs },
      { name: EMMETT, writers, open: openEmmett },
    ]),
  ];
  return inTurns(entries, { seconds, rounds, warmUp: 1 }, (entry, forSeconds) =>
    server.withDatabase(async (url) => {
      const contestant = await entry.open(url);
      try {
        return await load(contestant, entry.writers, forSeconds);
      } finally {
        await contestant.close();
      }
    }),
  );
}

function appendTable(entries: Measured[]): string {
  const speedOf = (entry: Measured | undefined): number =>
    median(entry?.runs.map(({ eventsPerSecond }) => eventsPerSecond) ?? []);
  const bare = speedOf(entries.find(({ name }) => name === BARE));
  const rows = entries.map((entry) => {
    const speeds = entry.runs.map(({ eventsPerSecond }) => eventsPerSecond);
    const latencies = entry.runs.flatMap((run) => run.latencies);
    const speed = speedOf(entry);
    const emmett = speedOf(entries.find(({ name, writers }) => name === EMMETT && writers === entry.writers));
    return [
      `${entry.name}, ${entry.writers} writer${entry.writers === 1 ? '' : 's'}`,
      perSecond(speed),
      range(speeds),
      ms(median(latencies)),
      ms(quantile(latencies, 0.99)),
      times(speed, bare),
      entry.name === OURS ? times(speed, emmett, 1) : '',
    ];
  });
  return table(
    ['appends of one event', 'events/s', 'from round to round', 'p50', 'p99', 'of bare insert', 'of emmett'],
    rows,
  );
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
