import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { endRebuild, owedRebuilds } from '@fairmark/read-models';
import type { Logger, LogPlace } from '@fairmark/server';
import type { Pool } from 'pg';
import type { OwedWork } from '../jobs/job-queue.js';
import { RebuildRuns } from '../log-reader/errors.js';
import type { RebuildThread } from './rebuild.thread.js';

export interface RebuildWorkOptions extends LogPlace {
  logger: Logger;
  script?: URL;
}

const SCRIPT = new URL('./rebuild.thread.js', import.meta.url);

const UNRECORDED = 'The rebuild ended, but its result could not be recorded: read the log of the projector';

/** Runs requested rebuilds, each in a thread of a lower priority. If only the thread ends, the rebuild has failed. */
export function rebuildWork(pool: Pool, options: RebuildWorkOptions): OwedWork {
  const { databaseUrl, eventStoreUrl, logger, script = SCRIPT } = options;
  return {
    queue: 'rebuilds',
    atOnce: 1,
    everyMs: 1_000,
    owed: () => owedRebuilds(pool),
    work: async (id, signal) => {
      signal.throwIfAborted();
      logger.info({ rebuild: id }, 'a rebuild has started');
      const workerData: RebuildThread = { id, databaseUrl, eventStoreUrl, logLevel: logger.level };
      const thread = new Worker(script, { workerData });
      // Ending the thread is safe: the live tables stay unchanged at any moment.
      signal.addEventListener('abort', () => void thread.terminate(), { once: true });
      const error = await once(thread, 'exit').then(
        () => null,
        (thrown: Error) => thrown,
      );
      signal.throwIfAborted();
      // Errors from a thread keep their name, but lose their class.
      if (error?.name === RebuildRuns.name) throw error;
      if (error === null) logger.info({ rebuild: id }, 'a rebuild has ended');
      else logger.error({ rebuild: id, err: error }, 'a rebuild failed: the tables are unchanged');
      // Has no effect if the thread has recorded the outcome itself.
      const message = error === null ? UNRECORDED : `The rebuild stopped early: ${error.message}`;
      await endRebuild(pool, id, { state: 'FAILED', message });
    },
  };
}
