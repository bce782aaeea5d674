import { beginRebuild, REBUILD_LOCK, requestRebuild } from '@fairmark/read-models';
import type { Pool, PoolClient } from 'pg';

/** A rebuild that runs according to its row and its lock. `dies` releases the lock, as the end of its process does. */
export async function runningRebuild(
  pool: Pool,
  requestedBy: string,
): Promise<{ id: string; dies: () => Promise<void> }> {
  const client = await pool.connect();
  await client.query('select pg_advisory_lock($1, $2)', [...REBUILD_LOCK]);
  const { job } = await requestRebuild(pool, { projection: 'clubhouse', requestedBy });
  await beginRebuild(pool, job.id);
  let held: PoolClient | null = client;
  return {
    id: job.id,
    dies: async () => {
      await held?.query('select pg_advisory_unlock_all()');
      held?.release();
      held = null;
    },
  };
}
