import { LIMITS } from '@fairmark/contract';
import { CLUBHOUSE_CHANNEL, CLUBHOUSE_LOCK, CLUBHOUSE_SCHEMA, writeNews } from '@fairmark/read-models';
import { Client, DatabaseError, type ClientBase } from 'pg';
import { OwnershipLost, TablesReplaced } from '../log-reader/errors.js';

export interface Checkpoint {
  logId: string;
  position: bigint | null;
  /** Of the tables: another one means that they were replaced. */
  generation: string;
}

/** Where rows and a position are written together. */
export interface Committing {
  readonly position: bigint | null;
  commit(position: bigint, write: (client: ClientBase) => Promise<void>): Promise<void>;
}

const IDLE_MS = 4_000;
const CLOSE_WITHIN_MS = 1_000;

/**
 * A frozen projector is silent: after 4 s its session ends, and with it the lock and an open transaction. One that froze while
 * it was sending is not idle for Postgres, hence the limit on whole transactions; a dead machine is found by keep-alives.
 */
const SESSION_SETTINGS = `
  set idle_session_timeout = '${IDLE_MS}ms';
  set idle_in_transaction_session_timeout = '${IDLE_MS}ms';
  set transaction_timeout = '30s';
  set statement_timeout = '25s';
  set lock_timeout = '10s';
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2;
  set tcp_keepalives_count = 3;
  set synchronous_commit = on;
`;

/**
 * The one database session of an active projector: it holds the lock, and rows and checkpoint are written through it alone.
 * With the session gone, the right to write is gone.
 */
export class OwnerSession implements Committing {
  private readonly ended = new AbortController();
  private heart: NodeJS.Timeout | null = null;
  private committing = false;
  private held: Checkpoint | null = null;

  private constructor(private readonly client: Client) {}

  static async open(databaseUrl: string): Promise<OwnerSession> {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'fairmark projector',
      connectionTimeoutMillis: 5_000,
      query_timeout: 30_000,
      keepAlive: true,
    });
    const session = new OwnerSession(client);
    client.on('error', (error) => session.end(error));
    client.on('end', () => session.end(new Error('The connection ended')));
    try {
      await client.connect();
      await client.query(SESSION_SETTINGS);
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
  }

  /** Aborts when the session has ended. */
  get signal(): AbortSignal {
    return this.ended.signal;
  }

  /** Where the checkpoint is, as far as this session moved it. */
  get position(): bigint | null {
    return this.held?.position ?? null;
  }

  /** Asks for the lock without waiting for it. Asking keeps a stand-by's session alive. */
  async tryLock(): Promise<boolean> {
    const { rows } = await this.client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, $2) as locked',
      CLUBHOUSE_LOCK.slice(),
    );
    return rows[0]?.locked === true;
  }

  /** Where the tables are; on a fresh schema the beginning of the given log. Only with the lock. */
  async readCheckpoint(logId: string): Promise<Checkpoint> {
    await this.client.query(
      `insert into ${CLUBHOUSE_SCHEMA}.checkpoint (log_id, position, heartbeat_at)
       values ($1, null, clock_timestamp()) on conflict do nothing`,
      [logId],
    );
    const found = await this.found();
    if (found === null) throw new OwnershipLost('The checkpoint vanished');
    return found;
  }

  private async found(): Promise<Checkpoint | null> {
    const { rows } = await this.client.query<{ log_id: string; position: string | null; generation: string }>(
      `select log_id, position, generation from ${CLUBHOUSE_SCHEMA}.checkpoint`,
    );
    const [row] = rows;
    if (row === undefined) return null;
    const { log_id: logId, position, generation } = row;
    return { logId, position: position === null ? null : BigInt(position), generation };
  }

  /** Reads through this session. */
  async read<T>(question: (client: ClientBase) => Promise<T>): Promise<T> {
    return question(this.client);
  }

  /** From now on this session is the projector: it gives a sign of life every second. */
  own(checkpoint: Checkpoint): void {
    this.held = checkpoint;
    this.heart = setInterval(() => this.beat(), LIMITS.projectorHeartbeatMs);
  }

  /**
   * Moves the checkpoint from where it is held to a position and writes the rows of what lies between, all or nothing. The
   * checkpoint comes first: whoever lost the lock writes nothing.
   */
  async commit(position: bigint, write: (client: ClientBase) => Promise<void>): Promise<void> {
    const { held } = this;
    if (held === null) throw new OwnershipLost('This session holds no checkpoint');
    this.held = await this.transaction(async (client) => {
      const { rowCount } = await client.query({
        name: 'move checkpoint',
        text: `update ${CLUBHOUSE_SCHEMA}.checkpoint set position = $4, heartbeat_at = clock_timestamp()
               where generation = $1 and log_id = $2 and position is not distinct from $3`,
        values: [held.generation, held.logId, held.position, position],
      });
      if (rowCount === 0) throw await this.whyLost(held);
      await write(client);
      const moved = { ...held, position };
      await client.query('select pg_notify($1, $2)', [CLUBHOUSE_CHANNEL, newsOf(moved)]);
      return moved;
    });
  }

  /** All or nothing. */
  async transaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    this.committing = true;
    try {
      await this.client.query('begin');
      const result = await work(this.client);
      await this.client.query('commit');
      return result;
    } catch (error) {
      // Any other error ends the session, and the transaction with it.
      if (error instanceof DatabaseError) await this.client.query('rollback');
      throw error;
    } finally {
      this.committing = false;
    }
  }

  /** Gives the lock back by ending the session. */
  async close(): Promise<void> {
    this.end(new Error('The session was closed'));
    const closed = this.client.end().catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_WITHIN_MS)));
    await Promise.race([closed, late]);
    clearTimeout(timer);
  }

  private end(error: Error): void {
    if (this.heart !== null) clearInterval(this.heart);
    this.heart = null;
    this.ended.abort(error);
  }

  /** A commit is a sign of life of its own. */
  private beat(): void {
    const { held } = this;
    if (this.committing || held === null) return;
    this.client
      .query(
        `with beat as (
           update ${CLUBHOUSE_SCHEMA}.checkpoint set heartbeat_at = clock_timestamp()
           where generation = $1 and log_id = $2 and position is not distinct from $3 returning 1
         )
         select pg_notify($4, $5) from beat`,
        [held.generation, held.logId, held.position, CLUBHOUSE_CHANNEL, newsOf(held)],
      )
      .then(async ({ rowCount }) => {
        if (rowCount === 0) this.end(await this.whyLost(held));
      })
      .catch((error: Error) => this.end(error));
  }

  /** Why the checkpoint is not where this session left it. */
  private async whyLost(held: Checkpoint): Promise<Error> {
    const found = await this.found();
    if (found === null || found.generation === held.generation) {
      return new OwnershipLost('The checkpoint was moved by somebody else');
    }
    return new TablesReplaced('The tables were replaced');
  }
}

/** A checkpoint as it is told on the channel. */
export function newsOf({ logId, position }: Pick<Checkpoint, 'logId' | 'position'>): string {
  return writeNews({ log: logId, position });
}
