import type { QueryResult, QueryResultRow, Pool, PoolClient } from 'pg';

/** What runs queries: a pool, or one connection of it. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

/** Whatever runs statements whose rows are of no interest: a connection of the pool, or typeorm's manager of a transaction. */
export interface Statements {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/**
 * Runs work in one transaction on a connection of the pool: all or nothing. Its error is thrown
 * again. The work may report an error of the connection to `lost`, which then discards it.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient, lost: (error: Error) => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that is lost between two statements would otherwise end the process.
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
