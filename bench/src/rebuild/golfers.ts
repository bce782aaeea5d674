import { eventually } from '@fairmark/events/testing/eventually';
import { chance } from '@fairmark/server';
import { latestRebuild, requestRebuild } from '@fairmark/read-models';
import { Pool } from 'pg';
import { quantile, spread, table, times as ratio } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import { entriesOfAll, makeGroups, type Entry } from '../system/cast.js';
import type { Children } from '../run/children.js';
import type { Line } from '../system/line.js';
import { callEvenly } from '../system/pace.js';
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
      const days = Array.from({ length: MATCHES }, () => DAY);
      const groups = makeGroups(luck, product, days);
      await product.begin(groups, luck);
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
async function during(product: Product, entries: Iterator<Entry, never>, something: Promise<void>): Promise<Times> {
  const ending = new AbortController();
  const { port, golfers, course } = product;
  let turn = 0;
  const look = (line: Line): Promise<unknown> => {
    turn += 1;
    const token = product.token(golfers[turn % golfers.length] ?? '');
    const board = `/api/mothership/daily-results?course=${course.courseId}&day=${DAY}`;
    return line.call('GET', turn % 2 === 0 ? '/api/mothership/history?limit=50' : board, { token });
  };
  const all = Promise.all([
    callEvenly(port, SCORES, ending.signal, (line) => product.score(line, entries.next().value)),
    callEvenly(port, LOOKS, ending.signal, look),
  ]);
  await Promise.race([something, all]);
  ending.abort();
  const [scores, looks] = await all;
  return { scores, looks };
}

function report({ without, beside, seconds }: { without: Times; beside: Times; seconds: number }): string {
  const row = (name: string, times: number[], base: number[]): string[] => [
    name,
    times.length.toLocaleString('en'),
    ...spread(times),
    ratio(quantile(times, 0.99), quantile(base, 0.99)),
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
