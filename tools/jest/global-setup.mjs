import { compile, TESTED } from '../prepare.mjs';

/** The cluster is temporary and never crashed by tests, so it need not be recoverable and writes half as much. */
const SETTINGS = {
  // For all workers together, each with suites that start several apis and projectors.
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
 * One Postgres for the whole run, in its own folder; each suite creates its own database. Suites run as compiled code,
 * so they are compiled here in case jest was called directly, or in watch mode.
 */
export default async function globalSetup() {
  await compile(TESTED);
  const { startTestPostgres, TEST_POSTGRES_URL } = await import('../dist/index.js');
  const server = await startTestPostgres({ settings: SETTINGS });
  globalThis.fairmarkPostgres = server;
  process.env[TEST_POSTGRES_URL] = server.url('postgres');
}
