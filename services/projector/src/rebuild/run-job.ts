import {
  beginRebuild,
  endRebuild,
  latestRebuild,
  reportProgress,
  requestRebuild,
  type JobEnd,
  type JobProgress,
  type RebuildRequest,
} from '@fairmark/read-models';
import { openPool, repeat } from '@fairmark/server';
import { RebuildRuns } from '../log-reader/errors.js';
import type { RebuildOptions } from './build-tables.js';
import { CONNECT_TIMEOUT_MS, rebuildClubhouse, type RebuildResult } from './rebuild-clubhouse.js';

const REPORT_EVERY_MS = 500;

/** Runs a rebuild and records it in the row of `wanted`: an id, or a request unless one is open already. */
export async function rebuildNow(options: RebuildOptions, wanted: string | RebuildRequest): Promise<RebuildResult> {
  const { databaseUrl, logger, signal } = options;
  const pool = openPool(databaseUrl, 'fairmark rebuild job', 1, { connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  const cancelled = new AbortController();
  let id: string | null = null;
  let progress: JobProgress | null = null;
  const cancel = (): void => cancelled.abort(new Error('It was cancelled'));
  const report = async (): Promise<void> => {
    if (id !== null && progress !== null && !(await reportProgress(pool, id, progress))) cancel();
  };
  const onError = (err: unknown): void => logger.warn({ err }, 'the progress of the rebuild could not be reported');
  const reporting = repeat(report, { everyMs: REPORT_EVERY_MS, onError });
  const end = async (how: JobEnd): Promise<void> => {
    await reporting.stop();
    const job = id;
    if (job === null) return;
    await report().catch(onError);
    await endRebuild(pool, job, how).catch((err: unknown) => {
      logger.error({ err, ...how }, 'the end of the rebuild could not be recorded');
    });
  };
  try {
    const result = await rebuildClubhouse(
      {
        ...options,
        signal: AbortSignal.any([cancelled.signal, ...(signal === undefined ? [] : [signal])]),
        onProgress: (now) => {
          progress = now;
          options.onProgress?.(now);
        },
      },
      async () => {
        const found = typeof wanted === 'string' ? wanted : (await requestRebuild(pool, wanted)).job.id;
        if (!(await beginRebuild(pool, found))) cancel();
        id = found;
      },
    );
    await end(result.finished ? { state: 'DONE', message: inWords(result) } : { state: 'CANCELLED', message: null });
    return result;
  } catch (error) {
    await end({ state: 'FAILED', message: error instanceof Error ? error.message : String(error) });
    if (!(error instanceof RebuildRuns)) throw error;
    const job = await latestRebuild(pool, 'clubhouse');
    throw new RebuildRuns(job?.state === 'RUNNING' ? job : null);
  } finally {
    await pool.end();
  }
}

export function inWords({ finished, events, position, rows, before, took }: RebuildResult): string {
  if (!finished) return 'Cancelled. The tables are unchanged.';
  const differing = before?.differing ?? 0;
  const held = rows === null ? '' : `, ${rows.toLocaleString('en-AU')} rows`;
  const differed = differing === 0 ? '' : `, ${differing.toLocaleString('en-AU')} differed before`;
  return `Rebuilt from ${events.toLocaleString('en-AU')} events, to position ${position ?? 'none'}${held}${differed}, in ${(took / 1_000).toFixed(1)} s.`;
}
