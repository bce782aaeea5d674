import { chance } from '@fairmark/server';
import { commandLine, readOptions } from './run/options.js';
import { machine, median, perSecond, table } from './run/report.js';
import { withBenchServer } from './run/server.js';
import { openProduct } from './system/contestants.js';
import { groupsOf, play } from './system/play.js';

/** Concurrent clients, seconds before and during the profile, and lines of each table. */
export const DEFAULTS = { clients: 32, warmup: 5, seconds: 10, lines: 40 };

const GOLFERS = 400;

/** `profile`: where the api spends processor time while golfers score as in `system`. Prints Markdown tables. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, DEFAULTS);
  const { clients, warmup, seconds, lines } = options;
  const luck = chance('profile');
  await withBenchServer(async (server, children) => {
    await server.withDatabase(async (url) => {
      const api = await openProduct(children, url, { luck, golfers: GOLFERS, clients, program: 'profiled-api' });
      const groups = groupsOf(luck, api.product);
      await play(api, groups, { clients, seconds: warmup });
      const { api: profiled } = api.product;
      profiled.send({ profile: 'start' });
      await profiled.answer();
      const { latencies, processorMs, perSecond: speed } = await play(api, groups, { clients, seconds });
      profiled.send({ profile: 'stop' });
      const { profile } = await profiled.answer<{ profile: Profile }>();
      await api.close();
      const scores = latencies.length;
      const cost = `${((processorMs * 1_000) / scores).toFixed(0)} µs of the api's processor time each`;
      console.log(`${commandLine('profile', options)}\n${machine()}\n`);
      console.log(
        `${perSecond(speed)} scores/s, p50 ${median(latencies).toFixed(1)} ms, ${cost}, the profiler's included.\n`,
      );
      for (const [title, shares] of Object.entries(sharesOf(profile))) {
        const rows = [...shares].sort(([, a], [, b]) => b - a).slice(0, lines);
        const busy = [...shares.values()].reduce((sum, us) => sum + us, 0);
        const cells = rows.map(([name, us]) => [name, (us / scores).toFixed(1), `${((100 * us) / busy).toFixed(1)} %`]);
        console.log(`${table([title, 'µs per score', 'share'], cells)}\n`);
      }
    });
  });
}

/** A CPU profile as returned by V8: a call tree, and the node of each sample. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples?: number[];
  /** Microseconds since the previous sample. */
  timeDeltas?: number[];
}

/** Microseconds by name. */
type Shares = Map<string, number>;

/** V8's entry for idle time, which is no processor time. */
const IDLE = '(idle)';

/** Self time: by package, with entries of Node and V8 listed separately, and by function of the product. */
function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profile): { package: Shares; function: Shares } {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const shares = { package: new Map<string, number>(), function: new Map<string, number>() };
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === IDLE) continue;
    // A sample lasts until the next one.
    const us = timeDeltas[at + 1] ?? 0;
    const { functionName, url } = frame;
    const named = functionName === '' ? `(line ${frame.lineNumber + 1})` : functionName;
    const file = ownFile(url);
    add(shares.package, file === null ? packageOf(url, named) : 'the product', us);
    add(shares.function, file === null ? packageOf(url, named) : `${file}: ${named}`, us);
  }
  for (const name of shares.function.keys()) if (!name.includes(': ')) shares.function.delete(name);
  return shares;
}

function add(shares: Shares, name: string, us: number): void {
  shares.set(name, (shares.get(name) ?? 0) + us);
}

/** The path of a product file, starting with its package; null for other files. */
function ownFile(url: string): string | null {
  if (url.includes('/node_modules/')) return null;
  return /\/([\w-]+)\/dist\/(.+)\.js$/.exec(url)?.slice(1).join('/') ?? null;
}

/** A package of node_modules, a module of Node, or an entry without a file: garbage collector, program, sockets. */
function packageOf(url: string, functionName: string): string {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (name !== undefined) return name;
  if (url.startsWith('node:')) return url;
  return functionName.startsWith('(') ? functionName : `native ${functionName}`;
}
