/** Verifies a log with threads, as a compiled program does: `node prove.main.js DATABASE_URL` writes what it found as JSON. */
import { PostgresEventStore } from '@fairmark/event-store';
import { SILENT } from '../shell/progress.js';
import { THREADS_AVAILABLE } from '../proof/page-threads.js';
import { postgresLog } from '../proof/provable-log.js';
import { verifyLog } from '../proof/verify-log.js';

const url = process.argv[2] ?? '';
const store = new PostgresEventStore({ connectionString: url });
try {
  // The head is known before anything goes wrong.
  const log = await postgresLog(url, store, { threads: 2, threadsFrom: 0 }).catch((error: unknown) => {
    throw error instanceof Error && error.cause !== undefined ? error.cause : error;
  });
  const { signal } = new AbortController();
  const proof = await verifyLog({ log, anchors: [], progress: SILENT, signal });
  const texts = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);
  process.stdout.write(JSON.stringify({ threads: THREADS_AVAILABLE, ...proof }, texts));
} catch (error) {
  process.stderr.write(String(error));
  process.exitCode = 1;
} finally {
  await store.close();
}
