import { CLUBHOUSE_NEXT } from '@fairmark/read-models';
import { ClubhouseProjection } from '../clubhouse/clubhouse-projection.js';
import { storeReader } from '../log-reader/log-reader.js';
import { APPLY_DEFAULTS } from '../projection/projector.js';
import { Brake } from './brake.js';
import { countRows } from './compare-tables.js';
import { compare, complete, enter, follow, load, swap, type Work } from './phases.js';
import { RebuildProgress } from './progress.js';
import type { RebuildOptions, RebuildResult } from './rebuild-options.js';
import { ShadowSession } from './shadow-session.js';
import { ShadowTables } from './shadow-tables.js';

/** Events per read: what goes by only once is read in longer pages than what is followed. */
const PAGE = 4_000;

/**
 * Makes the clubhouse's tables anew from the log, beside the live ones, says how these differ, and puts the new ones in their place.
 * Golfers read and score all the time, and no reader sees an older state than before. Stopped or killed at any moment, or where an
 * event cannot be applied (`RebuildStopped`), the live tables stay as they are. One at a time: another one is refused with
 * `RebuildRuns`.
 */
export async function rebuildClubhouse(options: RebuildOptions): Promise<RebuildResult> {
  return withNextTables(options, async (work) => {
    try {
      return await build(work);
    } catch (error) {
      if (options.signal?.aborted !== true || work.lost.aborted) throw error;
      return { finished: false, events: 0, position: null, rows: null, before: null, took: work.progress.took() };
    }
  });
}

/** Works on tables beside the live ones, which are dropped afterwards unless they were put in place. Throws `RebuildRuns`. */
export async function withNextTables<Result>(
  options: RebuildOptions,
  job: (work: Work) => Promise<Result>,
): Promise<Result> {
  const logId = await options.store.logId();
  const session = await ShadowSession.open(options.databaseUrl);
  const tables = new ShadowTables(session);
  const progress = new RebuildProgress(() => performance.now());
  const brake = new Brake(options.databaseUrl);
  const atOnce = options.reader ?? storeReader(options.store);
  const stop = AbortSignal.any([session.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  try {
    return await job({
      pageSize: PAGE,
      batchSize: APPLY_DEFAULTS.batchSize,
      cachedMatches: APPLY_DEFAULTS.cachedMatches,
      onProgress: () => undefined,
      compare: true,
      ...options,
      reader: brake.reader(atOnce),
      atOnce,
      signal: stop,
      lost: session.signal,
      tables,
      extent: null,
      progress,
      logId,
      say: () => options.onProgress?.(progress.current()),
    });
  } catch (error) {
    throw session.signal.aborted ? session.signal.reason : error;
  } finally {
    await brake.stop();
    await tables.dropNext().catch(() => undefined);
    await session.close();
  }
}

async function build(work: Work): Promise<RebuildResult> {
  const { tables, signal, progress, logger } = work;
  signal.throwIfAborted();
  await tables.prepare();
  const { events, late } = await load(work);
  await complete(work, late);
  enter(work, 'CATCHING_UP', null);
  const projection = new ClubhouseProjection(work.store, work.cachedMatches, CLUBHOUSE_NEXT);
  await follow(work, projection);
  const before = work.compare ? await compare(work, projection) : null;
  const rows = await tables.snapshot((client) => countRows(client, CLUBHOUSE_NEXT));
  enter(work, 'SWAPPING', null);
  await swap(work, projection);
  // From here on it is done, whatever happens.
  await tables.dropOld().catch((err: unknown) => logger.warn({ err }, 'the old tables are left to the next rebuild'));
  return { finished: true, events, position: tables.position, rows, before, took: progress.took() };
}
