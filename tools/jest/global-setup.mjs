import { startTestPostgres, TEST_POSTGRES_URL } from '../dist/index.js';

/** One Postgres for the whole run, on its own folder; each suite makes its own database in it. */
export default async function globalSetup() {
  const server = await startTestPostgres();
  globalThis.fairmarkPostgres = server;
  process.env[TEST_POSTGRES_URL] = server.url('postgres');
}
