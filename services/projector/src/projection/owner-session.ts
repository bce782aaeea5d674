import { LIMITS } from '@fairmark/contract';
import { CLUBHOUSE_CHANNEL, CLUBHOUSE_SCHEMA, writeNews } from '@fairmark/read-models';
import type { Write } from '../clubhouse/clubhouse-fold.js';
import { readPlace, type Place } from '../clubhouse/place.js';
import { OwnershipLost, TablesReplaced } from '../log-reader/errors.js';
import type { Target } from './apply-pages.js';
import { DatabaseSession } from './database-session.js';

const IDLE_MS = 4_000;

/** Postgres ends the session of a projector that hangs, idle or while it sends; probes detect dead hosts. */
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

/** Moves the checkpoint, or only updates its heartbeat if the position stays the same. */
const MOVE = `
  update ${CLUBHOUSE_SCHEMA}.checkpoint set position = $4, heartbeat_at = clock_timestamp()
  where generation = $1 and log_id = $2 and position is not distinct from $3`;

/** The session of the active projector, which holds the lock and makes all writes. */
export class OwnerSession extends DatabaseSession implements Target {
  private committing = false;
  private held: Place | null = null;

  static async open(databaseUrl: string): Promise<OwnerSession> {
    const [name, settings] = ['fairmark projector', SESSION_SETTINGS];
    const session = new OwnerSession({ databaseUrl, name, settings, queryTimeoutMs: 30_000 });
    await session.connect();
    return session;
  }

  get position(): bigint | null {
    return this.held?.position ?? null;
  }

  /** Reads the checkpoint; creates one at the beginning of the log in a new schema. Call it only with the lock. */
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

  own(checkpoint: Place): void {
    this.held = checkpoint;
    this.beatEvery(LIMITS.projectorHeartbeatMs, () => this.beat());
  }

  /** Writes rows and moves the checkpoint, by compare-and-set: a session that lost the lock writes nothing. */
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
        await client.query('select pg_notify($1, $2)', [CLUBHOUSE_CHANNEL, writeNews({ log: held.logId, position })]);
      });
      this.held = moved;
    } finally {
      this.committing = false;
    }
  }

  /** Sends a heartbeat, except during a commit, which updates the heartbeat too. */
  private async beat(): Promise<void> {
    const { held } = this;
    if (this.committing || held === null) return;
    const { generation, logId, position } = held;
    const { rowCount } = await this.client.query(
      `with beat as (${MOVE} returning 1) select pg_notify($5, $6) from beat`,
      [generation, logId, position, position, CLUBHOUSE_CHANNEL, writeNews({ log: logId, position })],
    );
    if (rowCount === 0) throw await this.whyLost(held);
  }

  private async whyLost(held: Place): Promise<Error> {
    const found = await readPlace(this.client, CLUBHOUSE_SCHEMA);
    if (found === null || found.generation === held.generation) {
      return new OwnershipLost('Another session moved the checkpoint');
    }
    return new TablesReplaced('The tables were replaced');
  }
}
