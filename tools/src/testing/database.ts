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

/** A new, empty database on the test run's Postgres. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env[TEST_POSTGRES_URL];
  if (server === undefined) throw new Error(`${TEST_POSTGRES_URL} is not set: run the tests with npm test`);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await admin(server, `create database ${name}`);
  return {
    url: server.replace(/\/[^/]*$/, `/${name}`),
    drop: () => admin(server, settle(name), `drop database if exists ${name} with (force)`),
  };
}

/**
 * Gives connections that were closed a second to be gone: a pool has ended before its connections have, and one that is
 * terminated in between raises an error that no test listens to any more.
 */
const settle = (name: string): string => `do $$
  begin
    for look in 1 .. 50 loop
      perform pg_stat_clear_snapshot();
      exit when not exists (select from pg_stat_activity where datname = '${name}' and backend_type = 'client backend');
      perform pg_sleep(0.02);
    end loop;
  end $$`;

async function admin(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
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
