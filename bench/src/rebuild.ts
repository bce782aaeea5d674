import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verifyClubhouse } from '@fairmark/projector';
import { commandLine, readOptions } from './run/options.js';
import { documentsOf } from './rebuild/emmett.js';
import { measureGolfers } from './rebuild/golfers.js';
import { copyToEmmett, fillOurLog } from './rebuild/logs.js';
import { machine, median, perSecond, range, say, table, times } from './run/report.js';
import { query, withBenchServer, withLog, type BenchServer } from './run/server.js';

const CONTESTANT = path.join(path.dirname(fileURLToPath(import.meta.url)), 'rebuild/contestant.main.js');

type What = 'read' | 'copy' | 'rebuild' | 'rebuild-compared' | 'verify' | 'audit' | 'emmett';

/** A contestant on one log. */
interface Entry {
  name: string;
  what: What;
  url: string;
  events: number;
  runs: { milliseconds: number; peakKilobytes: number }[];
}

const NAMES: Record<Exclude<What, 'emmett'>, string> = {
  read: 'reading the log alone',
  copy: 'COPY of the finished rows alone',
  rebuild: 'rebuild, not compared',
  'rebuild-compared': 'rebuild, compared with the tables before',
  verify: 'verification of the tables alone',
  audit: 'audit verify: every hash and chain',
};
const OURS = Object.keys(NAMES) as (keyof typeof NAMES)[];

/** Sizes of our logs, and runs of each contestant; events and runs of Emmett's, which is skipped if these are 0. */
export const DEFAULTS = { sizes: [100_000, 1_000_000], rounds: 3, 'emmett-events': 20_000, 'emmett-rounds': 2 };

/**
 * `rebuild`: every table of the Clubhouse from logs of complete matches, compared with the necessary parts of any
 * rebuild and with Emmett's documents from the first events of the same log. Prints Markdown tables.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, DEFAULTS);
  const { sizes, rounds } = options;
  if (!(sizes.every((size) => size >= 1_000) && rounds >= 1)) throw new Error('--sizes begin at 1000, --rounds at 1');
  await withBenchServer(async (server, children) => {
    console.log(`${commandLine('rebuild', options)}\n${machine()}`);
    const urls = await fillLogs(server, sizes);
    const entries = urls.flatMap(({ url, events }) => OURS.map((what) => entry(NAMES[what], what, url, events)));
    for (let round = 0; round < rounds; round += 1) {
      for (const each of ordered(entries, round)) await measure(each);
      for (const { url } of urls) await assertRight(url);
    }
    const largest = urls.at(-1);
    const limit = Math.min(options['emmett-events'], largest?.events ?? 0);
    const theirs = await server.withDatabase((other) =>
      measureEmmett({ ours: largest?.url ?? '', theirs: other, limit, rounds: options['emmett-rounds'] }),
    );
    say('');
    console.log(report([...entries, ...theirs]));
    say('golfers beside a rebuild');
    console.log(`\n${await measureGolfers(server, children, urls[0]?.url ?? '')}`);
  });
}

interface Log {
  url: string;
  events: number;
}

/** Fills logs of these sizes, which exist at the same time, in the given order. */
async function fillLogs(server: BenchServer, sizes: readonly number[]): Promise<Log[]> {
  const logs: Log[] = [];
  for (const size of sizes) {
    say(`filling a log of ${size.toLocaleString('en')} events`);
    const url = await server.create();
    const events = await fillOurLog(url, size);
    await query(url, 'vacuum analyze log.events');
    logs.push({ url, events });
  }
  return logs;
}

/** Alternates the order, as the machine's speed varies. The first rebuild comes first, because it makes the rows. */
function ordered(entries: readonly Entry[], round: number): Entry[] {
  const order = round === 0 ? [...entries].sort((a, b) => rank(a) - rank(b)) : [...entries];
  return round % 2 === 1 ? order.reverse() : order;
}

const rank = ({ what }: Entry): number => (what === 'rebuild' ? 0 : 1);

function entry(name: string, what: What, url: string, events: number): Entry {
  return { name, what, url, events, runs: [] };
}

async function measureEmmett(of: { ours: string; theirs: string; limit: number; rounds: number }): Promise<Entry[]> {
  const { ours, theirs, limit, rounds } = of;
  if (!(limit > 0 && rounds > 0)) return [];
  say("filling Emmett's log");
  const copied = await copyToEmmett(ours, theirs, limit);
  await query(theirs, 'vacuum analyze');
  // Its default, and its fastest.
  const batches = [100, 5_000];
  const entries = batches.map((batch) =>
    entry(`emmett-postgresql, batches of ${batch.toLocaleString('en')}`, 'emmett', theirs, copied),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, each] of entries.entries()) {
      await measure(each, batches[i]);
      await assertAllSeen(theirs, ours, copied);
    }
  }
  return entries;
}

/** Version of Emmett's documents, new for each run. */
let version = 0;

async function measure({ name, what, url, events, runs }: Entry, batch = 0): Promise<void> {
  version += 1;
  say(`${events.toLocaleString('en')}: ${name}, run ${runs.length + 1}`);
  const args = [CONTESTANT, url, what, String(batch), String(version)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  runs.push(JSON.parse(stdout) as Entry['runs'][number]);
}

/** Verifies the tables against the log: the speed of a wrong rebuild means nothing. */
async function assertRight(url: string): Promise<void> {
  const { differing, differences } = await withLog(url, (store) => verifyClubhouse({ databaseUrl: url, store }));
  if (differing > 0) throw new Error(`The rebuilt tables are wrong: ${differences.slice(0, 5).join('\n')}`);
}

/** Checks that Emmett's documents hold every started match and every verified card. */
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

function report(entries: readonly Entry[]): string {
  const speeds = ({ runs, events }: Entry): number[] => runs.map(({ milliseconds }) => (1_000 * events) / milliseconds);
  const speed = (each: Entry): number => median(speeds(each));
  const rows = entries.map((each) => {
    const floor = entries.find(({ what, url }) => what === 'read' && url === each.url);
    return [
      each.name,
      each.events.toLocaleString('en'),
      perSecond(speed(each)),
      range(speeds(each)),
      `${Math.round(Math.max(...each.runs.map(({ peakKilobytes }) => peakKilobytes)) / 1_024)} MiB`,
      floor === undefined ? '' : times(speed(each), speed(floor)),
    ];
  });
  const head = ['', 'events', 'events/s', 'from run to run', 'peak memory', "of reading's speed"];
  return `\n${table(head, rows)}`;
}
