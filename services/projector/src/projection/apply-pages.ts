import type { FoldableEvent } from '@fairmark/event-store';
import type { Logger } from '@fairmark/server';
import type { ClubhouseFold, Write } from '../clubhouse/clubhouse-fold.js';
import { isPoison, RebuildStopped, reasonOf, TooManyParked } from '../log-reader/errors.js';
import { pagesToEnd, type ReadableLog, type Throttle } from '../log-reader/log-pages.js';

/** Where rows and a position are written together. */
export interface Target {
  readonly position: bigint | null;
  commit(position: bigint, write: Write): Promise<void>;
}

/** Folds pages, and gives what is to be written of them. */
export interface Fold {
  add(page: readonly FoldableEvent[]): Promise<void> | void;
  take(): Write;
}

export interface BatchOptions {
  target: Pick<Target, 'commit'>;
  /** Events per transaction. Many: each stream that they touch is written once. */
  batchSize: number;
  /** After each commit. */
  onApplied?: (position: bigint, events: number) => void;
}

export interface ApplyOptions extends BatchOptions {
  log: ReadableLog;
  target: Target;
  fold: ClubhouseFold;
  logger: Logger;
  /** What becomes of an event that cannot be applied: set aside with its stream, or the end of a rebuild. */
  poison: 'park' | 'stop';
  /** Events per read. They are folded and let go at once: few of them are in memory together. */
  pageSize: number;
  throttle?: Throttle;
  /** Ends a catch-up after the batch in hand. */
  signal: AbortSignal;
}

/** More blocked streams than this are a fault of the projection, not of events. */
const PARKED_STREAMS_MAX = 100;

/** Folds pages and writes what they make in batches. While one batch is being written the next one is read and folded. */
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

/** Applies the log from the target's position to its end, also past events that cannot be applied. */
export async function catchUp(options: ApplyOptions): Promise<void> {
  const { log, target, fold, signal } = options;
  for (;;) {
    try {
      return await applyInBatches(pagesToEnd(log, { ...options, after: target.position }), fold, options);
    } catch (error) {
      fold.forget();
      if (!isPoison(error)) throw error;
    }
    // Once more and with care, until the event is found.
    for await (const page of pagesToEnd(log, { ...options, after: target.position })) {
      if (!(await applyPage(page, options))) break;
    }
    if (signal.aborted) return;
  }
}

/**
 * Applies a page in one transaction. A page with an event that cannot be applied is halved until that event stands alone:
 * nothing else of the page is lost. Answers whether every event could be applied.
 */
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

/** What a rebuild ends with at an event that cannot be applied. */
export function stoppedBy(
  event: Pick<FoldableEvent, 'position' | 'stream' | 'revision' | 'type'>,
  cause: unknown,
): RebuildStopped {
  const { position, stream, revision, type } = event;
  return new RebuildStopped(`${type} at position ${position} (${stream}, revision ${revision}): ${reasonOf(cause)}`, {
    cause,
  });
}

async function setAside(event: FoldableEvent, error: unknown, options: ApplyOptions): Promise<void> {
  const { target, fold, logger, poison } = options;
  const { position, stream, revision, type } = event;
  if (poison === 'stop') throw stoppedBy(event, error);
  const reason = reasonOf(error);
  if (fold.parkedStreams >= PARKED_STREAMS_MAX) {
    throw new TooManyParked(`${PARKED_STREAMS_MAX} streams are blocked already, and now ${stream}: ${reason}`);
  }
  await target.commit(position, fold.park(event, reason));
  options.onApplied?.(position, 1);
  const which = { position: String(position), stream, revision: String(revision), type };
  logger.error({ event: which, err: error }, 'an event cannot be applied: it is parked, and its stream is blocked');
}
