import { compile, TESTED } from '../prepare.mjs';

/** It is thrown away, and no test crashes it: it need not be able to recover, and writes half as much. */
const SETTINGS = {
  // Of all workers together, each with suites that start several apis and projectors.
  max_connections: '400',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
};

/**
 * One Postgres for the whole run, on its own folder; each suite makes its own database in it. Suites run as they were compiled,
 * so a call of jest itself, or its watch mode, has them compiled here.
 */
export default async function globalSetup() {
  await compile(TESTED);
  const { startTestPostgres, TEST_POSTGRES_URL } = await import('../dist/index.js');
  const server = await startTestPostgres({ settings: SETTINGS });
  globalThis.fairmarkPostgres = server;
  process.env[TEST_POSTGRES_URL] = server.url('postgres');
}
