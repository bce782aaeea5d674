import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { LogCheck } from '../backup/log-check.js';
import { batchesOf, eventsOf } from '../shell/events-of.js';
import { Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';
import type { LongWork } from '../shell/job.js';
import { orderLost, type LogWriter } from './log-writer.js';

interface Copying {
  from: EventStore;
  to: EventStore;
  /** Writes into `to`. */
  write: LogWriter;
  /** The approximate number of events in `from`; null if unknown. */
  total: number | null;
}

/** How often to catch up with a source that is still growing. */
const ROUNDS = 3;
/** Events and bytes of one call of the writer. */
const BATCH = { count: 1_000, size: 8_388_608 };

/**
 * Copies a log into another: every event, in order, with its id, data and metadata; positions and the log's id are the
 * new log's own. An interrupted copy is continued by the next one. Before this resolves, both logs were compared event
 * by event and every hash of the new one recomputed. Throws `Failed` if the new log holds anything else. A store that
 * does not answer in time ends the copy; the next one first reads which of the pending appends arrived. `events`: how
 * many both logs hold; `copied`: how many of these this run appended; `head`: position of the new log's last event.
 */
export async function copyLog({ progress, signal }: LongWork, { from, to, write, total }: Copying) {
  const [fromLog, toLog] = [await from.logId(), await to.logId()];
  if (fromLog === toLog) throw new Failed('Both addresses name the same log.');
  /** Of the new log, which must begin as the old one does. */
  const check = new LogCheck(null);
  const left = (): number | null => (total === null ? null : total - check.events);
  /** Position in the old log of the last event that the new one is known to have. */
  let last: bigint | null = null;
  /** Number of events passed to the writer; some may not have been appended. */
  let written = 0;
  let eventsBefore: number | null = null;
  for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
    progress.begin('Comparing', left());
    const originals = eventsOf(from, last, signal);
    for await (const event of eventsOf(to, check.head, signal)) {
      const { value: original } = await originals.next();
      if (original === undefined || !isCopy(event, original)) {
        throw written > 0 ? orderLost(event) : strangeEvent(event, check.events);
      }
      check.event(event);
      last = original.position;
      progress.add(1);
    }
    const { events, tails, head } = check;
    eventsBefore ??= events;
    progress.begin('Copying', left());
    const writtenBefore = written;
    for await (const batch of batchesOf(eventsOf(from, last, signal), bytesOf, BATCH)) {
      signal.throwIfAborted();
      written += batch.length;
      await write(batch);
      progress.add(batch.length);
    }
    if (written > writtenBefore) continue;
    return { events, copied: events - eventsBefore, streams: tails.size, fromLog, toLog, head };
  }
  throw new Failed(
    `${counted(check.events, 'event')} copied and compared, but the log is still growing: stop Fairmark and run this again. It continues from here.`,
  );
}

const bytesOf = ({ data, metadata }: RecordedEvent): number => Buffer.byteLength(JSON.stringify([data, metadata]));

function strangeEvent({ stream, revision, type }: RecordedEvent, compared: number): Failed {
  return new Failed(
    `The target holds other events: after ${counted(compared, 'event')} of this log comes ${type} (${stream} at ${revision}). Nothing is copied: name an empty target.`,
  );
}

function isCopy(event: RecordedEvent, original: RecordedEvent): boolean {
  const { id, stream, revision, type, metadata } = event;
  const same = id === original.id && stream === original.stream && revision === original.revision;
  return same && type === original.type && metadata.hash === original.metadata.hash;
}
