import type { RebuildJob } from '@fairmark/contract';
import {
  endRebuild,
  JOB_HEARD_EVERY_MS,
  startRebuild,
  tellRebuild,
  type JobEnd,
  type JobProgress,
  type RebuildRequest,
} from '@fairmark/read-models';
import { Pool } from 'pg';
import { RebuildRuns } from './errors.js';
import { rebuildClubhouse } from './rebuild-clubhouse.js';
import type { RebuildOptions, RebuildResult } from './rebuild-options.js';

/** Begins a rebuild in this process and tells of it in its row. Throws as `rebuildClubhouse` does. */
export async function rebuildNow(options: RebuildOptions, request: RebuildRequest): Promise<RebuildResult> {
  return withPool(options.databaseUrl, async (pool) => {
    const { started, job } = await startRebuild(pool, request);
    if (!started) throw new RebuildRuns(job);
    return tellingOf(pool, job, options);
  });
}

/** Does a rebuild that was taken already, and tells of it in its row. Throws as `rebuildClubhouse` does. */
export async function rebuildJobNow(options: RebuildOptions, job: Pick<RebuildJob, 'id'>): Promise<RebuildResult> {
  return withPool(options.databaseUrl, (pool) => tellingOf(pool, job, options));
}

async function tellingOf(pool: Pool, { id }: Pick<RebuildJob, 'id'>, options: RebuildOptions): Promise<RebuildResult> {
  const cancelled = new AbortController();
  let progress: JobProgress | null = null;
  let telling = false;
  const tell = async (): Promise<void> => {
    if (telling) return;
    telling = true;
    try {
      if (!(await tellRebuild(pool, id, progress))) cancelled.abort(new Error('It was cancelled'));
    } catch (err) {
      options.logger.warn({ err }, 'how far the rebuild is cannot be told');
    } finally {
      telling = false;
    }
  };
  const timer = setInterval(() => void tell(), JOB_HEARD_EVERY_MS);
  const signals = options.signal === undefined ? [cancelled.signal] : [options.signal, cancelled.signal];
  let end: JobEnd = { state: 'FAILED', message: 'It was not heard how it ended' };
  try {
    const result = await rebuildClubhouse({
      ...options,
      signal: AbortSignal.any(signals),
      onProgress: (now) => {
        progress = now;
        options.onProgress?.(now);
      },
    });
    end = result.finished ? { state: 'DONE', message: inWords(result) } : { state: 'CANCELLED', message: null };
    return result;
  } catch (error) {
    end = { state: 'FAILED', message: error instanceof Error ? error.message : String(error) };
    throw error;
  } finally {
    clearInterval(timer);
    await tellRebuild(pool, id, progress).catch(() => false);
    await endRebuild(pool, id, end).catch((err: unknown) =>
      options.logger.warn({ err }, 'how the rebuild ended cannot be told'),
    );
  }
}

/** What a rebuild did. */
export function inWords({ finished, events, position, rows, before, took }: RebuildResult): string {
  if (!finished) return 'Cancelled. The tables are as they were.';
  const seconds = Object.values(took).reduce((sum, ms) => sum + ms, 0) / 1_000;
  const differing = before?.differing ?? 0;
  const held = rows === null ? '' : `, ${rows.toLocaleString('en-AU')} rows`;
  const differed = differing === 0 ? '' : `, ${differing.toLocaleString('en-AU')} differed before`;
  return `Rebuilt from ${events.toLocaleString('en-AU')} events, to position ${position ?? 'none'}${held}${differed}, in ${seconds.toFixed(1)} s.`;
}

async function withPool<Result>(databaseUrl: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'fairmark rebuild job',
    max: 1,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    keepAlive: true,
  });
  // A connection that breaks between two tellings is replaced for the next one.
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
