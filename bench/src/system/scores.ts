import { chance } from '@fairmark/server';
import { median, ms, perSecond, quantile, table } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import { courseWithId, entriesOf, makeGroups, textOf, type Group } from './cast.js';
import type { Children } from './children.js';
import { openPeer, openProduct, openRawInserts, type Contestant } from './contestants.js';
import { say } from './say.js';

const GOLFERS = 400;
/** More than anybody is expected to store: matches are made up front, and a client never runs out of holes. */
const SCORES_PER_SECOND_MAX = 12_000;
/** Two players, both sides. */
const ENTRIES_PER_MATCH_MIN = 72;
const WARM_UP_SECONDS = 4;

interface Options {
  clients: number;
  seconds: number;
  rounds: number;
}

interface Entrant {
  contestant: Contestant;
  acknowledged: Set<string>;
  /** Acknowledged scores a second, by round. */
  speeds: number[];
  /** Milliseconds of each score of all rounds. */
  latencies: number[];
  /** Of its own process, milliseconds in all rounds. */
  processorMs: number;
}

/** Scores over HTTP beside the CRUD peer and raw inserts, as a Markdown table. */
export async function measureScores(server: BenchServer, children: Children, options: Options): Promise<string> {
  const { clients } = options;
  const luck = chance('scores');
  return withDatabases(server, 4, async ([ours = '', theirs = '', tuned = '', raw = '']) => {
    say('scores: starting the product and the peer');
    const open: Contestant[] = [];
    try {
      const fairmark = await openProduct(children, ours, { luck, golfers: GOLFERS, clients });
      open.push(fairmark);
      const { golfers, courseId } = fairmark.product;
      open.push(await openPeer(children, theirs, { golfers, clients, tuned: false }));
      open.push(await openPeer(children, tuned, { golfers, clients, tuned: true }));
      open.push(await openRawInserts(raw, clients));
      const course = courseWithId(luck, courseId);
      const day = new Date().toISOString().slice(0, 10);
      const groups = (count: number): Group[] =>
        makeGroups(
          luck,
          { golfers, course },
          Array.from({ length: count }, () => day),
        );
      return scoresTable(await measure(open, groups, options));
    } finally {
      for (const contestant of open) await contestant.close();
    }
  });
}

/** Several databases at the same time. */
function withDatabases<Result>(
  server: BenchServer,
  count: number,
  work: (urls: string[]) => Promise<Result>,
): Promise<Result> {
  if (count === 0) return work([]);
  return server.withDatabase((url) => withDatabases(server, count - 1, (urls) => work([url, ...urls])));
}

/** Turns within a round, in an order that shifts from round to round, after a short round that does not count. */
async function measure(
  open: readonly Contestant[],
  groups: (count: number) => Group[],
  { clients, seconds, rounds }: Options,
): Promise<Entrant[]> {
  const entrants = open.map((contestant): Entrant => {
    return { contestant, acknowledged: new Set(), speeds: [], latencies: [], processorMs: 0 };
  });
  const run = async (entrant: Entrant, forSeconds: number): Promise<Run> => {
    const made = groups(clients + Math.ceil((forSeconds * SCORES_PER_SECOND_MAX) / ENTRIES_PER_MATCH_MIN));
    await entrant.contestant.prepare(made);
    return play(entrant, made, { clients, seconds: forSeconds });
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

interface Run {
  perSecond: number;
  latencies: number[];
  processorMs: number;
}

/** Clients that each play matches of their own, hole by hole, and wait for every answer. */
async function play(
  { contestant, acknowledged }: Entrant,
  groups: readonly Group[],
  { clients, seconds }: Pick<Options, 'clients' | 'seconds'>,
): Promise<Run> {
  const latencies: number[] = [];
  const waiting = [...groups];
  const { logged = 0, processorMs: before = Number.NaN } = contestant.process ?? {};
  const started = performance.now();
  const end = started + seconds * 1_000;
  const client = async (at: number): Promise<void> => {
    while (performance.now() < end) {
      const group = waiting.pop();
      if (group === undefined) throw new Error('Every match has been played: raise SCORES_PER_SECOND_MAX');
      for (const entry of entriesOf(group)) {
        const sent = performance.now();
        if (sent >= end) return;
        await contestant.score(at, entry);
        latencies.push(performance.now() - sent);
        acknowledged.add(textOf(entry));
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, at) => client(at)));
  const perSecond = (latencies.length / (performance.now() - started)) * 1_000;
  const processorMs = (contestant.process?.processorMs ?? Number.NaN) - before;
  if (contestant.process?.logged === logged) throw new Error(`${contestant.name} wrote no log`);
  return { perSecond, latencies, processorMs };
}

/** What is stored is what was acknowledged, no more and no less. */
async function compare({ contestant, acknowledged }: Entrant): Promise<void> {
  const held = await contestant.held();
  const missing = [...acknowledged].length - held.filter((text) => acknowledged.has(text)).length;
  if (missing !== 0 || held.length !== acknowledged.size) {
    throw new Error(`${contestant.name} holds ${held.length} of ${acknowledged.size} acknowledged scores`);
  }
}

function scoresTable(entrants: readonly Entrant[]): string {
  const [, peer] = entrants;
  const raw = entrants.at(-1);
  const speedOf = (entrant: Entrant | undefined): number => median(entrant?.speeds ?? []);
  const p99Of = (entrant: Entrant | undefined): number => quantile(entrant?.latencies ?? [], 0.99);
  const rows = entrants.map((entrant) => [
    entrant.contestant.name,
    perSecond(speedOf(entrant)),
    `${perSecond(Math.min(...entrant.speeds))} to ${perSecond(Math.max(...entrant.speeds))}`,
    ms(median(entrant.latencies)),
    ms(p99Of(entrant)),
    Number.isNaN(entrant.processorMs) ? '' : ms(entrant.processorMs / entrant.latencies.length),
    `${(speedOf(entrant) / speedOf(peer)).toFixed(2)} ×`,
    `${(p99Of(entrant) / p99Of(peer)).toFixed(2)} ×`,
    `${(speedOf(entrant) / speedOf(raw)).toFixed(2)} ×`,
  ]);
  return table(
    [
      'scores',
      'scores/s',
      'from round to round',
      'p50',
      'p99',
      'its process, per score',
      "of the peer's speed",
      "of the peer's p99",
      'of raw inserts',
    ],
    rows,
  );
}
