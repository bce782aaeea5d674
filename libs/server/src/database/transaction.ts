import type { Pool, PoolClient } from 'pg';

/**
 * Runs work in one transaction on a connection of the pool: all or nothing. Its error is thrown again. `lost` is what the
 * work may call for an error of the connection that it has nobody else to tell.
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
