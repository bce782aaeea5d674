import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { LogCheck, LogFault } from '../backup/log-lines.js';
import { Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';
import type { Progress } from '../shell/progress.js';
import { eventsOf } from '../shell/events-of.js';
import { OrderLost, type LogWriter } from './log-writer.js';

export interface CopyOptions {
  from: EventStore;
  to: EventStore;
  /** Writes into `to`. */
  writer: LogWriter;
  /** About how many events `from` has; null: unknown. */
  total: () => Promise<number | null>;
  progress: Progress;
  signal: AbortSignal;
  /** Pause after the target did not answer, milliseconds. */
  pauseMs?: number;
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
/** A target that does not answer is tried so often in a row. */
const ATTEMPTS = 10;
const PAUSE_MS = 1_000;

/**
 * Copies a log into another: every event, in order, with its id, its data and its metadata; positions and the log's id are the new
 * log's own. Where a copy was broken off, the next goes on. At the end both logs have been read and compared event by event, and in the
 * new one every hash was computed again. Throws `Failed` when the new log holds anything else.
 */
export async function copyLog(options: CopyOptions): Promise<CopyResult> {
  const { from, to, signal, pauseMs = PAUSE_MS } = options;
  const [fromLog, toLog] = [await from.logId(), await to.logId()];
  if (fromLog === toLog) throw new Failed('Both addresses are those of the same log.');
  const common = new CommonPart(options);
  let there: number | null = null;
  let failures = 0;
  for (let rounds = 0; rounds < ROUNDS;) {
    try {
      await common.compare();
      const { events, streams, head } = common.check;
      there ??= events;
      if (!(await common.write())) return { events, copied: events - there, streams, fromLog, toLog, head };
      [failures, rounds] = [0, rounds + 1];
    } catch (error) {
      failures += 1;
      if (!(error instanceof StoreUnavailable) || failures === ATTEMPTS) throw error;
      // What became of the appends on their way is read before anything else is written.
      await sleep(pauseMs, undefined, { signal });
    }
  }
  throw new Failed(
    `${counted(common.check.events, 'event')} copied and compared, and the log still grows: stop Fairmark and run this again. It goes on where it is.`,
  );
}

/** Of one call of the writer. */
const BOUNDS = { events: 1_000, bytes: 8_388_608 };

/** Bytes of an event, about. */
const sizeOf = ({ data, metadata }: RecordedEvent): number => Buffer.byteLength(JSON.stringify([data, metadata]));

/** What both logs hold: the new one whole, which must be how the old one begins. */
class CommonPart {
  /** Of the new log, as far as it was compared. */
  readonly check = new LogCheck({ gapless: false });
  /** Whether anything was written that may not be there. */
  #hasWritten = false;
  /** Position in the old log of the last event that the new one is known to have. */
  #last: bigint | null = null;

  constructor(private readonly options: CopyOptions) {}

  /** Compares what was not compared yet. Throws `Failed` where the new log holds something else. */
  async compare(): Promise<void> {
    const { from, to, progress, signal, total } = this.options;
    const all = await total();
    progress.begin('Comparing', all === null ? null : all - this.check.events);
    const originals = eventsOf(from, this.#last, signal);
    try {
      for await (const event of eventsOf(to, this.check.head, signal)) {
        const original = (await originals.next()).value;
        if (original === undefined || !isCopy(event, original)) throw this.#strange(event);
        this.check.event(event);
        this.#last = original.position;
        progress.add(1);
      }
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;
      throw new Failed(`The target does not hold what was copied: ${error.message}.`, [], { cause: error });
    } finally {
      await originals.return(undefined);
    }
  }

  /** Writes what the new log does not have yet. Whether there was anything. */
  async write(): Promise<boolean> {
    const { from, writer, progress, signal, total } = this.options;
    const all = await total();
    progress.begin('Copying', all === null ? null : all - this.check.events);
    let batch: RecordedEvent[] = [];
    let bytes = 0;
    let isMore = false;
    const flush = async (): Promise<void> => {
      if (batch.length === 0) return;
      signal.throwIfAborted();
      this.#hasWritten = isMore = true;
      await writer.write(batch);
      progress.add(batch.length);
      [batch, bytes] = [[], 0];
    };
    for await (const event of eventsOf(from, this.#last, signal)) {
      batch.push(event);
      bytes += sizeOf(event);
      if (batch.length >= BOUNDS.events || bytes >= BOUNDS.bytes) await flush();
    }
    await flush();
    return isMore;
  }

  #strange(event: RecordedEvent): Failed {
    if (this.#hasWritten) return new OrderLost(event);
    const { stream, revision, type } = event;
    return new Failed(
      `The target holds other events: after ${counted(this.check.events, 'event')} of this log comes ${type} (${stream} at ${revision}). Nothing is copied into it: name an empty one.`,
    );
  }
}

function isCopy(event: RecordedEvent, original: RecordedEvent): boolean {
  const { id, stream, revision, type, metadata } = event;
  const same = id === original.id && stream === original.stream && revision === original.revision;
  return same && type === original.type && metadata.hash === original.metadata.hash;
}
