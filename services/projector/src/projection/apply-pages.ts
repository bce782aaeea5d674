import type { Logger } from '@fairmark/server';
import type { ClubhouseProjection } from '../clubhouse/clubhouse-projection.js';
import { isPoison, RebuildStopped, TooManyParked } from '../log-reader/errors.js';
import { pagesToEnd } from '../log-reader/log-pages.js';
import type { FoldedEvent, LogReader } from '../log-reader/log-reader.js';
import type { Committing } from './owner-session.js';

export interface ApplyOptions {
  reader: LogReader;
  /** Of the tables that the rows go to. */
  session: Committing;
  projection: ClubhouseProjection;
  logger: Logger;
  /** What becomes of an event that cannot be applied: set aside with its stream, or the end of a rebuild. */
  poison: 'park' | 'stop';
  /** Events per read. They are folded and let go at once: few of them are in memory together. */
  pageSize: number;
  /** Events per transaction while catching up. Many: each match that they touch is written once. */
  batchSize: number;
  /** Ends a catch-up after the batch in hand. */
  signal: AbortSignal;
  /** After each commit. */
  onApplied?: (position: bigint, events: number) => void;
}

/** More streams than this standing still is a fault of the projection, not of events. */
const PARKED_STREAMS_MAX = 100;
const REASON_MAX = 2_000;

/**
 * Applies the log from the session's checkpoint to its end. While one batch is being written the next one is read and
 * folded. A batch with an event that cannot be applied is read again and applied page by page.
 */
export async function catchUp(options: ApplyOptions): Promise<void> {
  const { reader, session, projection, pageSize, batchSize, signal } = options;
  let batch = projection.begin();
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const { position, events } = batch;
    if (position === null) return writing;
    const rows = batch.rows();
    await writing;
    writing = session.commit(position, rows).then(() => options.onApplied?.(position, events));
    writing.catch(() => undefined);
    batch = projection.begin();
  };
  for await (const page of pagesToEnd(reader, { after: session.position, pageSize, signal })) {
    try {
      await batch.add(page);
      if (batch.events >= batchSize) await write();
    } catch (error) {
      await writing.catch(() => undefined);
      await applyAgain(page, error, options);
      [batch, writing] = [projection.begin(), Promise.resolve()];
    }
  }
  try {
    await write();
    await writing;
  } catch (error) {
    await applyAgain([], error, options);
  }
}

/** What lies between the checkpoint and the end of a page that was read, once more and with care. */
async function applyAgain(read: readonly FoldedEvent[], error: unknown, options: ApplyOptions): Promise<void> {
  const { reader, session, projection, pageSize, signal } = options;
  projection.forget();
  if (!isPoison(error)) throw error;
  const end = read.at(-1)?.position ?? null;
  for await (const page of pagesToEnd(reader, { after: session.position, pageSize, signal })) {
    const wanted = end === null ? page : page.filter(({ position }) => position <= end);
    if (wanted.length === 0) return;
    await applyPage(wanted, options);
  }
}

/**
 * Applies a page in one transaction. A page with an event that cannot be applied is halved until that event stands alone:
 * nothing else of the page is lost.
 */
export async function applyPage(page: readonly FoldedEvent[], options: ApplyOptions): Promise<void> {
  const { session, projection } = options;
  const last = page.at(-1);
  if (last === undefined) return;
  try {
    const batch = projection.begin();
    await batch.add(page);
    await session.commit(last.position, batch.rows());
    options.onApplied?.(last.position, page.length);
  } catch (error) {
    projection.forget();
    if (!isPoison(error)) throw error;
    if (page.length === 1) return setAside(last, error, options);
    const half = page.length >> 1;
    await applyPage(page.slice(0, half), options);
    await applyPage(page.slice(half), options);
  }
}

/** What a rebuild ends with at an event that cannot be applied. */
export function stoppedBy({ position, stream, revision, type }: FoldedEvent, cause: unknown): RebuildStopped {
  const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, REASON_MAX);
  return new RebuildStopped(`${type} at position ${position} (${stream}, revision ${revision}): ${reason}`, { cause });
}

async function setAside(event: FoldedEvent, error: unknown, options: ApplyOptions): Promise<void> {
  const { session, projection, logger, poison } = options;
  const { position, stream, revision, type } = event;
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX);
  if (poison === 'stop') throw stoppedBy(event, error);
  if (projection.parkedStreams >= PARKED_STREAMS_MAX) {
    throw new TooManyParked(`${PARKED_STREAMS_MAX} streams stand still already, and now ${stream}: ${reason}`);
  }
  await session.commit(position, projection.park(event, reason));
  options.onApplied?.(position, 1);
  const which = { position: String(position), stream, revision: String(revision), type };
  logger.error({ event: which, err: error }, 'an event cannot be applied: it is parked, and its stream stands still');
}
