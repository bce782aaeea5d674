import type { RebuildPhase } from '@fairmark/contract';
import { CLUBHOUSE_NEXT, CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { ClientBase } from 'pg';
import type { ClubhouseProjection } from '../clubhouse/clubhouse-projection.js';
import { rowWriter } from '../clubhouse/write-rows.js';
import { catchUp } from '../projection/apply-pages.js';
import { isPoison } from '../log-reader/errors.js';
import { isWithin, type Extent } from '../log-reader/extent.js';
import type { LogReader } from '../log-reader/log-reader.js';
import { APPLY_DEFAULTS } from '../projection/projector.js';
import { readPlace } from '../clubhouse/place.js';
import { compareTables, type Comparison } from './compare-tables.js';
import { Behind } from './errors.js';
import { loadLog } from './load-log.js';
import { totalOf, type RebuildProgress } from './progress.js';
import type { RebuildOptions } from './rebuild-options.js';
import { findPoison, refold } from './refold.js';
import type { LiveTables, ShadowTables, Tail } from './shadow-tables.js';

/** What the phases work with. */
export interface Work extends Required<RebuildOptions> {
  /** Never rests: for the few events that are read while projectors wait. */
  atOnce: LogReader;
  tables: ShadowTables;
  logId: string;
  /** The part of the log that counts; null: all of it. */
  extent: Extent | null;
  /** Aborts when the session of the tables has ended. */
  lost: AbortSignal;
  progress: RebuildProgress;
  say: () => void;
}

const writeNext = rowWriter(CLUBHOUSE_NEXT);
const LATE_AT_ONCE = 8;
const LATE_PER_COMMIT = 200;
/** More than that is not caught up with while projectors wait. */
const TAIL_MAX = 2_000;
const SWAP_TRIES = 40;

/** READING: the whole log, once. */
export async function load(work: Work): Promise<{ events: number; late: string[] }> {
  const { store, tables, progress, logId, extent, say } = work;
  const head = extent?.position ?? (await store.head());
  const loaded = await loadLog({
    ...work,
    onRead: (events, position) => {
      progress.done(events, totalOf(events, position, head));
      say();
    },
  });
  await tables.begin(logId, loaded.position);
  return loaded;
}

/** INDEXING: keys and indexes, and the streams that had events after their rows were written. */
export async function complete(work: Work, late: readonly string[]): Promise<void> {
  const { tables, signal } = work;
  enter(work, 'INDEXING', null);
  await tables.addKeys(signal);
  for (let from = 0; from < late.length; from += LATE_PER_COMMIT) {
    signal.throwIfAborted();
    await replace(work, late.slice(from, from + LATE_PER_COMMIT));
  }
  await tables.analyze();
}

/** Folds streams again from their own events, and writes their rows in place of those that are there. */
async function replace({ tables, store, extent }: Work, streams: readonly string[]): Promise<void> {
  const found = await inTurn(streams, LATE_AT_ONCE, (stream) => refold(store, stream, extent));
  const rows = found.filter((each) => each !== null);
  try {
    await tables.write((client) =>
      writeNext(client, {
        matches: rows.flatMap(({ matches }) => matches),
        competitions: rows.flatMap(({ competitions }) => competitions),
      }),
    );
  } catch (error) {
    if (!isPoison(error)) throw error;
    throw (await findPoison(store, streams, (each) => tables.tries((client) => writeNext(client, each)))) ?? error;
  }
}

/** CATCHING_UP: what was appended meanwhile, as a projector would apply it. Gives how many events. */
export async function follow(work: Work, projection: ClubhouseProjection): Promise<number> {
  const { tables, progress, signal, say } = work;
  let done = 0;
  await catchUp({
    ...work,
    pageSize: APPLY_DEFAULTS.pageSize,
    session: tables,
    projection,
    poison: 'stop',
    onApplied: (_, events) => {
      done += events;
      progress.done(done);
      say();
    },
  });
  signal.throwIfAborted();
  return done;
}

/** VERIFYING: how the live tables differ from the new ones. Null: they are of another log, too far away, or not to be compared. */
export async function compare(work: Work, projection: ClubhouseProjection): Promise<Comparison | null> {
  const { tables, logId, logger, lost } = work;
  enter(work, 'VERIFYING', null);
  try {
    return await tables.snapshot(async (client) => {
      const live = await readPlace(client, CLUBHOUSE_SCHEMA);
      if (live === null || live.position === null || live.logId !== logId) return null;
      const { ahead } = await reachLive(client, work, projection, live.position);
      return compareTables(client, ahead);
    });
  } catch (err) {
    if (lost.aborted) throw err;
    logger.warn({ err }, 'the tables before cannot be compared with the new ones');
    return null;
  } finally {
    // What was folded for the snapshot was not kept.
    projection.forget();
  }
}

/**
 * Takes the new tables to the position of the live ones, in a snapshot that is rolled back: gives how many events were applied.
 * Where the new ones are ahead already: the ids of what came since. Throws `Behind` where that is too much.
 */
export async function reachLive(
  client: ClientBase,
  { tables, atOnce, extent }: Work,
  projection: ClubhouseProjection,
  live: bigint,
): Promise<{ applied: number; ahead: string[] }> {
  const next = tables.position ?? 0n;
  const [from, to] = next < live ? [next, live] : [live, next];
  const page = from === to ? [] : await atOnce.page(from, TAIL_MAX);
  if (page.length === TAIL_MAX) throw new Behind(`The live tables are at position ${live}, the new ones at ${next}`);
  const events = page.filter((event) => event.position <= to && (extent === null || isWithin(extent, event)));
  if (next >= live) return { applied: 0, ahead: events.map(({ stream }) => stream.slice(stream.indexOf('-') + 1)) };
  const batch = projection.begin();
  await batch.add(events);
  await batch.rows()(client);
  return { applied: events.length, ahead: [] };
}

/** SWAPPING: once more up to the log's end, and the last few events while no projector can commit. */
export async function swap(work: Work, projection: ClubhouseProjection): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await follow({ ...work, reader: work.atOnce }, projection);
    try {
      await work.tables.swap(work.logId, (live) => tailOf(work, projection, live));
      return;
    } catch (error) {
      // What was folded for a tail was not written.
      projection.forget();
      // An event that cannot be applied is named as soon as it is applied in the usual way.
      if (!(error instanceof Behind || isPoison(error)) || tries === SWAP_TRIES) throw error;
    }
  }
}

/** What the live tables hold and the new ones do not. Nothing where those are of another log, or beyond the end of this one. */
async function tailOf(work: Work, projection: ClubhouseProjection, live: LiveTables | null): Promise<Tail | null> {
  const { tables, atOnce, store, logId } = work;
  const position = live?.logId === logId ? live.position : null;
  if (position === null || (tables.position !== null && tables.position >= position)) return null;
  const page = await atOnce.page(tables.position, TAIL_MAX);
  const last = page.at(-1);
  if (last === undefined || last.position < position) {
    if (((await store.head()) ?? 0n) < position) return null;
    throw new Behind(`The live tables are at position ${position}, the new ones at ${tables.position}`);
  }
  const batch = projection.begin();
  await batch.add(page.filter((event) => event.position <= position));
  return { position, write: batch.rows() };
}

/** Begins a phase. */
export function enter({ progress, say }: Work, phase: RebuildPhase, total: number | null): void {
  progress.enter(phase, total);
  say();
}

/** Does a job for each, so many at once; answers in their order. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  job: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map(job))));
  }
  return results;
}
