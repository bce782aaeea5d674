import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PostgresEventStore } from '@fairmark/events';
import { compareClubhouse } from '@fairmark/projector/testing/independent-fold';
import { commandLine, readOptions } from './options.js';
import { documentsOf } from './projection/emmett.js';
import { copyToEmmett, fillOurLog } from './projection/logs.js';
import { machine, median, perSecond, table } from './report.js';
import { query, startBenchServer } from './server.js';

const CONTESTANT = path.join(path.dirname(fileURLToPath(import.meta.url)), 'projection/contestant.main.js');

type Who = 'ours' | 'emmett';

interface Entry {
  name: string;
  who: Who;
  /** Events per transaction. */
  batch: number;
  /** How many events it rebuilds from. */
  events: number;
  runs: { milliseconds: number; peakKilobytes: number }[];
}

/** Events and runs of ours and of Emmett's, which takes minutes for all the events; without runs it is left out. */
export const DEFAULTS = { events: 200_000, rounds: 3, 'emmett-events': 20_000, 'emmett-rounds': 3 };

/**
 * `projection`: rebuilds of the clubhouse's tables from a log of complete matches, and of Emmett's documents from the first
 * events of the same log. Prints a Markdown table.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, DEFAULTS);
  const { events: wanted, rounds } = options;
  if (!(wanted >= 1_000 && rounds >= 1)) throw new Error('--events is at least 1000, --rounds at least 1');
  const server = await startBenchServer();
  try {
    await server.withDatabase(async (url) => {
      const events = await fillOurLog(url, wanted, progress('filling our log', wanted));
      await query(url, 'vacuum analyze log.events');
      console.log(
        `${commandLine('projection', options)}\n` +
          `${machine()}; ${events.toLocaleString('en')} events, ${await bytesPerEvent(url)} bytes each\n`,
      );
      // As few events as one would like to lose, and the product's own number.
      const ours = [1_000, 10_000].map((batch) => entry('Fairmark', 'ours', batch, events));
      for (let round = 0; round < rounds; round += 1) {
        for (const each of ours) {
          await measure(each, url);
          await assertRight(url);
        }
      }
      const limit = Math.min(options['emmett-events'], events);
      const theirs = await server.withDatabase((other) =>
        measureEmmett({ ours: url, theirs: other, limit, rounds: options['emmett-rounds'] }),
      );
      process.stderr.write(`${' '.repeat(60)}\r`);
      console.log(report([...ours, ...theirs]));
    });
  } finally {
    await server.remove();
  }
}

function entry(name: string, who: Who, batch: number, events: number): Entry {
  return { name, who, batch, events, runs: [] };
}

async function measureEmmett(of: { ours: string; theirs: string; limit: number; rounds: number }): Promise<Entry[]> {
  const { ours, theirs, limit, rounds } = of;
  if (!(limit > 0 && rounds > 0)) return [];
  const copied = await copyToEmmett(ours, theirs, { limit, onAppended: progress("filling Emmett's log", limit) });
  await query(theirs, 'vacuum analyze');
  // Its default, and its best.
  const entries = [100, 5_000].map((batch) => entry('emmett-postgresql', 'emmett', batch, copied));
  for (let round = 0; round < rounds; round += 1) {
    for (const each of entries) {
      await measure(each, theirs);
      await assertAllSeen(theirs, ours, copied);
    }
  }
  return entries;
}

/** Of Emmett's documents: a new one for each run. */
let version = 0;

async function measure({ name, who, batch, runs }: Entry, url: string): Promise<void> {
  version += 1;
  process.stderr.write(`${name}, ${batch}: run ${runs.length + 1}${' '.repeat(20)}\r`);
  const child = spawn(process.execPath, [CONTESTANT, url, who, String(batch), String(version)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  runs.push(JSON.parse(output) as Entry['runs'][number]);
}

/** The tables are what an independent fold of the log says; otherwise their speed means nothing. */
async function assertRight(url: string): Promise<void> {
  const store = new PostgresEventStore({ connectionString: url });
  try {
    const differences = await compareClubhouse(url, store);
    if (differences.length > 0) throw new Error(`The rebuilt tables are wrong: ${differences.slice(0, 5).join('\n')}`);
  } finally {
    await store.close();
  }
}

/** Emmett's documents hold every started match and every verified card of the events. */
async function assertAllSeen(theirs: string, ours: string, events: number): Promise<void> {
  interface Seen {
    started: number;
    verified: number;
  }
  const [seen] = await query<Seen>(
    theirs,
    `select count(distinct _id)::int as started,
            (count(*) filter (where (card.value ->> 'verified')::boolean))::int as verified
     from ${documentsOf(version)}, jsonb_each(data -> 'cards') as card`,
  );
  const [there] = await query<Seen>(
    ours,
    `select (count(*) filter (where type = 'MatchStarted'))::int as started,
            (count(*) filter (where type = 'CardVerified'))::int as verified
     from log.events where position <= ${events}`,
  );
  if (JSON.stringify(seen) !== JSON.stringify(there)) {
    throw new Error(`Emmett projected ${JSON.stringify(seen)}, the log holds ${JSON.stringify(there)}`);
  }
}

async function bytesPerEvent(url: string): Promise<number> {
  const [row] = await query<{ bytes: string }>(
    url,
    'select round(avg(octet_length(data::text) + octet_length(metadata::text))) as bytes from log.events',
  );
  return Number(row?.bytes);
}

function report(entries: readonly Entry[]): string {
  const speeds = ({ runs, events }: Entry): number[] => runs.map(({ milliseconds }) => (1_000 * events) / milliseconds);
  const speed = (each: Entry): number => median(speeds(each));
  const best = Math.max(...entries.filter(({ who }) => who === 'emmett').map(speed));
  const rows = entries.map((each) => [
    `${each.name}, batches of ${each.batch.toLocaleString('en')}`,
    each.events.toLocaleString('en'),
    perSecond(speed(each)),
    `${perSecond(Math.min(...speeds(each)))} to ${perSecond(Math.max(...speeds(each)))}`,
    `${Math.round(Math.max(...each.runs.map(({ peakKilobytes }) => peakKilobytes)) / 1_024)} MiB`,
    best > 0 ? `${(speed(each) / best).toFixed(1)} ×` : '',
  ]);
  return table(['rebuild', 'events', 'events/s', 'from run to run', 'peak memory', "of emmett's best"], rows);
}

/** Says on stderr how far a long preparation is. */
function progress(what: string, total: number): (count: number) => void {
  let done = 0;
  return (count) => {
    const before = Math.floor((100 * done) / total);
    done += count;
    const now = Math.floor((100 * done) / total);
    if (now !== before) process.stderr.write(`${what}: ${now}% \r`);
  };
}
