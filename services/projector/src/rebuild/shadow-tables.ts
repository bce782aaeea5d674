import { finished } from 'node:stream/promises';
import {
  bareClubhouse,
  CLUBHOUSE_CHANNEL,
  CLUBHOUSE_NEXT,
  CLUBHOUSE_OLD,
  CLUBHOUSE_ROW_TABLES,
  CLUBHOUSE_SCHEMA,
  clubhouseKeys,
} from '@fairmark/read-models';
import { DatabaseError, type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyTexts } from '../clubhouse/copy-rows.js';
import type { ClubhouseRows } from '../clubhouse/row-tables.js';
import { isPoison, RebuildStopped } from '../log-reader/errors.js';
import { newsOf, type Committing } from '../projection/owner-session.js';
import { Behind } from './errors.js';
import type { ShadowSession } from './shadow-session.js';

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

const DROP_TRIES = 5;
const LOCK_NOT_AVAILABLE = '55P03';

/** The tables beside the live ones, through the one session that may touch them. */
export class ShadowTables implements Committing {
  private at: bigint | null = null;

  constructor(private readonly session: ShadowSession) {}

  /** How far the new tables are. */
  get position(): bigint | null {
    return this.at;
  }

  /** Makes the new tables, bare, in place of what an earlier rebuild may have left. */
  async prepare(): Promise<void> {
    await this.drop(CLUBHOUSE_OLD);
    await this.drop(CLUBHOUSE_NEXT);
    await this.session.client.query(bareClubhouse(CLUBHOUSE_NEXT));
  }

  /** Loads rows into the new tables. */
  async copy(texts: CopyTexts): Promise<void> {
    for (const { into, lines } of texts.tables()) {
      const stream = this.session.client.query(copyFrom(`copy ${CLUBHOUSE_NEXT}.${into} from stdin`));
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

  /** Works in one snapshot of everything, of which nothing stays. */
  async snapshot<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    await this.session.client.query('begin isolation level repeatable read');
    try {
      return await work(this.session.client);
    } finally {
      // Without a connection there is no transaction any more.
      await this.session.client.query('rollback').catch(() => undefined);
    }
  }

  /** Throws what the database has against rows that are written, and writes none. */
  async tries(write: (client: ClientBase) => Promise<void>): Promise<void> {
    await this.session.client.query('begin');
    try {
      await write(this.session.client);
    } finally {
      await this.session.client.query('rollback');
    }
  }

  /** Keys and indexes, after the rows. */
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

  /** What the planner has to know of the new tables before anybody asks them anything. */
  async analyze(): Promise<void> {
    for (const table of CLUBHOUSE_ROW_TABLES) {
      await this.session.client.query(`vacuum (analyze) ${CLUBHOUSE_NEXT}.${table}`);
    }
  }

  /** Writes rows into the new tables, all or nothing. */
  async write(rows: (client: ClientBase) => Promise<void>): Promise<void> {
    await this.session.transaction(rows);
  }

  /** Notes how far the rows are that were loaded. */
  async begin(logId: string, position: bigint | null): Promise<void> {
    await this.session.client.query(
      `insert into ${CLUBHOUSE_NEXT}.checkpoint (log_id, position, heartbeat_at) values ($1, $2, clock_timestamp())`,
      [logId, position],
    );
    this.at = position;
  }

  async commit(position: bigint, write: (client: ClientBase) => Promise<void>): Promise<void> {
    await this.session.transaction((client) => this.advance(client, { position, write }));
    this.at = position;
  }

  /**
   * Puts the new tables in the place of the live ones, in one short transaction in which no projector can commit: `tail` gives what
   * the live ones hold already and the new ones do not, or throws `Behind`. Readers go on all the time. Throws `Behind` where
   * the lock is not to be had.
   */
  async swap(logId: string, tail: (live: LiveTables | null) => Promise<Tail | null>): Promise<void> {
    await this.session.transaction(async (client) => {
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

  private async live(): Promise<LiveTables | null> {
    const { rows } = await this.session.client.query<{ log_id: string; position: string | null }>(
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
        await this.session.client.query(`drop schema if exists ${schema} cascade`);
        return;
      } catch (error) {
        if (!isLocked(error) || tries === DROP_TRIES) throw error;
      }
    }
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
