import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  bareClubhouse,
  CLUBHOUSE_CHANNEL,
  CLUBHOUSE_NEXT,
  CLUBHOUSE_OLD,
  CLUBHOUSE_ROW_TABLES,
  CLUBHOUSE_SCHEMA,
  clubhouseKeys,
  REBUILD_LOCK,
} from '@fairmark/platform';
import { Client, DatabaseError, type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyTexts } from '../clubhouse/copy-rows.js';
import type { ClubhouseRows } from '../clubhouse/row-tables.js';
import { isPoison, RebuildStopped } from '../projection/errors.js';
import { newsOf, type Committing } from '../projection/owner-session.js';
import { Behind, RebuildRuns } from './errors.js';

/** Live tables, as a swap finds them. */
export interface LiveTables {
  logId: string;
  position: bigint | null;
}

/** Rows that are missing, and the position that they go up to. */
export interface Tail {
  position: bigint;
  write: (client: ClientBase) => Promise<void>;
}

const LOCK_WITHIN_MS = 3_000;
const LOCK_EVERY_MS = 100;
const BEAT_EVERY_MS = 2_000;
const CLOSE_WITHIN_MS = 1_000;
const DROP_TRIES = 5;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Nobody reads the tables that are being made, so their commits need not be on the disk at once: the one that swaps them is, and
 * everything before it. One that freezes or dies is noticed, and its lock is free. Indexes leave a core to the golfers.
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

/**
 * The one database session of a rebuild: it holds the lock, and the tables beside the live ones are made, filled and swapped through
 * it alone. With the session gone, nothing of the rebuild goes on.
 */
export class ShadowSession implements Committing {
  private readonly ended = new AbortController();
  private heart: NodeJS.Timeout | null = null;
  private beating = false;
  private at: bigint | null = null;

  private constructor(private readonly client: Client) {}

