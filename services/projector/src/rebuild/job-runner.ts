import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PROJECTIONS, type RebuildJob } from '@fairmark/contract';
import { claimRebuild, endRebuild, tellRebuild, waitingRebuild, type JobEnd } from '@fairmark/read-models';
import type { Logger, LogPlace } from '@fairmark/server';
import { Pool } from 'pg';
import { stepBack } from './step-back.js';

export interface JobRunnerOptions extends LogPlace {
  logger: Logger;
  /** Pause between two looks for what was asked for. */
  everyMs?: number;
  /** What a rebuild's process runs. */
  script?: string;
  /** A rebuild's process that says nothing for so long is frozen: it is killed. */
  frozenAfterMs?: number;
}

export interface JobRunner {
  /** Ends the rebuild in hand; the live tables stay as they are. */
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
const ALIVE_EVERY_MS = 2_000;
/** It says something every second; on a busy machine it may have to wait for its turn. */
const FROZEN_AFTER_MS = 60_000;
/** Less than what is in hand gets when the projector's process ends. */
const END_WITHIN_MS = 3_000;
const SCRIPT = fileURLToPath(new URL('./rebuild.main.js', import.meta.url));

/**
 * Does the rebuilds that were asked for elsewhere, one after another, each in a process of its own with a lower priority: neither
 * the projector nor a golfer waits for it. Any number of processes may look for them at once.
 */
export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { databaseUrl, logger, everyMs = EVERY_MS } = options;
  const ending = new AbortController();
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'fairmark rebuild watch',
    max: 1,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    keepAlive: true,
  });
  // A connection that breaks between two looks is replaced for the next one.
  pool.on('error', () => undefined);
  const run = async (): Promise<void> => {
    let troubled = false;
    while (!ending.signal.aborted) {
      try {
        const job = await take(pool);
        if (job !== null) await inProcess(pool, job, { ...options, signal: ending.signal });
        troubled = false;
      } catch (err) {
        if (!troubled) logger.warn({ err }, 'rebuilds that were asked for wait for the database');
        troubled = true;
      }
      await sleep(everyMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
      if (!pool.ended) await pool.end();
    },
  };
}

async function take(pool: Pool): Promise<RebuildJob | null> {
  for (const projection of PROJECTIONS) {
    const waiting = await waitingRebuild(pool, projection);
    const job = waiting === null ? null : await claimRebuild(pool, waiting.id);
    if (job !== null) return job;
  }
  return null;
}

async function inProcess(
  pool: Pool,
  { id, projection, requestedBy }: RebuildJob,
  options: JobRunnerOptions & { signal: AbortSignal },
): Promise<void> {
  const { logger, signal, databaseUrl, eventStoreUrl, script = SCRIPT, frozenAfterMs = FROZEN_AFTER_MS } = options;
  logger.info({ rebuild: id, projection, requestedBy }, 'a rebuild begins');
  const child = spawn(process.execPath, [script, '--job', id], {
    env: { ...process.env, DATABASE_URL: databaseUrl, EVENT_STORE_URL: eventStoreUrl ?? '' },
    // The channel tells it when this process is gone.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  if (child.pid !== undefined && !stepBack(child.pid)) {
    logger.warn({ rebuild: id }, 'a rebuild runs with the usual priority');
  }
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  let told: JobEnd['state'] = 'FAILED';
  const stop = (): void => {
    told = 'CANCELLED';
    endChild(child);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let heardAt = performance.now();
  child.on('message', () => (heardAt = performance.now()));
  let frozen = false;
  // It says itself how far it is, but on a busy machine it may be long before it says anything.
  const alive = async (): Promise<void> => {
    if (performance.now() - heardAt > frozenAfterMs) {
      frozen = true;
      child.kill('SIGKILL');
      return;
    }
    const goesOn = await tellRebuild(pool, id, null).catch(() => true);
    if (!goesOn && told === 'FAILED') stop();
  };
  const timer = setInterval(() => void alive(), ALIVE_EVERY_MS);
  try {
    const [code, killed] = await ended;
    logger.info({ rebuild: id, code, killed }, 'a rebuild has ended');
    // It has said itself how it ended, unless it could not.
    const message = frozen ? 'Its process was frozen' : `Its process ended early (${killed ?? code})`;
    await endRebuild(pool, id, { state: told, message });
  } catch (err) {
    logger.error({ err, rebuild: id }, 'a rebuild could not be started');
    await endRebuild(pool, id, { state: 'FAILED', message: 'Its process could not be started' });
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
  }
}

function endChild(child: ChildProcess): void {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  child.once('exit', () => clearTimeout(timer));
}
