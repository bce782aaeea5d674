import {
  beginRebuild,
  CLUBHOUSE_NEXT,
  CLUBHOUSE_OLD,
  endRebuild,
  latestRebuild,
  reportProgress,
  requestRebuild,
  type JobEnd,
  type JobProgress,
  type RebuildRequest,
} from '@fairmark/read-models';
import { openPool, repeat } from '@fairmark/server';
import type { ClientBase } from 'pg';
import type { Place } from '../clubhouse/place.js';
import { Behind, isPoison, RebuildRuns } from '../log-reader/errors.js';
import { compareAt, countRows, type Comparison } from './verify-clubhouse.js';
import { build, CONNECT_TIMEOUT_MS, follow, withNextTables, type RebuildOptions, type Work } from './build-tables.js';

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
  const write = await fold.add(page.events().filter((event) => event.position <= position));
  await write(client);
  return position;
}

const REPORT_EVERY_MS = 500;

/** Runs a rebuild and records it in the row of `wanted`: an id, or a request unless one is open already. */
export async function rebuildNow(options: RebuildOptions, wanted: string | RebuildRequest): Promise<RebuildResult> {
  const { databaseUrl, logger, signal } = options;
  const pool = openPool(databaseUrl, 'fairmark rebuild job', 1, { connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  const cancelled = new AbortController();
  let id: string | null = null;
  let progress: JobProgress | null = null;
  const cancel = (): void => cancelled.abort(new Error('It was cancelled'));
  const report = async (): Promise<void> => {
    if (id !== null && progress !== null && !(await reportProgress(pool, id, progress))) cancel();
  };
  const onError = (err: unknown): void => logger.warn({ err }, 'the progress of the rebuild could not be reported');
  const reporting = repeat(report, { everyMs: REPORT_EVERY_MS, onError });
  const end = async (how: JobEnd): Promise<void> => {
    await reporting.stop();
    const job = id;
    if (job === null) return;
    await report().catch(onError);
    await endRebuild(pool, job, how).catch((err: unknown) => {
      logger.error({ err, ...how }, 'the end of the rebuild could not be recorded');
    });
  };
  try {
    const result = await rebuildClubhouse(
      {
        ...options,
        signal: AbortSignal.any([cancelled.signal, ...(signal === undefined ? [] : [signal])]),
        onProgress: (now) => {
          progress = now;
          options.onProgress?.(now);
        },
      },
      async () => {
        const found = typeof wanted === 'string' ? wanted : (await requestRebuild(pool, wanted)).job.id;
        if (!(await beginRebuild(pool, found))) cancel();
        id = found;
      },
    );
    await end(result.finished ? { state: 'DONE', message: inWords(result) } : { state: 'CANCELLED', message: null });
    return result;
  } catch (error) {
    await end({ state: 'FAILED', message: error instanceof Error ? error.message : String(error) });
    if (!(error instanceof RebuildRuns)) throw error;
    const job = await latestRebuild(pool, 'clubhouse');
    throw new RebuildRuns(job?.state === 'RUNNING' ? job : null);
  } finally {
    await pool.end();
  }
}

export function inWords({ finished, events, position, rows, before, took }: RebuildResult): string {
  if (!finished) return 'Cancelled. The tables are unchanged.';
  const differing = before?.differing ?? 0;
  const held = rows === null ? '' : `, ${rows.toLocaleString('en-AU')} rows`;
  const differed = differing === 0 ? '' : `, ${differing.toLocaleString('en-AU')} differed before`;
  return `Rebuilt from ${events.toLocaleString('en-AU')} events, to position ${position ?? 'none'}${held}${differed}, in ${(took / 1_000).toFixed(1)} s.`;
}
