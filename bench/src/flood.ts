import { chance, type Chance } from '@fairmark/server';
import { KINDS, type Flood, type FromFlood, type Kind } from '@fairmark/e2e/attack/flood';
import { freePort } from '@fairmark/tools';
import { commandLine, readOptions } from './run/options.js';
import { machine, median, ms, quantile, say, table, times } from './run/report.js';
import { withBenchServer } from './run/server.js';
import { entriesOfAll, makeGroups, type Group } from './system/cast.js';
import type { Children } from './system/children.js';
import { callEvenly } from './system/pace.js';
import { Product } from './system/product.js';

/** Seconds of each measurement, anonymous connections of an attack, and scores per second. */
export const DEFAULTS = { seconds: 10, connections: [1, 3, 50], scores: 40 };

const GOLFERS = 400;
const CLIENTS = 8;
const ENTRIES_PER_MATCH_MIN = 72;
const WARM_UP_SECONDS = 5;

interface Stand {
  product: Product;
  children: Children;
  sinkPort: number;
  score: (seconds: number) => Promise<Scored>;
}

interface Scored {
  latencies: number[];
  /** Processor time of the api, as a share of one processor. */
  processor: number;
}

/** `flood`: how long a score takes while anonymous connections attack the sockets, under normal limits. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, DEFAULTS);
  await withBenchServer(async (server, children) => {
    await server.withDatabase(async (url) => {
      const luck = chance('flood');
      const product = await Product.start(children, url, { luck, golfers: GOLFERS, limitScale: 1 });
      try {
        const sinkPort = await freePort();
        await children.start('sink', { PORT: String(sinkPort) }).answer();
        const score = scorer(product, await startedMatches(product, luck, options), options.scores);
        console.log(`${commandLine('flood', options)}\n${machine()}\n`);
        console.log(await measure({ product, children, sinkPort, score }, options));
        say('');
      } finally {
        await product.stop();
      }
    });
  });
}

type Options = ReturnType<typeof readOptions<typeof DEFAULTS>>;

/** Starts more than enough matches for all measurements. */
async function startedMatches(
  product: Product,
  luck: Chance,
  { seconds, connections, scores }: Options,
): Promise<Group[]> {
  const measured = WARM_UP_SECONDS + seconds * (1 + 2 * KINDS.length * connections.length);
  const count =
    Math.ceil((1.2 * measured * scores) / ENTRIES_PER_MATCH_MIN) +
    CLIENTS * (2 + 2 * KINDS.length * connections.length);
  const today = new Date().toISOString().slice(0, 10);
  const groups = makeGroups(
    luck,
    product,
    Array.from({ length: count }, () => today),
  );
  await product.begin(groups, luck);
  return groups;
}

/** Golfers who enter scores at an even rate, each in separate matches. Measures each score in milliseconds. */
function scorer(product: Product, groups: readonly Group[], perSecond: number): Stand['score'] {
  const entries = entriesOfAll([...groups]);
  return async (seconds) => {
    const before = product.api.processorMs;
    const latencies = await callEvenly(
      product.port,
      { perSecond, clients: CLIENTS },
      AbortSignal.timeout(1_000 * seconds),
      (line) => product.score(line, entries.next().value),
    );
    return { latencies, processor: (product.api.processorMs - before) / (seconds * 1_000) };
  };
}

interface Measured extends Scored {
  bytesPerSecond: number;
  opened: number;
}

async function during({ children, score }: Stand, attack: Flood, seconds: number): Promise<Measured> {
  const attacker = children.start('attack', {}, [JSON.stringify(attack)]);
  try {
    const scored = await score(seconds);
    attacker.send({});
    const { sent, opened } = await attacker.answer<FromFlood>();
    return { ...scored, bytesPerSecond: sent / seconds, opened };
  } finally {
    await attacker.stop();
  }
}

async function measure(stand: Stand, { seconds, connections }: Options): Promise<string> {
  say('flood: warming up');
  await stand.score(WARM_UP_SECONDS);
  say('flood: nothing else');
  const idle = await stand.score(seconds);
  const rows = [
    ['nothing', '', '', '', percent(idle.processor), ms(median(idle.latencies)), ms(quantile(idle.latencies, 0.99))],
  ];
  for (const kind of KINDS) {
    for (const count of connections) {
      say(`flood: ${kind}, ${count} connections`);
      const attacked = await during(stand, { kind, connections: count, port: stand.product.port }, seconds);
      const { bytesPerSecond } = attacked;
      const sink = await during(stand, { kind, connections: count, port: stand.sinkPort, bytesPerSecond }, seconds);
      rows.push(rowOf(kind, count, attacked, sink));
    }
  }
  return table(
    [
      'attack',
      'connections',
      'opened in all',
      'kB/s',
      'api at work',
      'score p50',
      'p99',
      'p50 beside a sink of the same bytes',
      'p99',
      'p50 of that',
      'p99 of that',
    ],
    rows,
  );
}

const percent = (share: number): string => `${Math.round(100 * share)}%`;

function rowOf(
  kind: Kind,
  count: number,
  { latencies, processor, bytesPerSecond, opened }: Measured,
  sink: Measured,
): string[] {
  const of = (share: number): number[] => [quantile(latencies, share), quantile(sink.latencies, share)];
  const [p50 = Number.NaN, sinkP50 = Number.NaN] = of(0.5);
  const [p99 = Number.NaN, sinkP99 = Number.NaN] = of(0.99);
  return [
    kind,
    String(count),
    String(opened),
    Math.round(bytesPerSecond / 1_000).toLocaleString('en'),
    percent(processor),
    ms(p50),
    ms(p99),
    ms(sinkP50),
    ms(sinkP99),
    times(p50, sinkP50),
    times(p99, sinkP99),
  ];
}
