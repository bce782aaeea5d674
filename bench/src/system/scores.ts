import { chance } from '@fairmark/server';
import { median, ms, perSecond, quantile, range, say, table, times } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import type { Children } from './children.js';
import { openOther, openPeer, openProduct, openRawInserts, type Contestant } from './contestants.js';
import { groupsOf, play, type MakeGroups, type Played } from './play.js';

const GOLFERS = 400;
const WARM_UP_SECONDS = 4;

interface Options {
  clients: number;
  seconds: number;
  rounds: number;
  /** A folder with another build of the product, or empty. */
  against: string;
}

interface Entrant {
  contestant: Contestant;
  acknowledged: Set<string>;
  /** Acknowledged scores per second, by round. */
  speeds: number[];
  /** Milliseconds of each score of all rounds. */
  latencies: number[];
  /** Processor time of its processes in all rounds, in milliseconds. */
  processorMs: number;
}

/** Compares scores over HTTP with the CRUD peer, the floor, raw inserts and any other build, as a Markdown table. */
export async function measureScores(server: BenchServer, children: Children, options: Options): Promise<string> {
  const { clients, against } = options;
  // The same seed for each, so that all have the same golfers.
  const product = () => ({ luck: chance('scores'), golfers: GOLFERS, clients });
  say('scores: starting the product and the peer');
  const open: Contestant[] = [];
  let end = (): Promise<void> => Promise.resolve();
  try {
    const fairmark = await openProduct(children, await server.create(), product());
    open.push(fairmark);
    const { golfers } = fairmark.product;
    open.push(await openPeer(children, await server.create(), { golfers, clients, tuned: false }));
    open.push(await openPeer(children, await server.create(), { golfers, clients, tuned: true }));
    open.push(await openProduct(children, await server.create(), { ...product(), apis: 2 }));
    if (against !== '') {
      const older = await openOther(against, await server.create(), product());
      end = older.end;
      open.push(older);
    }
    open.push(await openProduct(children, await server.create(), { ...product(), program: 'floor' }));
    open.push(await openRawInserts(await server.create(), clients));
    const groups = groupsOf(chance('groups'), fairmark.product);
    return scoresTable(await measure(open, groups, options));
  } finally {
    for (const contestant of open) await contestant.close();
    await end();
  }
}

/** Contestants take turns in an order that shifts with the round, after a short round that is not counted. */
async function measure(
  open: readonly Contestant[],
  groups: MakeGroups,
  { clients, seconds, rounds }: Options,
): Promise<Entrant[]> {
  const entrants = open.map((contestant): Entrant => {
    return { contestant, acknowledged: new Set(), speeds: [], latencies: [], processorMs: 0 };
  });
  const run = async (entrant: Entrant, forSeconds: number): Promise<Played> => {
    const played = await play(entrant.contestant, groups, { clients, seconds: forSeconds });
    for (const text of played.acknowledged) entrant.acknowledged.add(text);
    return played;
  };
  for (const entrant of entrants) {
    say(`scores: warming up ${entrant.contestant.name}`);
    await run(entrant, Math.min(WARM_UP_SECONDS, seconds));
  }
  for (let round = 0; round < rounds; round += 1) {
    const shift = round % entrants.length;
    for (const entrant of [...entrants.slice(shift), ...entrants.slice(0, shift)]) {
      say(`scores: round ${round + 1} of ${rounds}, ${entrant.contestant.name}`);
      const { perSecond, latencies, processorMs } = await run(entrant, seconds);
      entrant.processorMs += processorMs;
      entrant.speeds.push(perSecond);
      entrant.latencies.push(...latencies);
    }
  }
  for (const entrant of entrants) await compare(entrant);
  return entrants;
}

/** Checks that exactly the acknowledged scores are stored. */
async function compare({ contestant, acknowledged }: Entrant): Promise<void> {
  const held = await contestant.held();
  const missing = [...acknowledged].length - held.filter((text) => acknowledged.has(text)).length;
  if (missing !== 0 || held.length !== acknowledged.size) {
    throw new Error(`${contestant.name} holds ${held.length} of ${acknowledged.size} acknowledged scores`);
  }
}

function scoresTable(entrants: readonly Entrant[]): string {
  const [, peer] = entrants;
  const [floor, raw] = entrants.slice(-2);
  const costOf = (entrant: Entrant | undefined): number =>
    (entrant?.processorMs ?? Number.NaN) / (entrant?.latencies.length ?? 1);
  const speedOf = (entrant: Entrant | undefined): number => median(entrant?.speeds ?? []);
  const p99Of = (entrant: Entrant | undefined): number => quantile(entrant?.latencies ?? [], 0.99);
  const rows = entrants.map((entrant) => [
    entrant.contestant.name,
    perSecond(speedOf(entrant)),
    range(entrant.speeds),
    ms(median(entrant.latencies)),
    ms(p99Of(entrant)),
    ...(Number.isNaN(entrant.processorMs) ? ['', ''] : [ms(costOf(entrant)), times(costOf(entrant), costOf(floor))]),
    times(speedOf(entrant), speedOf(peer)),
    times(p99Of(entrant), p99Of(peer)),
    times(speedOf(entrant), speedOf(raw)),
  ]);
  return table(
    [
      'scores',
      'scores/s',
      'from round to round',
      'p50',
      'p99',
      'its processes, per score',
      "of the floor's",
      "of the peer's speed",
      "of the peer's p99",
      'of raw inserts',
    ],
    rows,
  );
}
