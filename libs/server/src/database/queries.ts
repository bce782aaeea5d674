import type { ClientBase, QueryResult, QueryResultRow, Pool, PoolClient } from 'pg';

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
