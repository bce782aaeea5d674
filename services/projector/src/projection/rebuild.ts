import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@fairmark/events';
import { CLUBHOUSE_CHANNEL, CLUBHOUSE_LOCK, CLUBHOUSE_SCHEMA, type Logger } from '@fairmark/platform';
import { Client } from 'pg';
import { ClubhouseProjection } from '../clubhouse/clubhouse-projection.js';
import { CLUBHOUSE_TABLES } from '../clubhouse/write-rows.js';
import { catchUp } from './apply-pages.js';
import { RebuildStopped } from './errors.js';
import { storeReader, type LogReader } from './log-reader.js';
import { newsOf, OwnerSession, type Checkpoint } from './owner-session.js';
import { APPLY_DEFAULTS } from './projector.js';

export interface RebuildOptions {
  databaseUrl: string;
  store: EventStore;
  logger: Logger;
  /** Begin anew even where an unfinished rebuild could go on. */
  restart?: boolean;
  /** As for the projector. */
  reader?: LogReader;
  pageSize?: number;
  batchSize?: number;
  cachedMatches?: number;
  /** Stops between two transactions. A running projector goes on from there, otherwise the next rebuild. */
  signal?: AbortSignal;
  onProgress?: (progress: RebuildProgress) => void;
}

export interface RebuildProgress {
  /** Events applied by this run. */
  events: number;
  position: bigint | null;
  /** Where the log ended when the rebuild began. */
  target: bigint | null;
}

export interface RebuildResult extends RebuildProgress {
  resumed: boolean;
  /** False when the signal stopped it. */
  finished: boolean;
}

const QUEUED_WITHIN_MS = 2_000;

/**
 * Empties the tables and fills them again from the log, in transactions that each move the checkpoint. Until they have come
 * as far as the log was, readers find what is there so far and are told that it is stale.
 *
 * The running projector is sent to stand by and takes over when this ends, however it ends: stopped or killed in the middle,
 * the projector goes on where it was and finishes, parking what cannot be applied. Without one, the next run goes on there.
 * Where nothing is left unfinished, a run begins from nothing.
 *
 * Rejects with `RebuildStopped` at an event that cannot be applied, also at one that a projector parked meanwhile.
 */
export async function rebuildClubhouse(options: RebuildOptions): Promise<RebuildResult> {
  const { databaseUrl, store, logger, reader = storeReader(store), signal = new AbortController().signal } = options;
  const { pageSize, batchSize, cachedMatches } = { ...APPLY_DEFAULTS, ...options };
  const session = await OwnerSession.open(databaseUrl);
  try {
    await takeLock(session, databaseUrl);
    const target = await store.head();
    const { checkpoint, resumed } = await begin(session, options, target);
    session.own(checkpoint);
    const projection = new ClubhouseProjection(store, cachedMatches);
    await session.read((client) => projection.loadParked(client));
    if (projection.parkedStreams > 0) throw new RebuildStopped(parkedMeanwhile(projection.parkedStreams));
    const progress: RebuildProgress = { events: 0, position: checkpoint.position, target };
    await catchUp({
      reader,
      session,
      projection,
      logger,
      poison: 'stop',
      pageSize,
      batchSize,
      signal: AbortSignal.any([signal, session.signal]),
      onApplied: (position, events) => {
        progress.events += events;
        progress.position = position;
        options.onProgress?.({ ...progress });
      },
    });
    if (session.signal.aborted) throw session.signal.reason;
    return { ...progress, resumed, finished: target === null || (progress.position ?? -1n) >= target };
  } finally {
    await session.close();
  }
}

function parkedMeanwhile(streams: number): string {
  return `A projector went on with the unfinished rebuild and parked events of ${streams} streams`;
}

/** An unfinished rebuild of this log goes on; otherwise the tables are emptied and the checkpoint reset, together. */
async function begin(
  session: OwnerSession,
  { store, restart = false }: RebuildOptions,
  target: bigint | null,
): Promise<{ checkpoint: Checkpoint; resumed: boolean }> {
  const logId = await store.logId();
  const found = await session.readCheckpoint(logId);
  const reachable = found.position === null || (target !== null && found.position <= target);
  if (found.rebuilding && found.logId === logId && reachable && !restart) return { checkpoint: found, resumed: true };
  const checkpoint = { logId, position: null, rebuilding: target !== null };
  await session.transaction(async (client) => {
    await client.query(
      `update ${CLUBHOUSE_SCHEMA}.checkpoint
       set log_id = $1, position = null, rebuild_to = $2, heartbeat_at = clock_timestamp()`,
      [logId, target],
    );
    await client.query(`truncate ${CLUBHOUSE_TABLES.map((name) => `${CLUBHOUSE_SCHEMA}.${name}`).join(', ')}`);
    // Whoever asks whether the tables are fresh must know before the first batch that they are empty.
    await client.query('select pg_notify($1, $2)', [CLUBHOUSE_CHANNEL, newsOf(checkpoint)]);
  });
  return { checkpoint, resumed: false };
}

/** Queues for the lock, then ends the session of whoever holds it: the queue decides, so no stand-by comes between. */
async function takeLock(session: OwnerSession, databaseUrl: string): Promise<void> {
  if (await session.tryLock()) return;
  const helper = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  helper.on('error', () => undefined);
  await helper.connect();
  const locked = new AbortController();
  try {
    const { rows } = await session.read((client) => client.query<{ pid: number }>('select pg_backend_pid() as pid'));
    const own = rows[0]?.pid ?? null;
    await Promise.all([session.lock().finally(() => locked.abort()), endHolder(helper, own, locked.signal)]);
  } finally {
    await helper.end();
  }
}

/** Ends the session of the holder, seen in one look with the rebuild's own session (`own`) waiting behind it. */
async function endHolder(helper: Client, own: number | null, locked: AbortSignal): Promise<void> {
  const until = performance.now() + QUEUED_WITHIN_MS;
  while (!locked.aborted && performance.now() < until) {
    const { rowCount } = await helper.query(
      `with lock as materialized (
         select pid, granted from pg_locks
         where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2
           and database = (select oid from pg_database where datname = current_database())
       )
       select pg_terminate_backend(pid) from lock
       where granted and pid <> $3 and exists (select 1 from lock where not granted and pid = $3)`,
      [...CLUBHOUSE_LOCK, own],
    );
    if (rowCount !== 0) return;
    await sleep(20, undefined, { signal: locked }).catch(() => undefined);
  }
}
