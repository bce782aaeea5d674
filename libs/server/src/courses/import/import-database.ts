import { Client } from 'pg';
import { transaction } from '../../database/queries.js';

const TIMEOUTS = { connectionTimeoutMillis: 5_000, statement_timeout: 30_000, query_timeout: 32_000 };

/** Runs `work` on a connection of its own. Throws when the database cannot be reached. */
export async function withDatabase<Result>(
  databaseUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl, ...TIMEOUTS });
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
