import type { QueryResult, QueryResultRow, Pool, PoolClient } from 'pg';

/** A pool, or one connection of it. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

/** Runs statements whose rows are not used: a connection of a pool, or TypeORM's manager of a transaction. */
export interface Statements {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/**
 * Runs `work` in one transaction on a connection of the pool; rolls back and rethrows its error. `work` may report a
 * broken connection to `lost`; the pool then discards it.
 */
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
    await client.query('begin');
    const result = await work(client, lost);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(lost);
    throw error;
  } finally {
    client.removeListener('error', lost);
    client.release(broken);
  }
}
