import { Client, type ClientBase, type QueryResult, type QueryResultRow, type Pool, type PoolClient } from 'pg';

/** The schema of everything but events and read models. */
export const APP_SCHEMA = 'app';

/** A pool, or one connection of it. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

/** Runs `work` in a transaction; rolls back and rethrows its error. A connection reported to `lost` is discarded. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient, lost: (error: Error) => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener, a connection lost between two statements would end the process.
  const lost = (error: Error): void => {
    broken = error;
  };
  client.on('error', lost);
  try {
    return await transaction(client, () => work(client, lost), lost);
  } finally {
    client.removeListener('error', lost);
    client.release(broken);
  }
}

/** Runs `work` in a transaction of a connection; rolls back and rethrows its error. */
export async function transaction<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
  lost: (error: Error) => void = () => undefined,
): Promise<Result> {
  try {
    await client.query('begin');
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A lost connection has already rolled back.
    await client.query('rollback').catch(lost);
    throw error;
  }
}

/** SQL for a time in ISO 8601, as JSON has it. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Whether an error says that another session holds a lock for too long (SQLSTATE lock_not_available). */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

const IMPORT_TIMEOUTS = { connectionTimeoutMillis: 5_000, statement_timeout: 30_000, query_timeout: 32_000 };

/** Runs `work` on a connection of its own. Throws when the database cannot be reached. */
export async function withDatabase<Result>(
  databaseUrl: string,
  work: (client: Client) => Promise<Result>,
  timeouts = IMPORT_TIMEOUTS,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl, ...timeouts });
  // A connection lost between two statements fails the next one; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` in a transaction that locks a table against writers, so that concurrent imports are serialised. */
export async function withLock<Result>(client: Client, table: string, work: () => Promise<Result>): Promise<Result> {
  return transaction(client, async () => {
    await client.query(`lock table ${table} in share row exclusive mode`);
    return work();
  });
}
