import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endRebuild, owedRebuilds } from '@fairmark/read-models';
import type { Logger, LogPlace } from '@fairmark/server';
import type { Pool } from 'pg';
import type { OwedWork } from '../jobs/owed-work.js';
import { RebuildRuns } from './errors.js';

export interface RebuildWorkOptions extends LogPlace {
  logger: Logger;
  /** What a rebuild's process runs. */
  script?: string;
  /** A rebuild's process that is silent for so long is frozen and killed, milliseconds. */
  frozenAfterMs?: number;
}

/** Exit code of a rebuild's process that found another rebuild, or a verification, under way. */
export const TRY_AGAIN = 75;
/** It says something every second; on a busy machine it may have to wait for its turn. */
const FROZEN_AFTER_MS = 60_000;
const SCRIPT = fileURLToPath(new URL('./rebuild.main.js', import.meta.url));

/**
 * Rebuilds that were asked for elsewhere, each in a process of its own with a lower priority: neither the projector nor a
 * golfer waits for it. One that ends with the projector is tried again by the next projector; one whose process dies by
 * itself has failed.
 */
export function rebuildWork(pool: Pool, options: RebuildWorkOptions): OwedWork {
  const { logger } = options;
  return {
    queue: 'rebuilds',
    atOnce: 1,
    everyMs: 1_000,
    owed: () => owedRebuilds(pool),
    work: async (id, signal) => {
      logger.info({ rebuild: id }, 'a rebuild begins');
      const { code, killed, frozen } = await inProcess(id, options, signal);
      logger.info({ rebuild: id, code, killed }, 'a rebuild has ended');
      signal.throwIfAborted();
      if (code === TRY_AGAIN) throw new RebuildRuns();
      // It has said itself how it ended, unless it could not.
      const message = frozen ? 'Its process was frozen' : `Its process ended early (${killed ?? code})`;
      await endRebuild(pool, id, { state: 'FAILED', message });
    },
  };
}

async function inProcess(
  id: string,
  { databaseUrl, eventStoreUrl, script = SCRIPT, frozenAfterMs = FROZEN_AFTER_MS }: RebuildWorkOptions,
  signal: AbortSignal,
): Promise<{ code: number | null; killed: NodeJS.Signals | null; frozen: boolean }> {
  signal.throwIfAborted();
  const child = fork(script, ['--job', id], {
    env: { ...process.env, DATABASE_URL: databaseUrl, EVENT_STORE_URL: eventStoreUrl ?? '' },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  // The live tables stay as they are, whenever it is killed.
  signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  let frozen = false;
  const silent = setTimeout(() => (frozen = child.kill('SIGKILL')), frozenAfterMs);
  child.on('message', () => silent.refresh());
  try {
    const [code, killed] = await ended;
    return { code, killed, frozen };
  } finally {
    clearTimeout(silent);
  }
}
