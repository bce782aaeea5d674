import { CLUBHOUSE_NEXT, CLUBHOUSE_OLD, REBUILD_LOCK } from '@fairmark/read-models';
import { isLocked } from '@fairmark/server';
import type { ClientBase } from 'pg';
import { ClubhouseFold } from '../clubhouse/clubhouse-fold.js';
import type { Place } from '../clubhouse/place.js';
import { APPLY_DEFAULTS } from '../projection/projector.js';
import { DatabaseSession } from '../projection/database-session.js';
import { build, follow, RebuildProgress, type RebuildOptions, type Work } from './build-tables.js';
import { compareAt, countRows, type Comparison } from './compare-tables.js';
import { NextTables } from './next-tables.js';
import { RebuildThrottle } from '../log-reader/rebuild-throttle.js';
import { Behind, isPoison, RebuildRuns } from '../log-reader/errors.js';

export interface RebuildResult {
  /** False if the signal aborted it, and nothing has changed. */
  finished: boolean;
  /** Events read in the first pass, without those appended in the meantime. */
  events: number;
  /** The new tables' position when they were swapped in. */
  position: bigint | null;
  rows: number | null;
  /** How the previous tables differed from the new ones at the same position; null if they were not compared. */
  before: Comparison | null;
  took: number;
}

/**
 * Builds new tables beside the live ones, compares and swaps them while golfers score; aborted or killed, it changes
 * nothing. Calls `onBegin` once the lock is held, before anything is read. Rejects with `RebuildStopped` for an event that
 * cannot be applied, and with `RebuildRuns`.
 */
export async function rebuildClubhouse(options: RebuildOptions, onBegin?: () => Promise<void>): Promise<RebuildResult> {
  const began = performance.now();
  const result = await withNextTables(options, (work) =>
    rebuild(work, onBegin).catch((error: unknown) => {
      if (options.signal?.aborted !== true || work.lost.aborted) throw error;
      return { finished: false, events: 0, position: null, rows: null, before: null };
    }),
  );
  return { ...result, took: Math.round(performance.now() - began) };
}

async function rebuild(work: Work, onBegin?: () => Promise<void>): Promise<Omit<RebuildResult, 'took'>> {
  const { tables, signal, logger, progress } = work;
  await onBegin?.();
  signal.throwIfAborted();
  const events = await build(work);
  progress.enter('CATCHING_UP');
  await follow(work);
  const before = work.compare ? await compared(work) : null;
  const rows = await tables.snapshot((client) => countRows(client, CLUBHOUSE_NEXT));
  await swap(work);
  // The swap is committed, so from here on errors must not fail the rebuild.
  await tables
    .drop(CLUBHOUSE_OLD)
    .catch((err: unknown) => logger.warn({ err }, 'the old tables could not be dropped; the next rebuild will'));
  return { finished: true, events, position: tables.position, rows, before };
}

/** How the live tables differ; null if they cannot be compared, which does not keep new ones from replacing them. */
async function compared(work: Work): Promise<Comparison | null> {
  try {
    return (await compareAt(work)).found;
  } catch (err) {
    if (work.lost.aborted) throw err;
    work.logger.warn({ err }, 'the previous tables cannot be compared with the new ones');
    return null;
  }
}

const TAIL_MAX = 2_000;
const SWAP_TRIES = 40;

/** SWAPPING: catches up to the log's end, then applies the last few events and swaps while no projector can commit. */
async function swap(work: Work): Promise<void> {
  work.progress.enter('SWAPPING');
  for (let tries = 1; ; tries += 1) {
    await follow({ ...work, throttle: undefined });
    try {
      await work.tables.swap(work.logId, (client, live) => writeTail(client, live, work));
      return;
    } catch (error) {
      // The tail was not written, so discard what was folded for it.
      work.fold.forget();
      // Retry even if an event cannot be applied: `follow` then stops with an error that names it.
      if (!(error instanceof Behind || isPoison(error)) || tries === SWAP_TRIES) throw error;
    }
  }
}

/** Writes the rows that new tables lack up to the live position, unless that is of another log. Returns theirs then. */
async function writeTail(client: ClientBase, live: Place | null, work: Work): Promise<bigint | null> {
  const { log, logId, tables, fold } = work;
  const position = (live?.logId === logId ? live.position : null) ?? 0n;
  if (position <= (tables.position ?? 0n) || ((await log.head()) ?? 0n) < position) return tables.position;
  const page = await log.readPage(tables.position, { limit: TAIL_MAX });
  if ((page.last ?? 0n) < position) throw new Behind(`Live tables at ${position}, new ones at ${tables.position}`);
  await fold.add(page.events().filter((event) => event.position <= position));
  await fold.take()(client);
  return position;
}

/** Runs `job` on new tables beside the live ones, and drops them unless they were swapped in. Throws `RebuildRuns`. */
export async function withNextTables<Result>(
  options: RebuildOptions,
  job: (work: Work) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, store, cachedStreams = APPLY_DEFAULTS.cachedStreams } = options;
  const logId = await store.logId();
  const session = await openRebuildSession(databaseUrl);
  const tables = new NextTables(session);
  const throttle = new RebuildThrottle(databaseUrl);
  try {
    return await job({
      pageSize: APPLY_DEFAULTS.pageSize,
      compare: true,
      ...options,
      cachedStreams,
      log: store,
      fold: new ClubhouseFold(store, cachedStreams, CLUBHOUSE_NEXT),
      signal: AbortSignal.any([session.signal, ...(options.signal === undefined ? [] : [options.signal])]),
      lost: session.signal,
      throttle,
      tables,
      progress: new RebuildProgress((progress) => options.onProgress?.(progress)),
      logId,
    });
  } catch (error) {
    throw session.signal.aborted ? session.signal.reason : error;
  } finally {
    await throttle.stop();
    await tables.drop(CLUBHOUSE_NEXT).catch(() => undefined);
    await session.close();
  }
}

const BEAT_EVERY_MS = 2_000;

/** Commits are asynchronous until the swap. Timeouts free the lock of a process that hangs. One core builds indexes. */
const SESSION_SETTINGS = `
  set synchronous_commit = off;
  set idle_session_timeout = '10s';
  set idle_in_transaction_session_timeout = '10s';
  set statement_timeout = '15min';
  set lock_timeout = '2s';
  set client_connection_check_interval = '1s';
  set max_parallel_maintenance_workers = 0;
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2;
  set tcp_keepalives_count = 3;
`;

/** A rebuild gives way to golfers, so on a busy machine its connections take long to open. */
export const CONNECT_TIMEOUT_MS = 30_000;

/** Opens the session that holds the rebuild's lock. Throws `RebuildRuns` while another session does. */
async function openRebuildSession(databaseUrl: string): Promise<DatabaseSession> {
  const session = new DatabaseSession({
    databaseUrl,
    name: 'fairmark rebuild',
    settings: SESSION_SETTINGS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  });
  await session.connect();
  try {
    // Waits, as the session of a process that was just killed may still hold it.
    await session.client.query(`set local lock_timeout = '3s'; select pg_advisory_lock(${REBUILD_LOCK.join(', ')})`);
  } catch (error) {
    await session.close();
    throw isLocked(error) ? new RebuildRuns() : error;
  }
  session.beatEvery(BEAT_EVERY_MS, async () => {
    await session.client.query('select 1').catch(() => undefined);
  });
  return session;
}
