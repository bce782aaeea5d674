import { LIMITS } from '@fairmark/contract';
import { CLUBHOUSE_CHANNEL, CLUBHOUSE_SCHEMA, writeNews } from '@fairmark/read-models';
import { DatabaseSession } from '@fairmark/server';
import type { Write } from '../clubhouse/clubhouse-fold.js';
import { readPlace, type Place } from '../clubhouse/place.js';
import { OwnershipLost, TablesReplaced } from '../log-reader/errors.js';
import type { Target } from './apply-pages.js';

const IDLE_MS = 4_000;

/** Postgres ends the session of a projector that hangs, idle or while it sends. */
const SESSION_SETTINGS = `
  set idle_session_timeout = '${IDLE_MS}ms';
  set idle_in_transaction_session_timeout = '${IDLE_MS}ms';
  set transaction_timeout = '30s';
  set statement_timeout = '25s';
  set lock_timeout = '10s';
  set synchronous_commit = on;
`;

/** Moves the checkpoint, or only updates its heartbeat if the position stays the same, and sends the news of it. */
const MOVE = `
  with moved as (
    update ${CLUBHOUSE_SCHEMA}.checkpoint set position = $4, heartbeat_at = clock_timestamp()
    where generation = $1 and log_id = $2 and position is not distinct from $3 returning 1
  )
  select pg_notify($5, $6) from moved`;

/** The session of the active projector, which holds the lock and makes all writes. */
export class OwnerSession extends DatabaseSession implements Target {
  private committing = false;
  private held: Place | null = null;

  static async open(databaseUrl: string): Promise<OwnerSession> {
    const config = { connectionString: databaseUrl, application_name: 'fairmark projector', query_timeout: 30_000 };
    const session = new OwnerSession(config, SESSION_SETTINGS);
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
    this.committing = true;
    try {
      await this.transaction(async (client) => {
        await this.move(held, position);
        await write(client);
      });
      this.held = { ...held, position };
    } finally {
      this.committing = false;
    }
  }

  /** Sends a heartbeat, except during a commit, which updates the heartbeat too. */
  private async beat(): Promise<void> {
    if (!this.committing && this.held !== null) await this.move(this.held, this.held.position);
  }

  private async move(held: Place, position: bigint | null): Promise<void> {
    const { generation, logId } = held;
    const news = writeNews({ log: logId, position });
    const values = [generation, logId, held.position, position, CLUBHOUSE_CHANNEL, news];
    const { rowCount } = await this.client.query({ name: 'move checkpoint', text: MOVE, values });
    if (rowCount !== 0) return;
    const found = await readPlace(this.client, CLUBHOUSE_SCHEMA);
    const isReplaced = found !== null && found.generation !== generation;
    throw isReplaced
      ? new TablesReplaced('The tables were replaced')
      : new OwnershipLost('Another session moved the checkpoint');
  }
}
