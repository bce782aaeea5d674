import type { RebuildPhase } from '@fairmark/contract';
import type { EventStore } from '@fairmark/events';
import { CLUBHOUSE_NEXT, type JobProgress, type Logger } from '@fairmark/platform';
import { ClubhouseProjection } from '../clubhouse/clubhouse-projection.js';
import { rowWriter } from '../clubhouse/write-rows.js';
import { catchUp } from '../projection/apply-pages.js';
import { isPoison } from '../projection/errors.js';
import { storeReader, type LogReader } from '../projection/log-reader.js';
import { APPLY_DEFAULTS } from '../projection/projector.js';
import { verifyClubhouse, type VerifyProgress } from '../verify/verify-clubhouse.js';
import { Brake } from './brake.js';
import { Behind, RebuildWrong } from './errors.js';
import { loadLog } from './load-log.js';
import { RebuildProgress, totalOf } from './progress.js';
import { findPoison, refold } from './refold.js';
import { ShadowSession, type LiveTables, type Tail } from './shadow-session.js';

export interface RebuildOptions {
  databaseUrl: string;
  store: EventStore;
  logger: Logger;
  /** As for the projector. */
  reader?: LogReader;
  pageSize?: number;
  batchSize?: number;
  cachedMatches?: number;
  /** Ends it: the live tables stay as they are. */
  signal?: AbortSignal;
  /** After each page, and with each phase. */
  onProgress?: (progress: JobProgress) => void;
  /** Left out only where speed is measured or nobody reads the tables yet. */
  verify?: typeof verifyClubhouse | null;
}

export interface RebuildResult {
  /** False when the signal ended it: nothing has changed. */
  finished: boolean;
  /** Events of the log that were read at once; what came meanwhile is not counted. */
  events: number;
  /** How far the tables were when they were put in place. */
  position: bigint | null;
  /** Rows that the verification compared; null where there was none. */
  rows: number | null;
  /** Milliseconds by phase. */
  took: Partial<Record<RebuildPhase, number>>;
}

/** What the phases work with. */
interface Work extends Required<RebuildOptions> {
  /** Never rests: for the few events that are read while projectors wait. */
  atOnce: LogReader;
  session: ShadowSession;
  logId: string;
  progress: RebuildProgress;
  say: () => void;
}

/** Events per read: what goes by only once is read in longer pages than what is followed. */
const PAGE = 4_000;
const writeNext = rowWriter(CLUBHOUSE_NEXT);
const LATE_AT_ONCE = 8;
const LATE_PER_COMMIT = 200;
/** More than that is not caught up with while projectors wait. */
const TAIL_MAX = 2_000;
const SWAP_TRIES = 40;

/**
 * Makes the clubhouse's tables anew from the log, beside the live ones, compares them with the log once more, and puts them in place.
 * Golfers read and score all the time, and no reader sees an older state than before. Stopped or killed at any moment, or where an
 * event cannot be applied (`RebuildStopped`), or where the comparison finds something (`RebuildWrong`), the live tables stay as
 * they are. One at a time: another one is refused with `RebuildRuns`.
 */
