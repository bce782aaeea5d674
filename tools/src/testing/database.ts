import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startPostgres, type EmbeddedPostgres, type StartOptions } from '../postgres/postgres.js';

/** Where the Postgres of this test run listens; set by the global set-up. */
export const TEST_POSTGRES_URL = 'TEST_POSTGRES_URL';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

type Migrate = (databaseUrl: string) => Promise<void>;

/** A new, empty database on the test run's Postgres. With `migrate`, a copy of one that it migrated once in the run. */
export async function createTestDatabase(migrate?: Migrate): Promise<TestDatabase> {
  const server = process.env[TEST_POSTGRES_URL];
  if (server === undefined) throw new Error(`${TEST_POSTGRES_URL} is not set: run the tests with npm test`);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = addressOf(server, name);
  await connected(server, async (client) => {
    if (migrate !== undefined) await makeTemplate(client, server, migrate);
    await client.query(`create database ${name} ${migrate === undefined ? '' : `template ${TEMPLATE}`} ${STRATEGY}`);
  });
  if (migrate !== undefined) await admin(url, OTHER_LOG);
  return { url, drop: () => admin(server, settle(name), `drop database if exists ${name} with (force)`) };
}

/** Costs a quarter of the processor time that copying through the write-ahead log does. */
const STRATEGY = 'strategy file_copy';

const addressOf = (server: string, database: string): string => server.replace(/\/\w+(?=\?)/, `/${database}`);

const TEMPLATE = 'migrated_template';
/** Gives the log an id of its own, bypassing the trigger that refuses that. */
const OTHER_LOG = `
  alter table log.identity disable trigger unchangeable;
  update log.identity set id = default;
  alter table log.identity enable always trigger unchangeable`;

/** Created by the first suite of the run that needs it; others wait. */
async function makeTemplate(client: Client, server: string, migrate: Migrate): Promise<void> {
  await client.query('select pg_advisory_lock(1)');
  const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
  if (rowCount === 0) {
    const making = `${TEMPLATE}_making`;
    await client.query(`drop database if exists ${making}`);
    await client.query(`create database ${making}`);
    await migrate(addressOf(server, making));
    await client.query(`alter database ${making} rename to ${TEMPLATE}`);
  }
  await client.query('select pg_advisory_unlock(1)');
}

/**
 * Gives closed connections a second to disappear: a pool ends before its connections do, and terminating one in
 * between raises an error that no test handles any longer.
 */
const settle = (name: string): string => `do $$
  begin
    for look in 1 .. 50 loop
      perform pg_stat_clear_snapshot();
      exit when not exists (select from pg_stat_activity where datname = '${name}' and backend_type = 'client backend');
      perform pg_sleep(0.02);
    end loop;
  end $$`;

const admin = (url: string, ...statements: string[]): Promise<void> =>
  connected(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

async function connected(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A Postgres of a test's own, for tests that kill or freeze it. */
export async function startTestPostgres(
  options: Partial<StartOptions> = {},
): Promise<EmbeddedPostgres & { remove(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairmark-test-'));
  chmodSync(folder, 0o755);
  const server = await startPostgres({ dataDir: path.join(folder, 'postgres'), ...options });
  return Object.assign(server, {
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}
