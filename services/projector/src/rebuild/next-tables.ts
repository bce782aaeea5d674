import {
  bareClubhouse,
  CLUBHOUSE_CHANNEL,
  CLUBHOUSE_NEXT,
  CLUBHOUSE_OLD,
  CLUBHOUSE_SCHEMA,
  CLUBHOUSE_TABLES,
  clubhouseKeys,
  writeNews,
} from '@fairmark/read-models';
import { isLocked, type DatabaseSession } from '@fairmark/server';
import { DatabaseError, type ClientBase } from 'pg';
import type { Write } from '../clubhouse/clubhouse-fold.js';
import { readPlace, type Place } from '../clubhouse/place.js';
import { Behind, isPoison, RebuildStopped } from '../log-reader/errors.js';
import type { Target } from '../projection/apply-pages.js';

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
