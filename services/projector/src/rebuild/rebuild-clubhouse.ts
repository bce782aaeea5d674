import { setTimeout as sleep } from 'node:timers/promises';
import { CLUBHOUSE_NEXT, CLUBHOUSE_OLD, REBUILD_LOCK } from '@fairmark/read-models';
import { ClubhouseFold } from '../clubhouse/clubhouse-fold.js';
import type { Place } from '../clubhouse/place.js';
import { APPLY_DEFAULTS } from '../projection/projector.js';
import { DatabaseSession } from '../projection/database-session.js';
import { build, follow, RebuildProgress, type RebuildOptions, type Work } from './build-tables.js';
import { compareAt, countRows, type Comparison } from './compare-tables.js';
import { NextTables, type Tail } from './next-tables.js';
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
 * nothing. Rejects with `RebuildStopped` for an event that cannot be applied, and with `RebuildRuns`.
 */
export async function rebuildClubhouse(options: RebuildOptions): Promise<RebuildResult> {
  const began = performance.now();
  const result = await withNextTables(options, (work) =>
    rebuild(work).catch((error: unknown) => {
      if (options.signal?.aborted !== true || work.lost.aborted) throw error;
      return { finished: false, events: 0, position: null, rows: null, before: null };
    }),
  );
  return { ...result, took: Math.round(performance.now() - began) };
}

async function rebuild(work: Work): Promise<Omit<RebuildResult, 'took'>> {
  const { tables, signal, logger, progress } = work;
  await work.onBegin();
  signal.throwIfAborted();
  const events = await build(work);
  progress.enter('CATCHING_UP');
  await follow(work, work.throttle);
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
    await follow(work);
    try {
      await work.tables.swap(work.logId, (live) => tailOf(work, live));
      return;
    } catch (error) {
      // The tail was not written, so discard what was folded for it.
      work.fold.forget();
      // Retry even if an event cannot be applied: `follow` then stops with an error that names it.
      if (!(error instanceof Behind || isPoison(error)) || tries === SWAP_TRIES) throw error;
    }
  }
}

/** The rows that new tables lack up to the live position; null if none, or if that is of another log. */
async function tailOf({ log, logId, tables, fold }: Work, live: Place | null): Promise<Tail | null> {
  const position = (live?.logId === logId ? live.position : null) ?? 0n;
  if (position <= (tables.position ?? 0n) || ((await log.head()) ?? 0n) < position) return null;
  const page = await log.readPage(tables.position, { limit: TAIL_MAX });
  if ((page.last ?? 0n) < position) throw new Behind(`Live tables at ${position}, new ones at ${tables.position}`);
  await fold.add(page.events().filter((event) => event.position <= position));
  return { position, write: fold.take() };
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
      onBegin: async () => undefined,
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

const LOCK_TIMEOUT_MS = 3_000;
const LOCK_EVERY_MS = 100;
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
    // The session of a process that was just killed may still hold the lock.
    for (const until = performance.now() + LOCK_TIMEOUT_MS; !(await session.tryLock(REBUILD_LOCK));) {
      if (performance.now() >= until) throw new RebuildRuns();
      await sleep(LOCK_EVERY_MS);
    }
  } catch (error) {
    await session.close();
    throw error;
  }
  session.beatEvery(BEAT_EVERY_MS, async () => {
    await session.client.query('select 1').catch(() => undefined);
  });
  return session;
}
