import { compile, TESTED } from '../prepare.mjs';

/**
 * One Postgres for the whole run, on its own folder; each suite makes its own database in it. Suites run as they were compiled,
 * so whoever calls jest itself, or lets it watch, has them compiled here.
 */
export default async function globalSetup() {
  await compile(TESTED);
  const { startTestPostgres, TEST_POSTGRES_URL } = await import('../dist/index.js');
  const server = await startTestPostgres();
  globalThis.fairmarkPostgres = server;
  process.env[TEST_POSTGRES_URL] = server.url('postgres');
}
