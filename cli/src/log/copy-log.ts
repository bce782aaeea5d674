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
  /** Writes into `to`. */
  write: LogWriter;
  /** The approximate number of events in `from`; null if unknown. */
  total: number | null;
  progress: Progress;
  signal: AbortSignal;
}

/** How often to catch up with a source that is still growing. */
const ROUNDS = 3;
/** Limits of one call of the writer. */
const BOUNDS = { events: 1_000, bytes: 8_388_608 };

/**
 * Copies a log into another: every event, in order, with its id, data and metadata; positions and the log's id are the
 * new log's own. An interrupted copy is continued by the next one. Before this resolves, both logs were compared event
 * by event and every hash of the new one recomputed. Throws `Failed` if the new log holds anything else. A store that
 * does not answer in time ends the copy; the next one first reads which of the pending appends arrived. `events`: how
 * many both logs hold; `copied`: how many of these this run appended; `head`: position of the new log's last event.
 */
export async function copyLog(options: CopyOptions) {
  const { from, to } = options;
  const [fromLog, toLog] = [await from.logId(), await to.logId()];
  if (fromLog === toLog) throw new Failed('Both addresses name the same log.');
  const copy: Copy = { check: new LogCheck({ gapless: false }), last: null, written: 0 };
  let eventsBefore: number | null = null;
  for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
    await compare(copy, options);
    const { events, streams, head } = copy.check;
    eventsBefore ??= events;
    const more = await writeRest(copy, options);
    if (!more) return { events, copied: events - eventsBefore, streams, fromLog, toLog, head };
  }
  throw new Failed(
    `${counted(copy.check.events, 'event')} copied and compared, but the log is still growing: stop Fairmark and run this again. It continues from here.`,
  );
}

/** The state of a copy. The new log must begin as the old one does. */
interface Copy {
  /** The check of the new log, as far as it was compared. */
  check: LogCheck;
  /** Position in the old log of the last event that the new one is known to have. */
  last: bigint | null;
  /** Number of events passed to the writer; some may not have been appended. */
  written: number;
}

/** Compares the events that were not compared yet. Throws `Failed` if the new log holds something else. */
async function compare(copy: Copy, { from, to, total, progress, signal }: CopyOptions): Promise<void> {
  const { check } = copy;
  progress.begin('Comparing', total === null ? null : total - check.events);
  const originals = eventsOf(from, copy.last, signal);
  try {
    for await (const event of eventsOf(to, check.head, signal)) {
      const { value: original } = await originals.next();
      if (original === undefined || !isCopy(event, original)) throw unexpectedEvent(event, copy);
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

/** Writes the events that the new log lacks. False if it lacked none. */
async function writeRest(copy: Copy, { from, write, total, progress, signal }: CopyOptions): Promise<boolean> {
  progress.begin('Copying', total === null ? null : total - copy.check.events);
  const before = copy.written;
  let batch: RecordedEvent[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    signal.throwIfAborted();
    copy.written += batch.length;
    if (batch.length > 0) await write(batch);
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

function unexpectedEvent(event: RecordedEvent, { check, written }: Copy): Failed {
  if (written > 0) return orderLost(event);
  const { stream, revision, type } = event;
  return new Failed(
    `The target holds other events: after ${counted(check.events, 'event')} of this log comes ${type} (${stream} at ${revision}). Nothing is copied: name an empty target.`,
  );
}

function isCopy(event: RecordedEvent, original: RecordedEvent): boolean {
  const { id, stream, revision, type, metadata } = event;
  const same = id === original.id && stream === original.stream && revision === original.revision;
  return same && type === original.type && metadata.hash === original.metadata.hash;
}
