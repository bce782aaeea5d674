import { setTimeout as sleep } from 'node:timers/promises';
import { REBUILD_LOCK } from '@fairmark/read-models';
import { Client, type ClientBase } from 'pg';
import { RebuildRuns } from './errors.js';

const LOCK_WITHIN_MS = 3_000;
const LOCK_EVERY_MS = 100;
/** Rows of a `COPY` come at once: one that waits for them for so long waits for ever. */
const FROZEN_AFTER_MS = 30_000;
const BEAT_EVERY_MS = 2_000;
const CLOSE_WITHIN_MS = 1_000;

/**
 * Nobody reads the tables that are being made, so their commits need not be on the disk at once: the one that swaps them is, and
 * everything before it. One that freezes or dies is noticed, and its lock is free: only in the middle of a `COPY` no limit of time is
 * heeded, hence `FROZEN`. Indexes leave a core to the golfers.
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
`;

/** Ends a session that has the lock and waits for rows of a process that is frozen. */
const FROZEN = `
  select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
  where locktype = 'advisory' and (classid, objid, objsubid) = ($1::int, $2::int, 2) and granted
    and database = (select oid from pg_database where datname = current_database())
    and state = 'active' and wait_event = 'ClientRead'
    and query_start < clock_timestamp() - make_interval(secs => $3 / 1000.0)`;

/**
 * The one database session of a rebuild: it holds the lock, and the tables beside the live ones are made, filled and swapped through
 * it alone. With the session gone, nothing of the rebuild goes on.
 */
export class ShadowSession {
  private readonly ended = new AbortController();
  private heart: NodeJS.Timeout | null = null;
  private beating = false;

  private constructor(readonly client: Client) {}

  /** Throws `RebuildRuns` while another one has the lock, unless that one is frozen. */
  static async open(databaseUrl: string, frozenAfterMs = FROZEN_AFTER_MS): Promise<ShadowSession> {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'fairmark rebuild',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const session = new ShadowSession(client);
    client.on('error', (error) => session.end(error));
    client.on('end', () => session.end(new Error('The connection ended')));
    try {
      await client.connect();
      await client.query(SESSION_SETTINGS);
      await session.lock(frozenAfterMs);
    } catch (error) {
      await session.close();
      throw error;
    }
    session.heart = setInterval(() => session.beat(), BEAT_EVERY_MS);
    return session;
  }

  /** Aborts when the session has ended. */
  get signal(): AbortSignal {
    return this.ended.signal;
  }

  /** Gives the lock back by ending the session. What it is at is cut off. */
  async close(): Promise<void> {
    this.end(new Error('The session was closed'));
    const closed = this.client.end().catch(() => undefined);
    const late = new AbortController();
    await Promise.race([closed, sleep(CLOSE_WITHIN_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    this.client.connection.stream.destroy();
  }

  /** One that was killed a moment ago may still have it. */
  private async lock(frozenAfterMs: number): Promise<void> {
    const until = performance.now() + LOCK_WITHIN_MS;
    for (;;) {
      const { rows } = await this.client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1, $2) as locked',
        REBUILD_LOCK.slice(),
      );
      if (rows[0]?.locked === true) return;
      await this.client.query(FROZEN, [...REBUILD_LOCK, frozenAfterMs]);
      if (performance.now() >= until) throw new RebuildRuns();
      await sleep(LOCK_EVERY_MS);
    }
  }

  /** All or nothing. */
  async transaction(work: (client: ClientBase) => Promise<void>): Promise<void> {
    try {
      await this.client.query('begin');
      await work(this.client);
      await this.client.query('commit');
    } catch (error) {
      // Without a connection there is no transaction any more.
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** A session that is waited for, as during the verification, gives a sign of life. */
  private beat(): void {
    if (this.beating) return;
    this.beating = true;
    this.client
      .query('select 1')
      // A lost connection ends the session by itself.
      .catch(() => undefined)
      .finally(() => (this.beating = false));
  }

  private end(error: Error): void {
    if (this.heart !== null) clearInterval(this.heart);
    this.heart = null;
    this.ended.abort(error);
  }
}
