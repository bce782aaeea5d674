import type { FoldableEvent } from '@fairmark/event-store';
import type { Logger } from '@fairmark/server';
import type { ClubhouseFold, Write } from '../clubhouse/clubhouse-fold.js';
import { isPoison, RebuildNeeded, RebuildStopped, reasonOf } from '../log-reader/errors.js';
import { pagesToEnd, type ReadableLog, type Throttle } from '../log-reader/log-pages.js';

/** Tables with a checkpoint; `commit` writes rows and the new position in one transaction. */
export interface Target {
  readonly position: bigint | null;
  commit(position: bigint, write: Write): Promise<void>;
}

/** Folds pages; `take` returns the write of the rows folded since the last call. */
export interface Fold {
  add(page: readonly FoldableEvent[]): Promise<void> | void;
  take(): Write;
}

export interface BatchOptions {
  target: Pick<Target, 'commit'>;
  /** Events per transaction. The more, the better: each stream's rows are written once per transaction. */
  batchSize: number;
  onApplied?: (position: bigint, events: number) => void;
}

export interface ApplyOptions extends BatchOptions {
  log: ReadableLog;
  target: Target;
  fold: ClubhouseFold;
  logger: Logger;
  /** Whether to park an event that cannot be applied, or to stop with `RebuildStopped`. */
  poison: 'park' | 'stop';
  /** Events per read. Pages are folded and released one by one, so a small size saves memory. */
  pageSize: number;
  throttle?: Throttle;
  signal: AbortSignal;
}

/** With more blocked streams than this, the projection must be at fault rather than the events. */
const PARKED_STREAMS_MAX = 100;

/** Folds pages and writes their rows in batches. While a batch is being written, the next one is read and folded. */
export async function applyInBatches(
  pages: AsyncIterable<readonly FoldableEvent[]>,
  fold: Fold,
  { target, batchSize, onApplied }: BatchOptions,
): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  let batch: { position: bigint | null; events: number } = { position: null, events: 0 };
  const write = async (): Promise<void> => {
    const { position, events } = batch;
    if (position === null) return;
    const rows = fold.take();
    batch = { position: null, events: 0 };
    await writing;
    writing = target.commit(position, rows).then(() => onApplied?.(position, events));
    writing.catch(() => undefined);
  };
  try {
    for await (const page of pages) {
      await fold.add(page);
      batch = { position: page.at(-1)?.position ?? batch.position, events: batch.events + page.length };
      if (batch.events >= batchSize) await write();
    }
    await write();
  } finally {
    await writing;
  }
}

/** Applies the log from the target's position to its end, parking or stopping at events that cannot be applied. */
export async function catchUp(options: ApplyOptions): Promise<void> {
  const { log, target, fold, signal } = options;
  for (;;) {
    try {
      return await applyInBatches(pagesToEnd(log, { ...options, after: target.position }), fold, options);
    } catch (error) {
      fold.forget();
      if (!isPoison(error)) throw error;
    }
    // Apply page by page until the bad event is found and parked, then resume in batches.
    for await (const page of pagesToEnd(log, { ...options, after: target.position })) {
      if (!(await applyPage(page, options))) break;
    }
    if (signal.aborted) return;
  }
}

/** Applies a page in one transaction; halves it to isolate an event that cannot be applied. Whether all could be. */
export async function applyPage(page: readonly FoldableEvent[], options: ApplyOptions): Promise<boolean> {
  const { target, fold } = options;
  const last = page.at(-1);
  if (last === undefined) return true;
  try {
    await fold.add(page);
    await target.commit(last.position, fold.take());
    options.onApplied?.(last.position, page.length);
    return true;
  } catch (error) {
    fold.forget();
    if (!isPoison(error)) throw error;
    if (page.length === 1) await setAside(last, error, options);
    const half = page.length >> 1;
    if (half > 0) {
      await applyPage(page.slice(0, half), options);
      await applyPage(page.slice(half), options);
    }
    return false;
  }
}

async function setAside(event: FoldableEvent, error: unknown, options: ApplyOptions): Promise<void> {
  const { target, fold, logger, poison } = options;
  const { position, stream, revision, type } = event;
  const reason = reasonOf(error);
  if (poison === 'stop') {
    throw new RebuildStopped(`${type} at position ${position} (${stream}, revision ${revision}): ${reason}`, {
      cause: error,
    });
  }
  if (fold.parked.size >= PARKED_STREAMS_MAX) {
    throw new RebuildNeeded(`${PARKED_STREAMS_MAX} streams are blocked already, and now ${stream}: ${reason}`);
  }
  await target.commit(position, fold.park(event, reason));
  options.onApplied?.(position, 1);
  const which = { position: String(position), stream, revision: String(revision), type };
  logger.error({ event: which, err: error }, 'an event cannot be applied: it is parked, and its stream is blocked');
}
