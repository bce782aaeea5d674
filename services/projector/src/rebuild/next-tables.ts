import {
  bareClubhouse,
  CLUBHOUSE_CHANNEL,
  CLUBHOUSE_NEXT,
  CLUBHOUSE_OLD,
  CLUBHOUSE_SCHEMA,
  CLUBHOUSE_TABLES,
  clubhouseKeys,
  REBUILD_LOCK,
  writeNews,
} from '@fairmark/read-models';
import { DatabaseSession, isLocked } from '@fairmark/server';
import { DatabaseError, type ClientBase } from 'pg';
import { ClubhouseFold, type Write } from '../clubhouse/clubhouse-fold.js';
import { readPlace, type Place } from '../clubhouse/place.js';
import { Behind, isPoison, RebuildRuns, RebuildStopped } from '../log-reader/errors.js';
import { RebuildThrottle } from '../log-reader/rebuild-throttle.js';
import type { Target } from '../projection/apply-pages.js';
import { APPLY_DEFAULTS } from '../projection/projector.js';
import { RebuildProgress, type RebuildOptions, type Work } from './build-tables.js';

/** A command may run as another database user, but the projector's user must own the new tables. */
const AS_THE_TABLES_OWNER = `
  select set_config('role', pg_get_userbyid(nspowner), false) from pg_namespace where nspname = '${CLUBHOUSE_SCHEMA}'`;

/** The new tables beside the live ones, accessed through the session that holds the rebuild lock. */
export class NextTables implements Target {
  position: bigint | null = null;

  constructor(private readonly session: DatabaseSession) {}

  async prepare(): Promise<void> {
    this.position = null;
    await this.drop(CLUBHOUSE_OLD);
    await this.drop(CLUBHOUSE_NEXT);
    await this.session.client.query(AS_THE_TABLES_OWNER);
    await this.session.client.query(bareClubhouse(CLUBHOUSE_NEXT));
  }

  async addKeys(signal: AbortSignal): Promise<void> {
    for (const statement of clubhouseKeys(CLUBHOUSE_NEXT)) {
      signal.throwIfAborted();
      try {
        await this.session.client.query(statement);
      } catch (error) {
        if (!(error instanceof DatabaseError) || !isPoison(error)) throw error;
        const what = `Two streams make the same row (${error.message}: ${error.detail ?? ''})`;
        throw new RebuildStopped(what, { cause: error });
      }
    }
  }

  async analyze(): Promise<void> {
    const tables = CLUBHOUSE_TABLES.map(({ name }) => `${CLUBHOUSE_NEXT}.${name}`);
    await this.session.client.query(`vacuum (analyze) ${tables.join(', ')}`);
  }

  async snapshot<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    // In one statement: a query of the session's beat may come after it.
    await this.session.client.query('begin isolation level repeatable read');
    try {
      return await work(this.session.client);
    } finally {
      // A lost connection has already rolled back.
      await this.session.client.query('rollback').catch(() => undefined);
    }
  }

  async write(rows: Write): Promise<void> {
    await this.session.transaction(rows);
  }

  async commit(position: bigint, write: Write): Promise<void> {
    await this.write(write);
    this.position = position;
  }

  /**
   * Swaps the tables in one short transaction, without blocking readers, after `writeTail` has written what new ones
   * lack. That returns their position. Throws `Behind`, without any change, if it does or a lock is not available.
   */
  async swap(
    logId: string,
    writeTail: (client: ClientBase, live: Place | null) => Promise<bigint | null>,
  ): Promise<void> {
    const swapped = this.session.transaction(async (client) => {
      await client.query(
        `set local synchronous_commit = on; set local lock_timeout = '500ms'; set local transaction_timeout = '5s'`,
      );
      // From here to the end of the transaction no projector can commit. The lock does not conflict with readers.
      await client.query(`lock table ${CLUBHOUSE_SCHEMA}.checkpoint in share row exclusive mode`);
      const position = await writeTail(client, await readPlace(client, CLUBHOUSE_SCHEMA));
      // Keep the heartbeat, so that the swap does not change whether a projector counts as alive.
      await client.query(
        `insert into ${CLUBHOUSE_NEXT}.checkpoint (log_id, position, heartbeat_at)
         select $1, $2, coalesce(max(heartbeat_at), clock_timestamp()) from ${CLUBHOUSE_SCHEMA}.checkpoint`,
        [logId, position],
      );
      await client.query(`alter schema ${CLUBHOUSE_SCHEMA} rename to ${CLUBHOUSE_OLD}`);
      await client.query(`alter schema ${CLUBHOUSE_NEXT} rename to ${CLUBHOUSE_SCHEMA}`);
      await client.query('select pg_notify($1, $2)', [CLUBHOUSE_CHANNEL, writeNews({ log: logId, position })]);
      return position;
    });
    this.position = await swapped.catch((error: unknown) => {
      throw isLocked(error) ? new Behind('The live tables are busy', { cause: error }) : error;
    });
  }

  /** Drops a schema once no reader holds a lock on it. If that takes too long, the next rebuild drops it. */
  async drop(schema: string): Promise<void> {
    await this.session.client.query(`set local lock_timeout = '10s'; drop schema if exists ${schema} cascade`);
  }
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
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2;
  set tcp_keepalives_count = 3;
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
