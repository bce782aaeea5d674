import { parseArgs } from 'node:util';
import { CONNECTIONS, openBareInsert, openEmmett, openOurs } from './log/contestants.js';
import { measureLatency, type Traffic } from './log/latency.js';
import { eventBytes, load, type Contestant, type Load } from './log/workload.js';
import { machine, ms, perSecond, quantile, table } from './report.js';
import { startBenchServer, type BenchServer } from './server.js';

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

/** A busy club, and as much as 32 writers can write. */
const TRAFFIC: (Traffic & { name: string })[] = [
  { name: '200 appends/s from 8 writers', writers: 8, pauseMs: 40 },
  { name: '32 writers at full speed', writers: 32, pauseMs: 0 },
];

/** `log [--seconds 3] [--rounds 3]`: appends and their arrival at a subscriber. Prints Markdown tables. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '3' } },
  });
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  if (!(seconds > 0 && rounds >= 1)) throw new Error('--seconds and --rounds are positive numbers');
  const server = await startBenchServer();
  try {
    console.log(`${machine()}; events of ${eventBytes()} bytes; ${rounds} rounds of ${seconds} s each\n`);
    console.log(appendTable(await measureAppends(server, seconds, rounds)));
    console.log(`\n${await latencyTable(server, seconds, rounds)}`);
  } finally {
    await server.remove();
  }
}

/**
 * Every contestant once per round, each time on an empty log, in an order that shifts with the round: what slows the
 * machine for a while slows all of them. A first short round warms the code up and is not counted.
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
      process.stderr.write(`round ${round + 1} of ${rounds}: ${entry.name}, ${entry.writers} writers \r`);
      entry.rounds.push(await measure(entry, seconds));
    }
  }
  process.stderr.write(`${' '.repeat(60)}\r`);
  return entries;
}

function appendTable(entries: Entry[]): string {
  const median = (entry: Entry | undefined): number =>
    quantile(entry?.rounds.map(({ eventsPerSecond }) => eventsPerSecond) ?? [], 0.5);
  const bare = median(entries.find(({ name }) => name === BARE));
  const rows = entries.map((entry) => {
    const speeds = entry.rounds.map(({ eventsPerSecond }) => eventsPerSecond);
    const latencies = entry.rounds.flatMap((round) => round.latencies);
    const speed = median(entry);
    const emmett = median(entries.find(({ name, writers }) => name === EMMETT && writers === entry.writers));
    return [
      `${entry.name}, ${entry.writers} writer${entry.writers === 1 ? '' : 's'}`,
      perSecond(speed),
      `${perSecond(Math.min(...speeds))} to ${perSecond(Math.max(...speeds))}`,
      ms(quantile(latencies, 0.5)),
      ms(quantile(latencies, 0.99)),
      `${(speed / bare).toFixed(2)} ×`,
      entry.name === OURS ? `${(speed / emmett).toFixed(1)} ×` : '',
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
    const speed = latencies.length / (rounds * seconds);
    rows.push([
      traffic.name,
      perSecond(speed),
      ...[0.5, 0.99, 0.999].map((share) => ms(quantile(latencies, share))),
      ms(quantile(latencies, 1)),
    ]);
  }
  return table(['append to subscriber', 'events/s', 'p50', 'p99', 'p99.9', 'max'], rows);
}
