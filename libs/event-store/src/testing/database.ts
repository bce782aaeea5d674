import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrateEventLog } from '../postgres/schema.js';

/** A database with an empty log, on the Postgres of the test run. */
export interface LogDatabase {
  url: string;
  /** Runs a statement as an administrator, bypassing the store. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Removes the log, and leaves the database to a later test: that is faster than creating one for each. */
  remove: () => Promise<void>;
}

/** Databases that no test uses. */
const unused: string[] = [];

/** Ends what is still connected, and removes the log. */
const EMPTY = `
  select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend';
  drop schema if exists log cascade`;

/** A database for one test. */
export async function logDatabase(): Promise<LogDatabase> {
  const url = unused.pop() ?? (await createDatabase());
  await connected(url, migrateEventLog);
  return {
    url,
    query: async (text, values) => (await connected(url, (client) => client.query(text, values))).rows,
    remove: async () => {
      await connected(url, (client) => client.query(EMPTY));
      unused.push(url);
    },
  };
}

async function createDatabase(): Promise<string> {
  const server = process.env['TEST_POSTGRES_URL'];
  if (server === undefined) throw new Error('TEST_POSTGRES_URL is not set: run the tests with npm test');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Costs a quarter of the processor time that copying through the write-ahead log does.
  await connected(server, (client) => client.query(`create database ${name} strategy file_copy`));
  return server.replace(/\/\w+(?=\?)/, `/${name}`);
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
