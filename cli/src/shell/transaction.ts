import type { Client } from 'pg';

/** Runs work in one transaction of a connection: all or nothing. Its error is thrown again. */
export async function inTransactionOf<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that is lost rolls back by itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
