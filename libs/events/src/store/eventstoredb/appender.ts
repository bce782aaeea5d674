import { setTimeout as sleep } from 'node:timers/promises';
import { WrongExpectedVersionError } from '@eventstore/db-client';
import { bytesOf, encodeAppend } from '../encoding.js';
import type { NewEvent, RecordedEvent } from '../envelope.js';
import { EventRefused, StoreUnavailable, type AppendResult } from '../event-store.js';
import { verifyChain } from '../seal.js';
import type { Connection } from './connection.js';
import { failureOf } from './failure.js';
import type { Names } from './records.js';
import { backOffMs, type Settings } from './settings.js';

/** What an appender reads: with patience, and with `StoreUnavailable` at its end. */
export interface Reader {
  readStream(stream: string, from: bigint, limit: number): Promise<RecordedEvent[]>;
  lastRevision(stream: string): Promise<bigint | null>;
  /** The highest position that this store has seen; looks for the log's head if it has seen none. */
  seen(): Promise<bigint | null>;
}

interface Append {
  stream: string;
  /** The stream's last revision, -1 for no stream. */
  expected: bigint;
  events: readonly NewEvent[];
}

/** Bytes of all appends on their way, at most. */
const OPEN_BYTES_MAX = 67_108_864;

/** Appends by calls of their own, sent again with the same ids until their patience ends, whatever became of them before. */
export class Appender {
  readonly #connection: Connection;
  readonly #names: Names;
  readonly #settings: Settings;
  readonly #reader: Reader;
  readonly #open = new Set<Promise<AppendResult>>();
  #openBytes = 0;
  #closed = false;

  constructor(
    connection: Connection,
    { names, settings, reader }: { names: Names; settings: Settings; reader: Reader },
  ) {
    this.#connection = connection;
    this.#names = names;
    this.#settings = settings;
    this.#reader = reader;
  }

  async append(stream: string, expected: bigint, events: readonly NewEvent[]): Promise<AppendResult> {
    if (this.#closed) throw new StoreUnavailable('The log is closed');
    const bytes = bytesOf(encodeAppend(stream, events));
    if (!this.#names.covers(this.#names.onServer(stream))) {
      throw new EventRefused(`${stream} is none of the streams of this log`);
    }
    if (this.#open.size >= this.#settings.appendsMax || this.#openBytes + bytes > OPEN_BYTES_MAX) {
      throw new StoreUnavailable('Too many appends are waiting');
    }
    const result = this.#settle({ stream, expected, events });
    this.#open.add(result);
    this.#openBytes += bytes;
    try {
      return await result;
    } finally {
      this.#open.delete(result);
      this.#openBytes -= bytes;
    }
  }

  /** Takes no more, and ends once everything that was taken is answered or given up. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#open);
  }

  async #settle(append: Append): Promise<AppendResult> {
    const { stream, expected } = append;
    if (!sealedFor(append)) return this.#misplaced(append);
    const before = await this.#reader.seen();
    const answer = await this.#send(append);
    if ('actual' in answer) return this.#conflicted(append, answer.actual);
    const stored = await this.#stored(append, answer.position);
    const last = stored.at(-1);
    if (last === undefined) throw new StoreUnavailable(`${stream} does not hold what was appended after ${expected}`);
    // The server says the same to an append that it holds already; what was there before this call was not stored by it.
    const outcome = before !== null && last.position <= before ? 'duplicate' : 'appended';
    return { outcome, revision: last.revision, position: last.position, events: stored };
  }

  /** Until there is an answer: the last event's position if the server says it, or where the stream stands instead. */
  async #send({
    stream,
    expected,
    events,
  }: Append): Promise<{ position: bigint | undefined } | { actual: bigint | null }> {
    const { timeoutMs, chance, onTrouble } = this.#settings;
    const until = performance.now() + timeoutMs;
    for (let failures = 0; ; failures += 1) {
      try {
        const { position } = await this.#connection.append(this.#names.onServer(stream), expected, events);
        return { position: position?.commit };
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) return { actual: actualOf(error) };
        const failure = failureOf(error);
        if (failure === 'refused') throw new EventRefused('The log refused an event', { cause: error });
        const pause = backOffMs(failures, chance());
        if (failure === 'broken' || performance.now() + pause >= until) {
          throw new StoreUnavailable('The log did not take the append in time', { cause: error });
        }
        onTrouble('An append got no answer and is sent again', error);
        await sleep(pause);
      }
    }
  }

  /** The events as the log holds them. The server's answer places the last one alone. */
  async #stored({ stream, expected, events }: Append, position: bigint | undefined): Promise<RecordedEvent[]> {
    const [first, ...others] = events;
    if (first !== undefined && others.length === 0 && position !== undefined) {
      const { id, type, data, metadata } = first;
      return [{ id, type, data, metadata, stream, revision: expected + 1n, position }];
    }
    const stored = await this.#reader.readStream(stream, expected + 1n, events.length);
    return sameIds(stored, events) ? stored : [];
  }

  /** An earlier attempt may have stored these very events: then this is its answer, else somebody else was faster. */
  async #conflicted({ stream, expected, events }: Append, actual: bigint | null): Promise<AppendResult> {
    if (actual !== null && actual >= expected + BigInt(events.length)) {
      const stored = await this.#reader.readStream(stream, expected + 1n, events.length);
      const last = stored.at(-1);
      if (last !== undefined && sameIds(stored, events)) {
        return { outcome: 'duplicate', revision: last.revision, position: last.position, events: stored };
      }
    }
    return { outcome: 'conflict', actual };
  }

  /** Events that were sealed for another place: never sent, because the server would take an id a second time. */
  async #misplaced(append: Append): Promise<AppendResult> {
    const actual = await this.#reader.lastRevision(append.stream);
    if ((actual ?? -1n) !== append.expected) return this.#conflicted(append, actual);
    throw new EventRefused(`The events were not sealed for this place of ${append.stream}`);
  }
}

/**
 * Whether events hold the hashes of this very stream and these very revisions. The server keeps no index of ids; since the
 * hash covers id, stream and revision, an event cannot get into a second place under the seal of its first.
 */
function sealedFor({ stream, expected, events }: Append): boolean {
  const [first] = events;
  if (first === undefined) return false;
  const placed = events.map((event, at) => ({ ...event, stream, revision: expected + 1n + BigInt(at), position: 0n }));
  const hash = first.metadata.prevHash;
  const claimed = {
    ...first,
    stream,
    revision: expected,
    position: 0n,
    metadata: { ...first.metadata, hash: hash ?? '' },
  };
  return verifyChain(placed, expected < 0n ? null : claimed) === null;
}

const sameIds = (stored: readonly RecordedEvent[], events: readonly NewEvent[]): boolean =>
  stored.length === events.length && stored.every(({ id }, at) => id === events[at]?.id);

const actualOf = ({ actualVersion }: WrongExpectedVersionError): bigint | null =>
  actualVersion === 'no_stream' ? null : actualVersion;
