import { setTimeout as sleep } from 'node:timers/promises';
import { pageLimit } from '../encoding.js';
import type { NewEvent, RecordedEvent } from '../envelope.js';
import {
  StoreUnavailable,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type ReadOptions,
  type SubscribeOptions,
} from '../event-store.js';
import { Appender } from './appender.js';
import { Connection } from './connection.js';
import { failureOf } from './failure.js';
import { Feed } from './feed.js';
import { HeadFinder } from './head.js';
import { eventsOf, LiveReader } from './live-reader.js';
import { identify } from './log-identity.js';
import { Names, recordOf } from './records.js';
import { attemptMs, backOffMs, settingsOf, type EventStoreDbOptions, type Settings } from './settings.js';

/** The log on EventStoreDB 23.10 or later. Positions are those of commits: they grow, and leave gaps. Connects when it is first needed. */
export class EventStoreDbEventStore implements EventStore {
  readonly #settings: Settings;
  readonly #names: Names;
  readonly #connection: Connection;
  readonly #appender: Appender;
  readonly #head: HeadFinder;
  readonly #readers = new Set<LiveReader>();
  /** The highest position that was seen; null for a log that was empty, undefined when it has to be looked for. */
  #seen: bigint | null | undefined;
  #logId: string | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: EventStoreDbOptions) {
    const settings = settingsOf(options);
    const names = new Names(settings);
    this.#settings = settings;
    this.#names = names;
    this.#connection = new Connection(settings);
    this.#head = new HeadFinder(this.#connection, names);
    const reader = {
      readStream: (stream: string, from: bigint, limit: number) => this.#readStream(stream, from, limit),
      lastRevision: (stream: string) => this.#patiently(() => this.#connection.lastRevision(names.onServer(stream))),
      seen: async () => (this.#seen === undefined ? this.#findHead() : this.#seen),
    };
    this.#appender = new Appender(this.#connection, { names, settings, reader });
  }

  async logId(): Promise<string> {
    this.#assertOpen();
    this.#logId ??= await this.#patiently(() => identify(this.#connection, this.#settings.namespace));
    return this.#logId;
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    try {
      const result = await this.#appender.append(stream, expected === 'no-stream' ? -1n : expected, events);
      if (result.outcome !== 'conflict') this.#saw(result.position);
      return result;
    } catch (error) {
      // The log may hold more than was seen: the next append looks for its end before it says who stored what.
      if (error instanceof StoreUnavailable) this.#seen = undefined;
      throw error;
    }
  }

  async readStream(stream: string, from = 0n, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.#assertOpen();
    return this.#readStream(stream, from, pageLimit(options.limit));
  }

  async readAll(after: bigint | null, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.#assertOpen();
    return this.#patiently(() => this.#page(after, pageLimit(options.limit)));
  }

  async head(): Promise<bigint | null> {
    this.#assertOpen();
    return this.#findHead();
  }

  subscribe(options: SubscribeOptions): AsyncGenerator<RecordedEvent, void, undefined> {
    this.#assertOpen();
    const source = {
      open: (after: bigint | null) => new Feed(this.#connection, this.#names, after),
      head: () => this.#findHead(),
      settings: this.#settings,
    };
    return this.#registered(new LiveReader(source, options.after), options);
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    for (const reader of this.#readers) reader.close();
    await this.#appender.close();
    await this.#connection.close();
  }

  async *#registered(reader: LiveReader, options: SubscribeOptions): AsyncGenerator<RecordedEvent, void, undefined> {
    if (this.#closing !== null) return;
    this.#readers.add(reader);
    try {
      yield* eventsOf(reader, options);
    } finally {
      this.#readers.delete(reader);
    }
  }

  async #readStream(stream: string, from: bigint, limit: number): Promise<RecordedEvent[]> {
    const read = await this.#patiently(() => this.#connection.readStream(this.#names.onServer(stream), from, limit));
    return read.map((resolved) => recordOf(this.#names, resolved));
  }

  /**
   * A page is the beginning of a subscription, since the client filters subscriptions alone: up to `limit` events, or up to where
   * the server has caught up. One that ends before is no page.
   */
  async #page(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    const feed = new Feed(this.#connection, this.#names, after);
    const page: RecordedEvent[] = [];
    try {
      while (page.length < limit) {
        const next = await feed.next(attemptMs(this.#settings));
        if (next === 'caught-up') break;
        if (typeof next === 'string') throw new Error('The log says nothing');
        page.push(next);
      }
      return page;
    } finally {
      feed.close();
    }
  }

  async #findHead(): Promise<bigint | null> {
    const head = await this.#patiently(() => this.#head.find(this.#settings.timeoutMs));
    this.#saw(head);
    return head;
  }

  #saw(position: bigint | null): void {
    if (position === null) this.#seen ??= null;
    else if ((this.#seen ?? -1n) < position) this.#seen = position;
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
