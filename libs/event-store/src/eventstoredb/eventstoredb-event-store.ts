import { pageLimit } from '../port/encoding.js';
import type { NewEvent, RecordedEvent } from '@fairmark/events';
import {
  PositionUnknown,
  StoreUnavailable,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type ReadOptions,
  type SubscribeOptions,
} from '../port/event-store.js';
import { follow } from '../port/subscription.js';
import { WakeUp } from '../port/wake-up.js';
import { Appender } from './appender.js';
import { BatchWriter } from './batch-writer.js';
import { Connection } from './connection.js';
import { isUnreadable } from './failure.js';
import { Listener } from './listener.js';
import { identify } from './log-identity.js';
import { headRequest, pageRequest, streamRequest } from './requests.js';
import { settingsOf, type EventStoreDbOptions } from './settings.js';

/**
 * The log on EventStoreDB 23.10 or later. Positions are those of commits: they grow, and leave gaps. Connects when it is first needed.
 *
 * Appends go to the server in the order of the calls, any number at a time. A caller that writes a whole
 * log in its order need not wait for one answer before the next call.
 */
export class EventStoreDbEventStore implements EventStore {
  readonly #connection: Connection;
  readonly #writer: BatchWriter;
  readonly #appender: Appender;
  readonly #news = new WakeUp();
  readonly #listener: Listener;
  #logId: string | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: EventStoreDbOptions) {
    this.#connection = new Connection(settingsOf(options));
    this.#writer = new BatchWriter(this.#connection);
    this.#appender = new Appender(this.#connection, this.#writer);
    this.#listener = new Listener(this.#connection, this.#news);
  }

  async logId(): Promise<string> {
    this.#assertOpen();
    this.#logId ??= await identify(this.#connection, this.#writer);
    return this.#logId;
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.#appender.append(stream, expected === 'no-stream' ? -1n : expected, events);
  }

  async readStream(stream: string, from = 0n, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.#assertOpen();
    return this.#connection.records(
      streamRequest(this.#connection.names.onServer(stream), from, pageLimit(options.limit)),
    );
  }

  async readAll(after: bigint | null, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.#assertOpen();
    const limit = pageLimit(options.limit);
    const page = await this.#readFrom(after, limit);
    return (page[0]?.position === after ? page.slice(1) : page).slice(0, limit);
  }

  async head(): Promise<bigint | null> {
    this.#assertOpen();
    const [last] = await this.#connection.records(headRequest(this.#connection.names.prefixes));
    return last?.position ?? null;
  }

  subscribe(options: SubscribeOptions): AsyncGenerator<RecordedEvent, void, undefined> {
    this.#assertOpen();
    this.#listener.start();
    return follow(
      {
        page: (after, limit) => this.#page(after, limit),
        head: () => this.head(),
        news: this.#news,
        closed: () => this.#closing !== null,
        onFailure: (error) =>
          this.#connection.settings.onTrouble('A subscription could not read the log and tries again', error),
      },
      options,
    );
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close();
    // Waiters wake and find the store closing.
    this.#news.call();
    await this.#closing;
  }

  async #close(): Promise<void> {
    this.#listener.close();
    await this.#appender.close();
    await this.#connection.close();
  }

  /** A page of a subscription, which goes on after an event of this log: where none stands, the position is of another log. */
  async #page(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    if (after === null) return this.#readFrom(null, limit);
    const page = await this.#readFrom(after, limit).catch((error: unknown) => {
      if (error instanceof StoreUnavailable && isUnreadable(error.cause)) return [];
      throw error;
    });
    if (page[0]?.position !== after) throw new PositionUnknown(after, await this.head());
    return page.slice(1);
  }

  /** The server reads from a position on, the event that stands there included, which comes on top of the limit. */
  #readFrom(position: bigint | null, limit: number): Promise<RecordedEvent[]> {
    return this.#connection.records(
      pageRequest(this.#connection.names.prefixes, position, position === null ? limit : limit + 1),
    );
  }

  #assertOpen(): void {
    if (this.#closing !== null) throw new StoreUnavailable('The log is closed');
  }
}
