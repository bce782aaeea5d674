import { CONNECTIONS, openBareInsert, openEmmett, openOurs } from './log/contestants.js';
import { measureEventStore } from './log/event-store.js';
import { measureLatency, type Traffic } from './log/latency.js';
import { eventBytes, load, type Contestant, type Load } from './log/workload.js';
import { commandLine, readOptions } from './run/options.js';
import { machine, median, ms, perSecond, quantile, range, say, spread, table, times } from './run/report.js';
import { withBenchServer, type BenchServer } from './run/server.js';

const WRITERS = [1, 8, 32, 128];
const OURS = 'Fairmark';
const EMMETT = 'emmett-postgresql';
const BARE = 'bare insert';

interface Entry {
  name: string;
  writers: number;
  open(url: string): Promise<Contestant>;
  rounds: Load[];
}

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

/**
 * Every contestant once per round, on an empty log, in an order that shifts with the round, so that temporary slowness
 * of the machine affects all of them. A first short round warms up the code and is not counted.
 */
async function measureAppends(server: BenchServer, seconds: number, rounds: number): Promise<Entry[]> {
  const entries: Entry[] = [
    { name: BARE, writers: CONNECTIONS, open: openBareInsert, rounds: [] },
    ...WRITERS.flatMap((writers) => [
      { name: OURS, writers, open: openOurs, rounds: [] },
      { name: EMMETT, writers, open: openEmmett, rounds: [] },
    ]),
  ];
  const measure = (entry: Entry, forSeconds: number): Promise<Load> =>
    server.withDatabase(async (url) => {
      const contestant = await entry.open(url);
      try {
        return await load(contestant, entry.writers, forSeconds);
      } finally {
        await contestant.close();
      }
    });
  for (const entry of entries) await measure(entry, Math.min(1, seconds));
  for (let round = 0; round < rounds; round += 1) {
    const shift = (round * 4) % entries.length;
    for (const entry of [...entries.slice(shift), ...entries.slice(0, shift)]) {
      say(`round ${round + 1} of ${rounds}: ${entry.name}, ${entry.writers} writers`);
      entry.rounds.push(await measure(entry, seconds));
    }
  }
  say('');
  return entries;
}

function appendTable(entries: Entry[]): string {
  const speedOf = (entry: Entry | undefined): number =>
    median(entry?.rounds.map(({ eventsPerSecond }) => eventsPerSecond) ?? []);
  const bare = speedOf(entries.find(({ name }) => name === BARE));
  const rows = entries.map((entry) => {
    const speeds = entry.rounds.map(({ eventsPerSecond }) => eventsPerSecond);
    const latencies = entry.rounds.flatMap((round) => round.latencies);
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
