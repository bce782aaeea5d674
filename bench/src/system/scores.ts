import { chance } from '@fairmark/server';
import { inTurns, median, ms, perSecond, quantile, range, say, table, times } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import type { Children } from '../run/children.js';
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
  runs: Played[];
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

/** Contestants take turns. Then each has to hold what it acknowledged. */
async function measure(
  open: readonly Contestant[],
  groups: MakeGroups,
  { clients, seconds, rounds }: Options,
): Promise<Entrant[]> {
  const entrants = open.map((contestant) => ({ contestant, acknowledged: new Set<string>() }));
  const turns = { seconds, rounds, warmUp: WARM_UP_SECONDS };
  const measured = await inTurns(entrants, turns, async ({ contestant, acknowledged }, forSeconds) => {
    const played = await play(contestant, groups, { clients, seconds: forSeconds });
    for (const text of played.acknowledged) acknowledged.add(text);
    return played;
  });
  for (const entrant of measured) await compare(entrant);
  return measured;
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
  const measured = entrants.map(({ contestant, runs }) => {
    const latencies = runs.flatMap((run) => run.latencies);
    const speeds = runs.map(({ perSecond: speed }) => speed);
    const processorMs = runs.reduce((sum, run) => sum + run.processorMs, 0) / latencies.length;
    return {
      name: contestant.name,
      latencies,
      speeds,
      speed: median(speeds),
      p99: quantile(latencies, 0.99),
      processorMs,
    };
  });
  const [, peer] = measured;
  const [floor, raw] = measured.slice(-2);
  if (peer === undefined || floor === undefined || raw === undefined) throw new Error('A contestant is missing');
  const rows = measured.map(({ name, latencies, speeds, speed, p99, processorMs }) => [
    name,
    perSecond(speed),
    range(speeds),
    ms(median(latencies)),
    ms(p99),
    ...(Number.isNaN(processorMs) ? ['', ''] : [ms(processorMs), times(processorMs, floor.processorMs)]),
    times(speed, peer.speed),
    times(p99, peer.p99),
    times(speed, raw.speed),
  ]);
  const head = ['scores', 'scores/s', 'from round to round', 'p50', 'p99', 'its processes, per score'];
  const compared = ["of the floor's", "of the peer's speed", "of the peer's p99", 'of raw inserts'];
  return table([...head, ...compared], rows);
}
