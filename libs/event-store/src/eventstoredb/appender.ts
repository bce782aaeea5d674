import { bytesOf, encodeAppend, type EncodedEvent } from '../port/encoding.js';
import { type NewEvent, eventHash, isSame } from '@fairmark/events';
import { EventRefused, StoreUnavailable, type AppendResult } from '../port/event-store.js';
import type { BatchWriter } from './batch-writer.js';
import type { Connection } from './connection.js';
import { sentId, withId } from './records.js';
import { lastRequest, streamRequest } from './requests.js';

interface Append {
  stream: string;
  /** The stream's last revision, -1 for no stream. */
  expected: bigint;
  events: readonly NewEvent[];
}

/** Bytes of all appends on their way, at most. */
const OPEN_BYTES_MAX = 67_108_864;

/** Checks appends before they go to the server, and says what became of them. */
export class Appender {
  readonly #connection: Connection;
  readonly #writer: BatchWriter;
  readonly #open = new Set<Promise<AppendResult>>();
  #openBytes = 0;
  #closed = false;

  constructor(connection: Connection, writer: BatchWriter) {
    this.#connection = connection;
    this.#writer = writer;
  }

  async append(stream: string, expected: bigint, events: readonly NewEvent[]): Promise<AppendResult> {
    if (this.#closed) throw new StoreUnavailable('The log is closed');
    const { names, settings } = this.#connection;
    const encoded = encodeAppend(stream, events);
    const bytes = bytesOf(encoded);
    if (!names.covers(stream)) throw new EventRefused(`${stream} is not a stream of this log`);
    if (this.#open.size >= settings.appendsMax || this.#openBytes + bytes > OPEN_BYTES_MAX) {
      throw new StoreUnavailable('Too many appends are waiting');
    }
    const result = this.#settle({ stream, expected, events }, encoded);
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
    this.#writer.close();
  }

  /** Nothing is waited for before the writer has it: appends reach the server in the order of the calls. */
  async #settle(append: Append, encoded: readonly EncodedEvent[]): Promise<AppendResult> {
    const { stream, expected, events } = append;
    if (!sealedFor(append)) return this.#misplaced(append);
    const sent = encoded.map(({ id, type, data, metadata }, at) => {
      return { id: sentId(events[at]?.metadata.hash ?? ''), type, data, metadata: withId(id, metadata) };
    });
    const answer = await this.#writer.append(this.#connection.names.onServer(stream), expected, sent);
    return 'actual' in answer ? this.#conflicted(append, answer.actual) : this.#appended(append, answer.position);
  }

  /** The server's answer places the last event alone. */
  async #appended({ stream, expected, events }: Append, position: bigint | null): Promise<AppendResult> {
    const [first, ...others] = events;
    if (first !== undefined && others.length === 0 && position !== null) {
      const { id, type, data, metadata } = first;
      const revision = expected + 1n;
      return {
        outcome: 'appended',
        revision,
        position,
        events: [{ id, type, data, metadata, stream, revision, position }],
      };
    }
    const stored = await this.#stored({ stream, expected, events });
    if (stored === null) throw new StoreUnavailable(`${stream} does not hold what was appended after ${expected}`);
    return stored;
  }

  /** An earlier attempt may have stored these very events: then this is its answer, else another writer was faster. */
  async #conflicted(append: Append, actual: bigint | null): Promise<AppendResult> {
    const { expected, events } = append;
    const there = actual !== null && actual >= expected + BigInt(events.length);
    return (there ? await this.#stored(append) : null) ?? { outcome: 'conflict', actual };
  }

  /** The very events of an append, as the log holds them; null when it holds others. */
  async #stored({ stream, expected, events }: Append): Promise<AppendResult | null> {
    const stored = await this.#connection.records(
      streamRequest(this.#connection.names.onServer(stream), expected + 1n, events.length),
    );
    const last = stored.at(-1);
    if (last === undefined || !isSame(stored, events)) return null;
    return { outcome: 'appended', revision: last.revision, position: last.position, events: stored };
  }

  /** Events that were sealed for another place: never sent, because the server would take an id a second time. */
  async #misplaced(append: Append): Promise<AppendResult> {
    const [last] = await this.#connection.records(lastRequest(this.#connection.names.onServer(append.stream)));
    const actual = last?.revision ?? null;
    if ((actual ?? -1n) !== append.expected) return this.#conflicted(append, actual);
    throw new EventRefused(`The events were not sealed for this place of ${append.stream}`);
  }
}

/**
 * Whether events hold the hashes of this very stream and these very revisions. The server keeps no index of ids; since the
 * hash covers id, stream and revision, an event cannot get into a second place under the seal of its first.
 */
function sealedFor({ stream, expected, events }: Append): boolean {
  let previous = events[0]?.metadata.prevHash ?? null;
  if ((previous === null) !== expected < 0n) return false;
  return events.every((event, at) => {
    const { prevHash, hash } = event.metadata;
    const follows = prevHash === previous;
    previous = hash;
    return follows && hash === eventHash({ ...event, stream, revision: expected + 1n + BigInt(at) });
  });
}
