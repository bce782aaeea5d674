import { setTimeout as sleep } from 'node:timers/promises';
import { REBUILD_LOCK } from '@fairmark/read-models';
import { DatabaseSession } from '../projection/database-session.js';
import { RebuildRuns } from './errors.js';

const LOCK_WITHIN_MS = 3_000;
const LOCK_EVERY_MS = 100;
const BEAT_EVERY_MS = 2_000;

/**
 * The tables that are being made have no readers yet, so their commits need not be on the disk at once: the one that swaps them is, and
 * everything before it. A process that freezes between two statements or dies is noticed, and its lock is free. Indexes leave a
 * core to the golfers.
 */
const SESSION_SETTINGS = `
  set synchronous_commit = off;
  set idle_session_timeout = '10s';
  set idle_in_transaction_session_timeout = '10s';
  set statement_timeout = '15min';
  set lock_timeout = '2s';
  set client_connection_check_interval = '1s';
  set max_parallel_maintenance_workers = 0;
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2;
  set tcp_keepalives_count = 3;
`;

/**
 * Opens the one database session of a rebuild: it holds the lock, and the tables beside the live ones are made, filled and swapped
 * through it alone. Throws `RebuildRuns` while another one has the lock.
 */
export async function openRebuildSession(databaseUrl: string): Promise<DatabaseSession> {
  const session = new DatabaseSession({ databaseUrl, name: 'fairmark rebuild', settings: SESSION_SETTINGS });
  await session.connect();
  try {
    // One that was killed a moment ago may still have it.
    for (const until = performance.now() + LOCK_WITHIN_MS; !(await session.tryLock(REBUILD_LOCK));) {
      if (performance.now() >= until) throw new RebuildRuns();
      await sleep(LOCK_EVERY_MS);
    }
  } catch (error) {
    await session.close();
    throw error;
  }
  session.beatEvery(BEAT_EVERY_MS, async () => {
    await session.client.query('select 1').catch(() => undefined);
  });
  return session;
}