export async function rebuildClubhouse(options: RebuildOptions): Promise<RebuildResult> {
  const logId = await options.store.logId();
  const session = await ShadowSession.open(options.databaseUrl);
  const progress = new RebuildProgress(() => performance.now());
  const brake = new Brake(options.databaseUrl);
  const atOnce = options.reader ?? storeReader(options.store);
  const stop = AbortSignal.any([session.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const work: Work = {
    pageSize: PAGE,
    batchSize: APPLY_DEFAULTS.batchSize,
    cachedMatches: APPLY_DEFAULTS.cachedMatches,
    onProgress: () => undefined,
    verify: verifyClubhouse,
    ...options,
    reader: brake.reader(atOnce),
    atOnce,
    signal: stop,
    session,
    progress,
    logId,
    say: () => options.onProgress?.(progress.current()),
  };
  try {
    return await build(work);
  } catch (error) {
    await brake.stop();
    await session.dropNext().catch(() => undefined);
    if (options.signal?.aborted === true && !session.signal.aborted) {
      return { finished: false, events: 0, position: null, rows: null, took: progress.took() };
    }
    throw session.signal.aborted ? session.signal.reason : error;
  } finally {
    await brake.stop();
    await session.close();
  }
}

async function build(work: Work): Promise<RebuildResult> {
  const { session, signal, progress, verify, logger } = work;
  signal.throwIfAborted();
  await session.prepare();
  const { events, late } = await load(work);
  await complete(work, late);
  enter(work, 'CATCHING_UP', null);
  const projection = new ClubhouseProjection(work.store, work.cachedMatches, CLUBHOUSE_NEXT);
  await follow(work, projection);
  const rows = verify === null ? null : await check(work, verify);
  enter(work, 'SWAPPING', null);
  await swap(work, projection);
  // From here on it is done, whatever happens.
  await session.dropOld().catch((err: unknown) => logger.warn({ err }, 'the old tables are left to the next rebuild'));
  return { finished: true, events, position: session.position, rows, took: progress.took() };
}

/** READING: the whole log, once. */
async function load(work: Work): Promise<{ events: number; late: string[] }> {
  const { store, session, progress, logId, say } = work;
  const head = await store.head();
  const loaded = await loadLog({
    ...work,
    onRead: (events, position) => {
      progress.done(events, totalOf(events, position, head));
      say();
    },
  });
  await session.begin(logId, loaded.position);
  return loaded;
}

/** INDEXING: keys and indexes, and the streams that had events after their rows were written. */
async function complete(work: Work, late: readonly string[]): Promise<void> {
  const { session, signal } = work;
  enter(work, 'INDEXING', null);
  await session.addKeys(signal);
  for (let from = 0; from < late.length; from += LATE_PER_COMMIT) {
    signal.throwIfAborted();
    await replace(work, late.slice(from, from + LATE_PER_COMMIT));
  }
  await session.analyze();
}

/** Folds streams again from their own events, and writes their rows in place of those that are there. */
async function replace({ session, store }: Work, streams: readonly string[]): Promise<void> {
  const found = await inTurn(streams, LATE_AT_ONCE, (stream) => refold(store, stream));
  const rows = found.filter((each) => each !== null);
  try {
    await session.write((client) =>
      writeNext(client, {
        matches: rows.flatMap(({ matches }) => matches),
        competitions: rows.flatMap(({ competitions }) => competitions),
      }),
    );
  } catch (error) {
    if (!isPoison(error)) throw error;
    throw (await findPoison(store, streams, (each) => session.tries((client) => writeNext(client, each)))) ?? error;
  }
}

/** CATCHING_UP: what was appended meanwhile, as a projector would apply it. */
async function follow(work: Work, projection: ClubhouseProjection): Promise<void> {
  const { session, progress, signal, say } = work;
  let done = 0;
  await catchUp({
    ...work,
    pageSize: APPLY_DEFAULTS.pageSize,
    session,
    projection,
    poison: 'stop',
    onApplied: (_, events) => {
      done += events;
      progress.done(done);
      say();
    },
  });
  signal.throwIfAborted();
}

/** VERIFYING: every row, against another fold of the log. */
async function check(work: Work, verify: typeof verifyClubhouse): Promise<number> {
  const { databaseUrl, store, reader, signal, progress, say } = work;
  enter(work, 'VERIFYING', 0);
  const onProgress = ({ events, position, target }: VerifyProgress): void => {
    progress.done(events, totalOf(events, position, target));
    say();
  };
  const found = await verify({ databaseUrl, schema: CLUBHOUSE_NEXT, store, reader, signal, onProgress });
  if (found.differing > 0) throw new RebuildWrong(found.differences, found.differing);
  return found.rows;
}

/** SWAPPING: once more up to the log's end, and the last few events while no projector can commit. */
async function swap(work: Work, projection: ClubhouseProjection): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await follow({ ...work, reader: work.atOnce }, projection);
    try {
      await work.session.swap(work.logId, (live) => tailOf(work, projection, live));
      return;
    } catch (error) {
      // What was folded for a tail was not written.
      projection.forget();
      // An event that cannot be applied is named as soon as it is applied in the usual way.
      if (!(error instanceof Behind || isPoison(error)) || tries === SWAP_TRIES) throw error;
    }
  }
}

/** What the live tables hold and the new ones do not. Nothing where those are of another log, or beyond the end of this one. */
async function tailOf(work: Work, projection: ClubhouseProjection, live: LiveTables | null): Promise<Tail | null> {
  const { session, atOnce, store, logId } = work;
  const position = live?.logId === logId ? live.position : null;
  if (position === null || (session.position !== null && session.position >= position)) return null;
  const page = await atOnce.page(session.position, TAIL_MAX);
  const last = page.at(-1);
  if (last === undefined || last.position < position) {
    if (((await store.head()) ?? 0n) < position) return null;
    throw new Behind(`The live tables are at position ${position}, the new ones at ${session.position}`);
  }
  const batch = projection.begin();
  await batch.add(page.filter((event) => event.position <= position));
  return { position, write: batch.rows() };
}

function enter({ progress, say }: Work, phase: RebuildPhase, total: number | null): void {
  progress.enter(phase, total);
  say();
}

/** Does a job for each, so many at once; answers in their order. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  job: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map(job))));
  }
  return results;
}
