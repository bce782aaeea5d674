import { chance, type Chance } from '@fairmark/server';
import { commandLine, readOptions } from './run/options.js';
import { DISTRICT } from './queries/fill.js';
import { FLOOR, KINDS, type Kind } from './queries/kinds.js';
import { playPatterns } from './queries/patterns.js';
import { openStand, type Stand } from './queries/stand.js';
import { inTurns, machine, median, ms, quantile, say, table, times } from './run/report.js';
import { withBenchServer } from './run/server.js';
import type { Line } from './system/line.js';

/** Stored rounds (whole districts), concurrent clients, seconds of each run, and runs of each kind of call. */
export const DEFAULTS = { sizes: [10_000, 100_000, 1_000_000], clients: 4, seconds: 1, rounds: 3 };

const WARM_UP_SECONDS = 0.5;

/** Calls of a run: milliseconds of each, and the total bytes of the answers. */
interface Timed {
  latencies: number[];
  bytes: number;
}

/** A kind of call at a size. */
interface Entry {
  kind: Kind;
  stand: Stand;
  runs: Timed[];
}

/** `queries`: reads of the Clubhouse over HTTP with increasing numbers of stored rounds. Prints Markdown tables. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, DEFAULTS);
  const { sizes, clients, seconds, rounds } = options;
  if (!(seconds > 0 && rounds >= 1 && clients >= 1)) throw new Error('--seconds is more than 0, the others at least 1');
  if (!sizes.every((size) => size > 0 && size % DISTRICT.rounds === 0)) {
    throw new Error(`--sizes are multiples of ${DISTRICT.rounds}`);
  }
  await withBenchServer(async (server, children) => {
    const stands: Stand[] = [];
    try {
      say('playing the matches that the fill copies');
      const patterns = await server.create();
      await playPatterns(patterns);
      // All sizes are open at once and take turns, so that temporary slowness of the machine affects all of them.
      for (const stored of sizes) {
        say(`filling in ${stored.toLocaleString('en')} rounds`);
        stands.push(await openStand(children, await server.create(patterns), { rounds: stored, clients }));
      }
      console.log(`${commandLine('queries', options)}\n${machine()}\n`);
      const entries = await measure(stands, { seconds, rounds });
      console.log(`${sizesTable(stands)}\n\n${callsTable(entries, stands)}`);
    } finally {
      for (const stand of stands) await stand.stop();
    }
  });
}

async function measure(stands: Stand[], turns: { seconds: number; rounds: number }): Promise<Entry[]> {
  const entries = KINDS.flatMap((kind) => stands.map((stand) => ({ kind, stand })));
  const luck = chance('calls');
  for (const { kind, stand } of entries) await check(kind, stand, luck);
  return inTurns(entries, { ...turns, warmUp: WARM_UP_SECONDS }, ({ kind, stand }, seconds) =>
    time(kind, stand, luck, seconds),
  );
}

/** Calls for a while over every connection. */
async function time(kind: Kind, stand: Stand, luck: Chance, seconds: number): Promise<Timed> {
  const timed: Timed = { latencies: [], bytes: 0 };
  const end = performance.now() + seconds * 1_000;
  const client = async (line: Line): Promise<void> => {
    while (performance.now() < end) {
      const { path, ...sent } = kind.call(luck, stand.cast);
      const started = performance.now();
      const answer = await line.text('GET', path, sent);
      timed.latencies.push(performance.now() - started);
      timed.bytes += Buffer.byteLength(answer);
    }
  };
  await Promise.all(stand.lines.map(client));
  return timed;
}

/** Incomplete or stale answers are not worth measuring. */
async function check(kind: Kind, stand: Stand, luck: Chance): Promise<void> {
  const { path, ...sent } = kind.call(luck, stand.cast);
  const answer = await stand.lines[0]?.call<Record<string, unknown>>('GET', path, sent);
  if (answer === undefined) throw new Error('There is no client');
  if (answer.stale === true) throw new Error(`${kind.name}: stale`);
  if (kind.rows === undefined) return;
  const list = answer[kind.rows.list];
  if (!Array.isArray(list) || list.length < kind.rows.atLeast) {
    throw new Error(`${kind.name}: ${JSON.stringify(answer).slice(0, 300)}`);
  }
}

function sizesTable(stands: readonly Stand[]): string {
  return table(
    ['stored rounds', 'tables and indexes', 'per round'],
    stands.map(({ rounds, bytes }) => [
      rounds.toLocaleString('en'),
      `${(bytes / 2 ** 20).toFixed(0)} MiB`,
      `${(bytes / rounds).toFixed(0)} bytes`,
    ]),
  );
}

/**
 * A row per kind of call, with its sizes side by side. The last columns have targets: the median at the largest size
 * relative to the smallest, and its p99 relative to the floor's in the same run.
 */
function callsTable(entries: readonly Entry[], stands: readonly Stand[]): string {
  const of = (kind: Kind, stand: Stand | undefined): Timed[] =>
    entries.find((entry) => entry.kind === kind && entry.stand === stand)?.runs ?? [];
  const all = (runs: readonly Timed[]): number[] => runs.flatMap(({ latencies }) => latencies);
  const p99 = (runs: readonly Timed[]): number => quantile(all(runs), 0.99);
  const [smallest, largest] = [stands[0], stands.at(-1)];
  const rows = KINDS.map((kind) => {
    const cost = (stand: Stand | undefined): number => median(of(kind, stand).map((run) => median(run.latencies)));
    const runs = of(kind, largest);
    const bytes = runs.reduce((sum, run) => sum + run.bytes, 0);
    return [
      kind.name,
      `${(bytes / all(runs).length / 1_000).toFixed(1)} kB`,
      ...stands.flatMap((stand) => [ms(cost(stand)), ms(p99(of(kind, stand)))]),
      times(cost(largest), cost(smallest)),
      kind === FLOOR ? '' : times(p99(of(kind, largest)), p99(of(FLOOR, largest)), 1),
    ];
  });
  const sizes = stands.flatMap(({ rounds }) => [`p50 at ${shortly(rounds)}`, 'p99']);
  return table(['call', 'answer', ...sizes, 'largest by smallest', "p99 by the floor's"], rows);
}

/** Rounded number of stored rounds for a column's title: 10 k, 1 M. */
function shortly(rounds: number): string {
  return rounds >= 1_000_000 ? `${Math.round(rounds / 1_000_000)} M` : `${Math.round(rounds / 1_000)} k`;
}
