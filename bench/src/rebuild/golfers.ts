import { randomUUID } from 'node:crypto';
import { eventually } from '@fairmark/events/testing/eventually';
import { chance } from '@fairmark/server';
import { latestRebuild, requestRebuild } from '@fairmark/read-models';
import { Pool } from 'pg';
import { median, ms, quantile, table } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import { courseWithId, entriesOf, makeGroups, untilStart, type Entry, type Group } from '../system/cast.js';
import type { Children } from '../system/children.js';
import { Line } from '../system/line.js';
import { Pace } from '../system/pace.js';
import { Product } from '../system/product.js';

const GOLFERS = 200;
const MATCHES = 400;
/** Load by golfers: many times a club's busiest hour. */
const SCORES = { perSecond: 40, clients: 8 };
const LOOKS = { perSecond: 40, clients: 4 };
const BASE_SECONDS = 20;
const REBUILT_WITHIN_MS = 900_000;
const DAY = '2001-01-01';

/** Duration of each call, in milliseconds. */
interface Times {
  scores: number[];
  looks: number[];
}

/**
 * How a rebuild affects golfers: they score and look at leaderboards and histories, over HTTP at an even rate, first
 * without a rebuild and then until one has swapped in its tables. The log is a copy of an existing one. Returns a
 * Markdown table.
 */
export async function measureGolfers(server: BenchServer, children: Children, copyOf: string): Promise<string> {
  const luck = chance('golfers');
  return server.withDatabase(async (url) => {
    const product = await Product.start(children, url, { luck, golfers: GOLFERS, projector: true });
    const pool = new Pool({ connectionString: url, max: 1 });
    try {
      const cast = { golfers: product.golfers, course: courseWithId(luck, product.courseId) };
      const days = Array.from({ length: MATCHES }, () => DAY);
      const groups = makeGroups(luck, cast, days);
      await product.play(
        groups.map((group) => ({ matchId: group.matchId, events: untilStart(group) })),
        luck,
      );
      const entries = entriesOfAll(groups);
      await during(product, entries, pause(2_000));
      const without = await during(product, entries, pause(1_000 * BASE_SECONDS));
      const started = performance.now();
      const beside = await during(product, entries, rebuilt(pool));
      return report({ without, beside, seconds: (performance.now() - started) / 1_000 });
    } finally {
      await pool.end();
      await product.stop();
    }
  }, copyOf);
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Requests a rebuild as support staff do, and waits until it is done. */
async function rebuilt(pool: Pool): Promise<void> {
  await requestRebuild(pool, { projection: 'clubhouse', requestedBy: 'bench' });
  let state = '';
  const over = async (): Promise<boolean> => {
    state = (await latestRebuild(pool, 'clubhouse'))?.state ?? '';
    return !['WAITING', 'RUNNING'].includes(state);
  };
  await eventually(over, () => `the rebuild ends; it is ${state}`, REBUILT_WITHIN_MS);
  if (state !== 'DONE') throw new Error(`The rebuild ended as ${state}`);
}

/** Scores and looks until `something` is done. */
async function during(product: Product, entries: Iterator<Entry>, something: Promise<void>): Promise<Times> {
  const times: Times = { scores: [], looks: [] };
  const ending = new AbortController();
  const loop = async (
    { perSecond, clients }: typeof SCORES,
    into: number[],
    call: (line: Line) => Promise<unknown>,
  ): Promise<void> => {
    const line = new Line(product.port);
    const pace = new Pace((1_000 * clients) / perSecond);
    try {
      while (!ending.signal.aborted) {
        await pace.turn();
        const started = performance.now();
        await call(line);
        into.push(performance.now() - started);
      }
    } finally {
      await line.close();
    }
  };
  const score = (line: Line): Promise<unknown> => {
    const next = entries.next();
    if (next.done === true) throw new Error('Every match has been played: the rebuild took too long');
    const { matchId, userId, enteredBy, holeNumber, strokes } = next.value;
    const said = { token: product.token(enteredBy), body: { matchId, userId, holeNumber, strokes }, key: randomUUID() };
    return line.call('POST', '/api/match/score', said);
  };
  let turn = 0;
  const look = (line: Line): Promise<unknown> => {
    turn += 1;
    const token = product.token(product.golfers[turn % product.golfers.length] ?? '');
    const path =
      turn % 2 === 0
        ? '/api/mothership/history?limit=50'
        : `/api/mothership/daily-results?course=${product.courseId}&day=${DAY}`;
    return line.call('GET', path, { token });
  };
  const loops = [
    ...Array.from({ length: SCORES.clients }, () => loop(SCORES, times.scores, score)),
    ...Array.from({ length: LOOKS.clients }, () => loop(LOOKS, times.looks, look)),
  ];
  const all = Promise.all(loops);
  await Promise.race([something, all]);
  ending.abort();
  await all;
  return times;
}

/** Entries group by group, so that a golfer does not score twice at the same moment. */
function* entriesOfAll(groups: readonly Group[]): Generator<Entry> {
  for (const group of groups) yield* entriesOf(group);
}

function report({ without, beside, seconds }: { without: Times; beside: Times; seconds: number }): string {
  const row = (name: string, times: number[], base: number[]): string[] => [
    name,
    times.length.toLocaleString('en'),
    ms(median(times)),
    ms(quantile(times, 0.99)),
    ms(quantile(times, 1)),
    `${(quantile(times, 0.99) / quantile(base, 0.99)).toFixed(2)} ×`,
  ];
  const rate = `${SCORES.perSecond} scores and ${LOOKS.perSecond} looks a second`;
  return table(
    [rate, 'calls', 'p50', 'p99', 'max', 'of the p99 without'],
    [
      row('scores, without a rebuild', without.scores, without.scores),
      row(`scores, beside one of ${seconds.toFixed(0)} s`, beside.scores, without.scores),
      row('looks, without a rebuild', without.looks, without.looks),
      row('looks, beside it', beside.looks, without.looks),
    ],
  );
}
