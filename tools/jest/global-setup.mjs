import { mkdtempSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres, TEST_POSTGRES_URL } from '../dist/index.js';

/** One Postgres for the whole run, on its own folder; each suite makes its own database in it. */
export default async function globalSetup() {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairmark-jest-'));
  chmodSync(folder, 0o755);
  const server = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  globalThis.fairmarkPostgres = { server, folder };
  process.env[TEST_POSTGRES_URL] = server.url('postgres');
}
