import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable, type EventStore } from '@fairmark/event-store';
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
/** Of one call of the writer. */
const BOUNDS = { events: 1_000, bytes: 8_388_608 };

/**
 * Copies a log into another: every event, in order, with its id, its data and its metadata; positions and the log's id are the new
 * log's own. Where a copy was broken off, the next continues. At the end both logs have been read and compared event by event, and in
 * the new one every hash was computed again. Throws `Failed` when the new log holds anything else.
 */
export async function copyLog(options: CopyOptions): Promise<CopyResult> {
  const { from, to, signal, pauseMs = PAUSE_MS } = options;
  const [fromLog, toLog] = [await from.logId(), await to.logId()];
  if (fromLog === toLog) throw new Failed('Both addresses are those of the same log.');
  const copy = new Copy(options);
  let there: number | null = null;
  let failures = 0;
  for (let rounds = 0; rounds < ROUNDS;) {
    try {
      await copy.compare();
      const { events, streams, head } = copy.check;
      there ??= events;
      if (!(await copy.write())) return { events, copied: events - there, streams, fromLog, toLog, head };
      [failures, rounds] = [0, rounds + 1];
    } catch (error) {
      failures += 1;
      if (!(error instanceof StoreUnavailable) || failures === ATTEMPTS) throw error;
      // What became of the appends on their way is read before anything else is written.
      await sleep(pauseMs, undefined, { signal });
    }
  }
  throw new Failed(
    `${counted(copy.check.events, 'event')} copied and compared, and the log still grows: stop Fairmark and run this again. It continues where it is.`,
  );
}

/** A copy on its way: the new log is compared as far as it goes, and must be how the old one begins. */
class Copy {
  /** Of the new log, as far as it was compared. */
  readonly check = new LogCheck({ gapless: false });
  /** How many events were written; they may not be there. */
  #written = 0;
  /** Position in the old log of the last event that the new one is known to have. */
  #last: bigint | null = null;

  constructor(private readonly options: CopyOptions) {}

  /** Compares what was not compared yet. Throws `Failed` where the new log holds something else. */
  async compare(): Promise<void> {
    const { from, to, progress, signal } = this.options;
    await this.#begin('Comparing');
    const originals = eventsOf(from, this.#last, signal);
    try {
      for await (const event of eventsOf(to, this.check.head, signal)) {
        const { value: original } = await originals.next();
        if (original === undefined || !isCopy(event, original)) throw this.#stranger(event);
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
    await this.#begin('Copying');
    const before = this.#written;
    let batch: RecordedEvent[] = [];
    let bytes = 0;
    for await (const event of eventsOf(this.options.from, this.#last, this.options.signal)) {
      batch.push(event);
      bytes += Buffer.byteLength(JSON.stringify([event.data, event.metadata]));
      if (batch.length < BOUNDS.events && bytes < BOUNDS.bytes) continue;
      await this.#append(batch);
      [batch, bytes] = [[], 0];
    }
    await this.#append(batch);
    return this.#written > before;
  }

  async #begin(what: string): Promise<void> {
    const total = await this.options.total();
    this.options.progress.begin(what, total === null ? null : total - this.check.events);
  }

  async #append(batch: readonly RecordedEvent[]): Promise<void> {
    if (batch.length === 0) return;
    const { signal, writer, progress } = this.options;
    signal.throwIfAborted();
    this.#written += batch.length;
    await writer.write(batch);
    progress.add(batch.length);
  }

  #stranger(event: RecordedEvent): Failed {
    if (this.#written > 0) return orderLost(event);
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
