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

export interface ApplyOptions {
  log: ReadableLog;
  target: Target;
  fold: ClubhouseFold;
  logger: Logger;
  /** Whether to park an event that cannot be applied, or to stop with `RebuildStopped`. */
  poison: 'park' | 'stop';
  /** Events per read and transaction. The more, the better: each stream's rows are written once per transaction. */
  pageSize: number;
  throttle?: Throttle;
  signal: AbortSignal;
  onApplied?: (position: bigint, events: number) => void;
}

/** With more blocked streams than this, the projection must be at fault rather than the events. */
const PARKED_STREAMS_MAX = 100;

/** Applies the log from the target's position to its end, parking or stopping at events that cannot be applied. */
export async function catchUp(options: ApplyOptions): Promise<void> {
  const { log, target } = options;
  for await (const page of pagesToEnd(log, { ...options, after: target.position })) await applyPage(page, options);
}

/** Applies a page in one transaction; halves it to isolate an event that cannot be applied. Whether all could be. */
export async function applyPage(page: readonly FoldableEvent[], options: ApplyOptions): Promise<boolean> {
  const { target, fold } = options;
  const last = page.at(-1);
  if (last === undefined) return true;
  try {
    await target.commit(last.position, await fold.add(page));
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
