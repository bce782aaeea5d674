import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable, type EventStore, type RecordedEvent } from '@fairmark/events';
import { LogCheck, LogFault } from '../backup/log-lines.js';
import { Failed } from '../cli/failure.js';
import { counted } from '../cli/output.js';
import type { Progress } from '../cli/progress.js';
import { eventsOf } from './events-of.js';

export interface CopyOptions {
  from: EventStore;
  to: EventStore;
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

/**
 * Copies a log into another: every event, in order, with its id, its data and its metadata; positions and the log's id are the new
 * log's own. Where a copy was broken off, the next goes on. At the end both logs are read and compared event by event, and in the
 * new one every hash is computed again. Throws `Failed` when the new log holds anything else.
 */
export async function copyLog(options: CopyOptions): Promise<CopyResult> {
  const { from, to } = options;
  const [fromLog, toLog] = [await from.logId(), await to.logId()];
  if (fromLog === toLog) throw new Failed('Both addresses are those of the same log.');
  let copied = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { check, last } = await compareLogs(options);
    const more = await appendAfter(last, options);
    copied += more;
    if (more === 0) {
      return { events: check.events, copied, streams: check.streams, fromLog, toLog, head: check.head };
    }
  }
  throw new Failed(
    `${counted(copied, 'event')} copied, and the log still grows: stop Fairmark and run this again. It goes on where it is.`,
  );
}

/** What both logs hold: the new one whole, which must be how the old one begins. */
async function compareLogs({ from, to, progress, signal }: CopyOptions): Promise<{
  check: LogCheck;
  /** Position in the old log of the last event that the new one has. */
  last: bigint | null;
}> {
  progress.begin('Comparing', Number((await from.head()) ?? 0n));
  const check = new LogCheck({ gapless: false });
  const originals = eventsOf(from, null, signal);
  let last: bigint | null = null;
  try {
    for await (const event of eventsOf(to, null, signal)) {
      const original = (await originals.next()).value;
      if (original === undefined || !isCopy(event, original)) throw new Failed(strange(event, check.events));
      check.event(event);
      last = original.position;
      progress.add(1);
    }
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    throw new Failed(`The target does not hold what was copied: ${error.message}.`, [], { cause: error });
  } finally {
    await originals.return(undefined);
  }
  return { check, last };
}

function strange({ stream, revision, type }: RecordedEvent, before: number): string {
  return `The target holds other events: after ${counted(before, 'event')} of this log comes ${type} (${stream} at ${revision}). Nothing is copied into it: name an empty one.`;
}

function isCopy(event: RecordedEvent, original: RecordedEvent): boolean {
  const { id, stream, revision, type, metadata } = event;
  const same = id === original.id && stream === original.stream && revision === original.revision;
  return same && type === original.type && metadata.hash === original.metadata.hash;
}

/** Of one append: what a server takes without being told to take more. */
const BOUNDS = { events: 500, bytes: 524_288 };

async function appendAfter(last: bigint | null, { from, to, progress, signal }: CopyOptions): Promise<number> {
  let copied = 0;
  let batch: RecordedEvent[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    await appendBatch(to, batch, signal);
    progress.add(batch.length);
    copied += batch.length;
    batch = [];
    bytes = 0;
  };
  progress.begin('Copying', Number((await from.head()) ?? 0n) - Number(last ?? 0n));
  for await (const event of eventsOf(from, last, signal)) {
    const size = Buffer.byteLength(JSON.stringify([event.data, event.metadata]));
    const full = batch.length >= BOUNDS.events || bytes + size > BOUNDS.bytes;
    if (batch.length > 0 && (full || batch[0]?.stream !== event.stream)) await flush();
    batch.push(event);
    bytes += size;
  }
  if (batch.length > 0) await flush();
  return copied;
}

const ATTEMPTS = 10;
const PAUSE_MS = 1_000;

/** Consecutive events of one stream. Sent again under the same ids where nobody knows what became of them. */
async function appendBatch(to: EventStore, batch: readonly RecordedEvent[], signal: AbortSignal): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const expected = first.revision === 0n ? 'no-stream' : first.revision - 1n;
  const events = batch.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      const { outcome } = await to.append(first.stream, expected, events);
      if (outcome !== 'conflict') return;
      throw new Failed(
        `Somebody else writes into the target: ${first.stream} is not where it was. Stop it; name an empty one.`,
      );
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}
