import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { pageLimit } from '../encoding.js';
import type { NewEvent, RecordedEvent } from '../envelope.js';
import {
  PositionUnknown,
  StoreUnavailable,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type ReadOptions,
  type SubscribeOptions,
} from '../event-store.js';
import { follow } from '../subscription.js';
import { WakeUp } from '../wake-up.js';
import { Appender } from './appender.js';
import { BatchWriter } from './batch-writer.js';
import { Connection } from './connection.js';
import { failureOf, isUnreadable } from './failure.js';
import { Listener } from './listener.js';
import { identify } from './log-identity.js';
import { Names, recordOf } from './records.js';
import { headRequest, lastRequest, pageRequest, streamRequest } from './requests.js';
import { backOffMs, settingsOf, type EventStoreDbOptions, type Settings } from './settings.js';

/**
 * The log on EventStoreDB 23.10 or later. Positions are those of commits: they grow, and leave gaps. Connects when it is first needed.
 *
 * Appends go to the server in the order of the calls, any number at a time. Whoever writes a whole log in its order need
 * not wait for one answer before the next call.
 */
export class EventStoreDbEventStore implements EventStore {
  readonly #settings: Settings;
  readonly #names: Names;
  readonly #connection: Connection;
  readonly #writer: BatchWriter;
  readonly #appender: Appender;
  readonly #news = new WakeUp();
  readonly #listener: Listener;
  #logId: string | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: EventStoreDbOptions) {
    const settings = settingsOf(options);
    const names = new Names(settings);
    this.#settings = settings;
    this.#names = names;
    this.#connection = new Connection(settings);
    this.#writer = new BatchWriter(this.#connection, settings);
    this.#listener = new Listener(this.#connection, { names, settings, news: this.#news });
    const reader = {
      readStream: (stream: string, from: bigint, limit: number) => this.#readStream(stream, from, limit),
      lastRevision: async (stream: string) => {
        const [last] = await this.#read(lastRequest(names.onServer(stream)));
        return last?.revision ?? null;
      },
    };
    this.#appender = new Appender(this.#writer, { names, settings, reader });
  }

  async logId(): Promise<string> {
    this.#assertOpen();
    this.#logId ??= await this.#patiently(() => identify(this.#connection, this.#writer, this.#settings.namespace));
    return this.#logId;
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.#appender.append(stream, expected === 'no-stream' ? -1n : expected, events);
  }

  async readStream(stream: string, from = 0n, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.#assertOpen();
    return this.#readStream(stream, from, pageLimit(options.limit));
  }

  async readAll(after: bigint | null, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.#assertOpen();
    const limit = pageLimit(options.limit);
    const page = await this.#readFrom(after, limit);
    return (page[0]?.position === after ? page.slice(1) : page).slice(0, limit);
  }

  async head(): Promise<bigint | null> {
    this.#assertOpen();
    const [last] = await this.#read(headRequest(this.#names.prefixes));
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
        onFailure: (error) => this.#settings.onTrouble('A subscription could not read the log and tries again', error),
      },
      options,
    );
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    // Whoever wakes finds the store closing.
    queueMicrotask(() => this.#news.call());
    this.#listener.close();
    await this.#appender.close();
    await this.#connection.close();
  }

  #readStream(stream: string, from: bigint, limit: number): Promise<RecordedEvent[]> {
    return this.#read(streamRequest(this.#names.onServer(stream), from, limit));
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
    return this.#read(pageRequest(this.#names.prefixes, position, position === null ? limit : limit + 1));
  }

  async #read(request: ReadReq): Promise<RecordedEvent[]> {
    const sent = await this.#patiently(() => this.#connection.read(request));
    return sent.map((event) => recordOf(this.#names, event));
  }

  /** Reading changes nothing, so it is tried again until the caller's patience ends. */
  async #patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    const { timeoutMs, chance } = this.#settings;
    const until = performance.now() + timeoutMs;
    for (let failures = 0; ; failures += 1) {
      try {
        return await work();
      } catch (error) {
        const pause = backOffMs(failures, chance());
        if (this.#closing !== null || failureOf(error) !== 'lost' || performance.now() + pause >= until) {
          throw new StoreUnavailable('The log cannot be read', { cause: error });
        }
        await sleep(pause);
      }
    }
  }

  #assertOpen(): void {
    if (this.#closing !== null) throw new StoreUnavailable('The log is closed');
  }
}
