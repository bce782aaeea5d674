import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { LogCheck, LogFault } from '../backup/log-lines.js';
import { eventsOf } from '../shell/events-of.js';
import { Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';
import type { Progress } from '../shell/progress.js';
import { orderLost, type LogWriter } from './log-writer.js';

export interface CopyOptions {
  from: EventStore;
  to: EventStore;
  writer: LogWriter;
  /** About how many events `from` has; null: unknown. */
  total: number | null;
  progress: Progress;
  signal: AbortSignal;
}

export interface CopyResult {
  /** Events that both logs hold now. */
  events: number;
  /** Of these, what this run appended. */
  copied: number;
  streams: number;
  /** Ids of the two logs: they stay different. */
  fromLog: string;
  toLog: string;
  /** Where the new log ends. */
  head: bigint | null;
}

/** A source that still grows is followed so often. */
const ROUNDS = 3;
/** Of one call of the writer. */
const BOUNDS = { events: 1_000, bytes: 8_388_608 };

/**
 * Copies a log into another: every event, in order, with its id, its data and its metadata; positions and the log's id are the new
 * log's own. Where a copy was broken off, the next continues. At the end both logs have been read and compared event by event, and in
 * the new one every hash was computed again. Throws `Failed` when the new log holds anything else. A store that does not answer within
 * its own patience ends the copy, too: what became of the appends on their way, the next one reads before it writes.
 */
export async function copyLog(options: CopyOptions): Promise<CopyResult> {
  const { from, to } = options;
  const [fromLog, toLog] = [await from.logId(), await to.logId()];
  if (fromLog === toLog) throw new Failed('Both addresses are those of the same log.');
  const copy: Copy = { check: new LogCheck({ gapless: false }), last: null, written: 0 };
  let there: number | null = null;
  for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
    await compare(copy, options);
    const { events, streams, head } = copy.check;
    there ??= events;
    if (!(await write(copy, options))) return { events, copied: events - there, streams, fromLog, toLog, head };
  }
  throw new Failed(
    `${counted(copy.check.events, 'event')} copied and compared, and the log still grows: stop Fairmark and run this again. It continues where it is.`,
  );
}

/** A copy on its way: the new log is compared as far as it goes, and must be how the old one begins. */
interface Copy {
  /** Of the new log, as far as it was compared. */
  check: LogCheck;
  /** Position in the old log of the last event that the new one is known to have. */
  last: bigint | null;
  /** How many events were written; they may not be there. */
  written: number;
}

/** Compares what was not compared yet. Throws `Failed` where the new log holds something else. */
async function compare(copy: Copy, { from, to, total, progress, signal }: CopyOptions): Promise<void> {
  const { check } = copy;
  progress.begin('Comparing', total === null ? null : total - check.events);
  const originals = eventsOf(from, copy.last, signal);
  try {
    for await (const event of eventsOf(to, check.head, signal)) {
      const { value: original } = await originals.next();
      if (original === undefined || !isCopy(event, original)) throw stranger(event, copy);
      check.event(event);
      copy.last = original.position;
      progress.add(1);
    }
  } catch (cause) {
    if (!(cause instanceof LogFault)) throw cause;
    throw new Failed(`The target does not hold what was copied: ${cause.message}`, [], { cause });
  } finally {
    await originals.return(undefined);
  }
}

/** Writes what the new log does not have yet. Whether there was anything. */
async function write(copy: Copy, { from, writer, total, progress, signal }: CopyOptions): Promise<boolean> {
  progress.begin('Copying', total === null ? null : total - copy.check.events);
  const before = copy.written;
  let batch: RecordedEvent[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    signal.throwIfAborted();
    copy.written += batch.length;
    if (batch.length > 0) await writer.write(batch);
    progress.add(batch.length);
    [batch, bytes] = [[], 0];
  };
  for await (const event of eventsOf(from, copy.last, signal)) {
    batch.push(event);
    bytes += Buffer.byteLength(JSON.stringify([event.data, event.metadata]));
    if (batch.length === BOUNDS.events || bytes >= BOUNDS.bytes) await flush();
  }
  await flush();
  return copy.written > before;
}

function stranger(event: RecordedEvent, { check, written }: Copy): Failed {
  if (written > 0) return orderLost(event);
  const { stream, revision, type } = event;
  return new Failed(
    `The target holds other events: after ${counted(check.events, 'event')} of this log comes ${type} (${stream} at ${revision}). Nothing is copied into it: name an empty one.`,
  );
}

function isCopy(event: RecordedEvent, original: RecordedEvent): boolean {
  const { id, stream, revision, type, metadata } = event;
  const same = id === original.id && stream === original.stream && revision === original.revision;
  return same && type === original.type && metadata.hash === original.metadata.hash;
}
