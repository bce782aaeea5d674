import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { endRebuild, owedRebuilds } from '@fairmark/read-models';
import type { Logger, LogPlace } from '@fairmark/server';
import type { Pool } from 'pg';
import type { OwedWork } from '../jobs/start-work.js';
import { RebuildRuns } from './errors.js';
import type { RebuildThread } from './rebuild.thread.js';

export interface RebuildWorkOptions extends LogPlace {
  logger: Logger;
  /** What a rebuild's thread runs. */
  script?: URL;
}

const SCRIPT = new URL('./rebuild.thread.js', import.meta.url);

/**
 * Rebuilds that were asked for elsewhere, each in a thread of its own with a lower priority: neither the projector nor
 * a golfer waits for it. One that ends with the projector is tried again by the next projector; one whose thread ends
 * by itself, for want of memory say, has failed.
 */
export function rebuildWork(pool: Pool, options: RebuildWorkOptions): OwedWork {
  const { databaseUrl, eventStoreUrl, logger, script = SCRIPT } = options;
  return {
    queue: 'rebuilds',
    atOnce: 1,
    everyMs: 1_000,
    owed: () => owedRebuilds(pool),
    work: async (id, signal) => {
      signal.throwIfAborted();
      logger.info({ rebuild: id }, 'a rebuild begins');
      const workerData: RebuildThread = { id, databaseUrl, eventStoreUrl, logLevel: logger.level };
      const thread = new Worker(script, { workerData });
      // The live tables stay as they are, whenever it is ended.
      signal.addEventListener('abort', () => void thread.terminate(), { once: true });
      const error = await once(thread, 'exit').then(
        () => null,
        (thrown: Error) => thrown,
      );
      logger.info({ rebuild: id, ...(error !== null && { err: error }) }, 'a rebuild has ended');
      signal.throwIfAborted();
      // What a thread throws comes with its name, without its class.
      if (error?.name === RebuildRuns.name) throw error;
      // It has said itself how it ended, unless it could not.
      const message = error === null ? 'It ended early' : `It ended early: ${error.message}`;
      await endRebuild(pool, id, { state: 'FAILED', message });
    },
  };
}
