import type { RebuildPhase } from '@fairmark/contract';
import { CLUBHOUSE_NEXT, REBUILD_LOCK, type JobProgress } from '@fairmark/read-models';
import { DatabaseSession, isLocked } from '@fairmark/server';
import { ClubhouseFold, type Write } from '../clubhouse/clubhouse-fold.js';
import { isPoison, RebuildRuns } from '../log-reader/errors.js';
import { pagesToEnd, type ReadableLog, type Throttle } from '../log-reader/log-pages.js';
import { RebuildThrottle } from '../log-reader/rebuild-throttle.js';
import { catchUp } from '../projection/apply-pages.js';
import { APPLY_DEFAULTS, type ProjectorOptions } from '../projection/projector.js';
import { NextTables } from './next-tables.js';

/** Inputs of a rebuild, and callbacks that report its progress. */
export interface RebuildOptions extends ProjectorOptions {
  signal?: AbortSignal;
  /** Called after each page and at the start of each phase. */
  onProgress?: (progress: JobProgress) => void;
  /** Whether to compare the previous tables with the new ones. False where speed is measured or the tables are new. */
  compare?: boolean;
}

export interface Work extends Required<Omit<RebuildOptions, 'onProgress'>> {
  logId: string;
  log: ReadableLog;
  tables: NextTables;
  /** The fold for the new tables after they are built. */
  fold: ClubhouseFold;
  throttle?: Throttle;
  lost: AbortSignal;
  progress: RebuildProgress;
}

const LATE_PER_COMMIT = 200;

/** Builds the tables; returns the number of events. Reads the log again to name one that cannot be applied. */
export async function build(work: Work): Promise<number> {
  const { tables, signal } = work;
  try {
    const { events, late } = await load(work);
    await complete(work, late);
    return events;
  } catch (error) {
    if (!isPoison(error)) throw error;
    await tables.prepare();
    await tables.addKeys(signal);
    await follow(work);
    throw error;
  }
}

/** READING: loads the log into bare tables in one pass. Returns the number of events, and the late streams. */
async function load(work: Work): Promise<{ events: number; late: string[] }> {
  const { log, tables, progress, signal } = work;
  progress.enter('READING');
  await tables.prepare();
  const fold = new ClubhouseFold(log, work.cachedStreams, CLUBHOUSE_NEXT, true);
  const head = await log.head();
  let events = 0;
  let writing: Promise<void> = Promise.resolve();
  // The next page is read and folded in the meantime.
  const write = async (rows: Write): Promise<void> => {
    await writing;
    writing = tables.write(rows);
    writing.catch(() => undefined);
  };
  try {
    for await (const page of pagesToEnd(log, { ...work, after: null })) {
      await write(await fold.add(page));
      events += page.length;
      tables.position = page.at(-1)?.position ?? tables.position;
      progress.done(events, totalOf(events, tables.position, head));
    }
    signal.throwIfAborted();
    await write(fold.finish());
  } finally {
    await writing;
  }
  return { events, late: [...fold.late] };
}

/** INDEXING: adds keys and indexes, and writes the rows of late streams again. */
async function complete(work: Work, late: readonly string[]): Promise<void> {
  const { tables, log, signal, progress } = work;
  progress.enter('INDEXING');
  await tables.addKeys(signal);
  const fold = new ClubhouseFold(log, work.cachedStreams, CLUBHOUSE_NEXT);
  for (let from = 0; from < late.length; from += LATE_PER_COMMIT) {
    signal.throwIfAborted();
    await tables.write(await fold.reload(late.slice(from, from + LATE_PER_COMMIT)));
  }
  await tables.analyze();
}

/** Applies events appended in the meantime, as a projector would. Returns the number of events. */
export async function follow(work: Work): Promise<number> {
  const { tables, progress, signal } = work;
  let done = 0;
  const onApplied = (_: bigint, events: number): void => progress.done((done += events));
  await catchUp({ ...work, target: tables, poison: 'stop', onApplied });
  signal.throwIfAborted();
  return done;
}

const MEASURED_AFTER_MS = 250;

/** Reports the phases of a rebuild, and how far and fast it is in the current one. */
export class RebuildProgress {
  private phase: RebuildPhase = 'READING';
  private since = performance.now();

  constructor(private readonly report: (progress: JobProgress) => void) {}

  enter(phase: RebuildPhase): void {
    [this.phase, this.since] = [phase, performance.now()];
    this.done(0);
  }

  /** `events` of this phase are done; `total` is null if unknown. */
  done(events: number, total: number | null = null): void {
    const ms = performance.now() - this.since;
    const eventsPerSecond = ms < MEASURED_AFTER_MS ? null : (1_000 * events) / ms;
    const secondsLeft = total === null || !eventsPerSecond ? null : Math.max(0, total - events) / eventsPerSecond;
    this.report({ phase: this.phase, events, total, eventsPerSecond, secondsLeft });
  }
}

/** The log's number of events, extrapolated from the `events` up to a position; exact if positions have no gaps. */
function totalOf(events: number, position: bigint | null, head: bigint | null): number | null {
  return head === null || position === null
    ? null
    : Math.max(events, Math.round((events * Number(head)) / Number(position)));
}

const BEAT_EVERY_MS = 2_000;

/**
 * Commits are asynchronous until the swap. Timeouts free the lock of a process that hangs. One core builds indexes. Waits
 * for the lock, which the session of a process that was just killed may still hold.
 */
const SESSION_SETTINGS = `
  set synchronous_commit = off;
  set idle_session_timeout = '10s';
  set idle_in_transaction_session_timeout = '10s';
  set statement_timeout = '15min';
  set lock_timeout = '2s';
  set client_connection_check_interval = '1s';
  set max_parallel_maintenance_workers = 0;
  set local lock_timeout = '3s';
  select pg_advisory_lock(${REBUILD_LOCK.join(', ')})`;

/** A rebuild gives way to golfers, so on a busy machine its connections take long to open. */
export const CONNECT_TIMEOUT_MS = 30_000;

/**
 * Runs `job` on new tables beside the live ones, in a session that holds the rebuild's lock, and drops them unless they
 * were swapped in. Throws `RebuildRuns` while another session holds it.
 */
export async function withNextTables<Result>(
  options: RebuildOptions,
  job: (work: Work) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, store, cachedStreams = APPLY_DEFAULTS.cachedStreams } = options;
  const logId = await store.logId();
  const config = { application_name: 'fairmark rebuild', connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const session = new DatabaseSession({ connectionString: databaseUrl, ...config }, SESSION_SETTINGS);
  await session.connect().catch((error: unknown) => {
    throw isLocked(error) ? new RebuildRuns() : error;
  });
  session.beatEvery(BEAT_EVERY_MS, async () => {
    await session.client.query('select 1').catch(() => undefined);
  });
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
