import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrateEventLog } from '../postgres/schema.js';

/** A database for one test with an empty log, on the Postgres of the test run. */
export interface LogDatabase {
  url: string;
  /** Runs a statement as an administrator, bypassing the store. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

export async function createLogDatabase(): Promise<LogDatabase> {
  const server = process.env['TEST_POSTGRES_URL'];
  if (server === undefined) throw new Error('TEST_POSTGRES_URL is not set: run the tests with npm test');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Costs a quarter of the processor time that copying through the write-ahead log does.
  await connected(server, (client) => client.query(`create database ${name} strategy file_copy`));
  const url = server.replace(/\/\w+(?=\?)/, `/${name}`);
  await connected(url, migrateEventLog);
  return {
    url,
    query: async (text, values) => (await connected(url, (client) => client.query(text, values))).rows,
    drop: async () => {
      await connected(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** Works on a connection of its own. */
export async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
