import { LIMITS } from '@fairmark/contract';
import { CLUBHOUSE_CHANNEL, CLUBHOUSE_SCHEMA, writeNews } from '@fairmark/read-models';
import type { Write } from '../clubhouse/clubhouse-fold.js';
import { readPlace, type Place } from '../clubhouse/place.js';
import { OwnershipLost, TablesReplaced } from '../log-reader/errors.js';
import type { Target } from './apply-pages.js';
import { DatabaseSession } from './database-session.js';

const IDLE_MS = 4_000;

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

/** Moves the checkpoint, or leaves it where it is, with a sign of life. */
const MOVE = `
  update ${CLUBHOUSE_SCHEMA}.checkpoint set position = $4, heartbeat_at = clock_timestamp()
  where generation = $1 and log_id = $2 and position is not distinct from $3`;

/** The session of an active projector, which has the lock and writes all. With the session goes the right to write. */
export class OwnerSession extends DatabaseSession implements Target {
  private committing = false;
  private held: Place | null = null;

  static async open(databaseUrl: string): Promise<OwnerSession> {
    const [name, settings] = ['fairmark projector', SESSION_SETTINGS];
    const session = new OwnerSession({ databaseUrl, name, settings, queryTimeoutMs: 30_000 });
    await session.connect();
    return session;
  }

  /** Where the checkpoint is, as far as this session moved it. */
  get position(): bigint | null {
    return this.held?.position ?? null;
  }

  /** Where the tables are; on a fresh schema the beginning of the given log. Only with the lock. */
  async readCheckpoint(logId: string): Promise<Place> {
    await this.client.query(
      `insert into ${CLUBHOUSE_SCHEMA}.checkpoint (log_id, position, heartbeat_at)
       values ($1, null, clock_timestamp()) on conflict do nothing`,
      [logId],
    );
    const found = await readPlace(this.client, CLUBHOUSE_SCHEMA);
    if (found === null) throw new OwnershipLost('The checkpoint vanished');
    return found;
  }

  /** From now on this session is the projector: it gives a sign of life every second. */
  own(checkpoint: Place): void {
    this.held = checkpoint;
    this.beatEvery(LIMITS.projectorHeartbeatMs, () => this.beat());
  }

  /**
   * Moves the checkpoint from where it is held to a position and writes the rows of what lies between, all or nothing. The
   * checkpoint comes first: a session that lost the lock writes nothing.
   */
  async commit(position: bigint, write: Write): Promise<void> {
    const { held } = this;
    if (held === null) throw new OwnershipLost('This session holds no checkpoint');
    const moved = { ...held, position };
    this.committing = true;
    try {
      await this.transaction(async (client) => {
        const { rowCount } = await client.query({
          name: 'move checkpoint',
          text: MOVE,
          values: [held.generation, held.logId, held.position, position],
        });
        if (rowCount === 0) throw await this.whyLost(held);
        await write(client);
        await client.query('select pg_notify($1, $2)', [CLUBHOUSE_CHANNEL, newsOf(moved)]);
      });
      this.held = moved;
    } finally {
      this.committing = false;
    }
  }

  /** A commit is a sign of life of its own. */
  private async beat(): Promise<void> {
    const { held } = this;
    if (this.committing || held === null) return;
    const { rowCount } = await this.client.query(
      `with beat as (${MOVE} returning 1) select pg_notify($5, $6) from beat`,
      [held.generation, held.logId, held.position, held.position, CLUBHOUSE_CHANNEL, newsOf(held)],
    );
    if (rowCount === 0) throw await this.whyLost(held);
  }

  /** Why the checkpoint is not where this session left it. */
  private async whyLost(held: Place): Promise<Error> {
    const found = await readPlace(this.client, CLUBHOUSE_SCHEMA);
    if (found === null || found.generation === held.generation) {
      return new OwnershipLost('Another session moved the checkpoint');
    }
    return new TablesReplaced('The tables were replaced');
  }
}

/** A checkpoint as it is announced on the channel. */
export function newsOf({ logId, position }: Pick<Place, 'logId' | 'position'>): string {
  return writeNews({ log: logId, position });
}