  /** Throws `RebuildRuns` while another one has the lock. */
  static async open(databaseUrl: string): Promise<ShadowSession> {
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
      await session.lock();
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

  /** How far the new tables are. */
  get position(): bigint | null {
    return this.at;
  }

  /** Makes the new tables, bare, in place of what an earlier rebuild may have left. */
  async prepare(): Promise<void> {
    await this.drop(CLUBHOUSE_OLD);
    await this.drop(CLUBHOUSE_NEXT);
    await this.client.query(bareClubhouse(CLUBHOUSE_NEXT));
  }

  /** Loads rows into the new tables. */
  async copy(texts: CopyTexts): Promise<void> {
    for (const { into, lines } of texts.tables()) {
      const stream = this.client.query(copyFrom(`copy ${CLUBHOUSE_NEXT}.${into} from stdin`));
      stream.end(lines);
      await finished(stream);
    }
  }

  /** Throws what the database has against rows that are loaded, and loads none. */
  async triesCopy(rows: ClubhouseRows): Promise<void> {
    const texts = new CopyTexts();
    texts.add(rows);
    await this.tries(() => this.copy(texts));
  }

  /** Throws what the database has against rows that are written, and writes none. */
  async tries(write: (client: ClientBase) => Promise<void>): Promise<void> {
    await this.client.query('begin');
    try {
      await write(this.client);
    } finally {
      await this.client.query('rollback');
    }
  }

  /** Keys and indexes, after the rows. */
  async addKeys(signal: AbortSignal): Promise<void> {
    for (const statement of clubhouseKeys(CLUBHOUSE_NEXT)) {
      signal.throwIfAborted();
      try {
        await this.client.query(statement);
      } catch (error) {
        if (!(error instanceof DatabaseError) || !isPoison(error)) throw error;
        const what = `Two streams make the same row (${error.message}: ${error.detail ?? ''})`;
        throw new RebuildStopped(what, { cause: error });
      }
    }
  }

  /** What the planner has to know of the new tables before anybody asks them anything. */
  async analyze(): Promise<void> {
    for (const table of CLUBHOUSE_ROW_TABLES) await this.client.query(`vacuum (analyze) ${CLUBHOUSE_NEXT}.${table}`);
  }

  /** Writes rows into the new tables, all or nothing. */
  async write(rows: (client: ClientBase) => Promise<void>): Promise<void> {
    await this.transaction(rows);
  }

  /** Notes how far the rows are that were loaded. */
  async begin(logId: string, position: bigint | null): Promise<void> {
    await this.client.query(
      `insert into ${CLUBHOUSE_NEXT}.checkpoint (log_id, position, heartbeat_at) values ($1, $2, clock_timestamp())`,
      [logId, position],
    );
    this.at = position;
  }

  async commit(position: bigint, write: (client: ClientBase) => Promise<void>): Promise<void> {
    await this.transaction((client) => this.advance(client, { position, write }));
    this.at = position;
  }

  /**
   * Puts the new tables in the place of the live ones, in one short transaction in which no projector can commit: `tail` gives what
   * the live ones hold already and the new ones do not, or throws `Behind`. Readers go on all the time. Throws `Behind` where
   * the lock is not to be had.
   */
  async swap(logId: string, tail: (live: LiveTables | null) => Promise<Tail | null>): Promise<void> {
    await this.transaction(async (client) => {
      await client.query(
        `set local synchronous_commit = on; set local lock_timeout = '500ms'; set local transaction_timeout = '5s'`,
      );
      await lockCheckpoint(client);
      const rest = await tail(await this.live());
      if (rest !== null) await this.advance(client, rest);
      // Whether a projector lives is the same before and after.
      await client.query(
        `update ${CLUBHOUSE_NEXT}.checkpoint set heartbeat_at = live.heartbeat_at from ${CLUBHOUSE_SCHEMA}.checkpoint as live`,
      );
      await client.query(`alter schema ${CLUBHOUSE_SCHEMA} rename to ${CLUBHOUSE_OLD}`);
      await client.query(`alter schema ${CLUBHOUSE_NEXT} rename to ${CLUBHOUSE_SCHEMA}`);
      const position = rest?.position ?? this.at;
      await client.query('select pg_notify($1, $2)', [CLUBHOUSE_CHANNEL, newsOf({ logId, position })]);
      this.at = position;
    });
  }

  /** The tables that were live. Whoever still reads them is waited for. */
  async dropOld(): Promise<void> {
    await this.drop(CLUBHOUSE_OLD);
  }

  /** What an interrupted rebuild has made so far. */
  async dropNext(): Promise<void> {
    await this.drop(CLUBHOUSE_NEXT);
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
  private async lock(): Promise<void> {
    const until = performance.now() + LOCK_WITHIN_MS;
    for (;;) {
      const { rows } = await this.client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1, $2) as locked',
        REBUILD_LOCK.slice(),
      );
      if (rows[0]?.locked === true) return;
      if (performance.now() >= until) throw new RebuildRuns();
      await sleep(LOCK_EVERY_MS);
    }
  }

  private async live(): Promise<LiveTables | null> {
    const { rows } = await this.client.query<{ log_id: string; position: string | null }>(
      `select log_id, position from ${CLUBHOUSE_SCHEMA}.checkpoint`,
    );
    const [row] = rows;
    return row === undefined
      ? null
      : { logId: row.log_id, position: row.position === null ? null : BigInt(row.position) };
  }

  private async advance(client: ClientBase, { position, write }: Tail): Promise<void> {
    await write(client);
    await client.query(`update ${CLUBHOUSE_NEXT}.checkpoint set position = $1`, [position]);
  }

  /** A lock that somebody else has for long is left to the next rebuild. */
  private async drop(schema: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.client.query(`drop schema if exists ${schema} cascade`);
        return;
      } catch (error) {
        if (!isLocked(error) || tries === DROP_TRIES) throw error;
      }
    }
  }

  private async transaction(work: (client: ClientBase) => Promise<void>): Promise<void> {
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

/** From here to the end of the transaction no projector commits. Readers are not in the way, and it is not in theirs. */
async function lockCheckpoint(client: ClientBase): Promise<void> {
  try {
    await client.query(`lock table ${CLUBHOUSE_SCHEMA}.checkpoint in share row exclusive mode`);
  } catch (error) {
    if (isLocked(error)) throw new Behind('The live tables are busy', { cause: error });
    throw error;
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}
