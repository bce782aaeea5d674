import type { NewEvent, RecordedEvent } from '@fairmark/events';
import { pageLimit } from '../port/encoding.js';
import {
  EventRefused,
  PositionUnknown,
  StoreUnavailable,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type LogPage,
  type ReadOptions,
  type SubscribeOptions,
} from '../port/event-store.js';
import { Listener } from '../port/listener.js';
import { OpenAppends, placed, type Answer, type Append } from '../port/open-appends.js';
import { follow, followPages, pageOf, type Source } from '../port/subscription.js';
import { WakeUp } from '../port/wake-up.js';
import { BatchWriter } from './batch-writer.js';
import { Connection } from './connection.js';
import { isUnreadable } from './failure.js';
import { listen } from './listen.js';
import { identify } from './log-identity.js';
import { headRequest, lastRequest, pageRequest, streamRequest } from './messages.js';
import { recordOf, sealedFor, sentId, withId } from './records.js';
import { settingsOf, type EventStoreDbOptions, type Settings } from './settings.js';

/**
 * The log on EventStoreDB 23.10 or later. Positions are those of commits: they grow, and leave gaps.
 * Connects when it is first needed.
 *
 * Appends go to the server in the order of the calls, any number at a time. A caller that writes a
 * whole log in its order need not wait for one answer before the next call.
 */
export class EventStoreDbEventStore implements EventStore {
  private readonly settings: Settings;
  private readonly connection: Connection;
  private readonly writer: BatchWriter;
  private readonly appends: OpenAppends;
  private readonly news = new WakeUp();
  private readonly listener: Listener;
  private knownId: string | null = null;
  private closing: Promise<void> | null = null;

  constructor(options: EventStoreDbOptions) {
    this.settings = settingsOf(options);
    const { appendsMax, onTrouble } = this.settings;
    this.connection = new Connection(this.settings);
    this.writer = new BatchWriter(this.connection);
    this.appends = new OpenAppends({
      appendsMax,
      send: (append) => this.send(append),
      readStream: (stream, from, limit) => this.readOne(stream, from, limit),
    });
    this.listener = new Listener(
      this.news,
      (heard, signal) => listen(this.connection, heard, signal),
      (error) => onTrouble('The subscription to new events was lost and begins anew', error),
    );
  }

  async logId(): Promise<string> {
    this.assertOpen();
    this.knownId ??= await identify(this.connection, this.writer);
    return this.knownId;
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.appends.append(stream, expected, events);
  }

  async readStream(stream: string, from = 0n, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.assertOpen();
    return this.readOne(stream, from, pageLimit(options.limit));
  }

  async readAll(after: bigint | null, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.assertOpen();
    const limit = pageLimit(options.limit);
    const page = await this.readFrom(after, limit);
    return (page[0]?.position === after ? page.slice(1) : page).slice(0, limit);
  }

  async readPage(after: bigint | null, options: ReadOptions = {}): Promise<LogPage> {
    return pageOf(await this.readAll(after, options));
  }

  async head(): Promise<bigint | null> {
    this.assertOpen();
    const [last] = await this.records(headRequest(this.settings.prefixes));
    return last?.position ?? null;
  }

  subscribe(options: SubscribeOptions): AsyncGenerator<RecordedEvent, void, undefined> {
    return follow(this.source(), options);
  }

  subscribePages(options: SubscribeOptions): AsyncGenerator<RecordedEvent[], void, undefined> {
    return followPages(this.source(), options);
  }

  async close(): Promise<void> {
    this.closing ??= this.closeAll();
    // Subscriptions wake and find the store closing.
    this.news.call();
    await this.closing;
  }

  /** What a subscription reads; the listener runs from here on. */
  private source(): Source {
    this.assertOpen();
    this.listener.start();
    return {
      page: (after, limit) => this.page(after, limit),
      head: () => this.head(),
      news: this.news,
      closed: () => this.closing !== null,
      onFailure: (error) => this.settings.onTrouble('A subscription could not read the log and tries again', error),
    };
  }

  private async closeAll(): Promise<void> {
    const listening = this.listener.close();
    await this.appends.close();
    this.writer.close();
    await this.connection.close();
    await listening;
  }

  private async send(append: Append): Promise<Answer> {
    const { stream, expected, events, encoded } = append;
    if (!this.settings.streams.some((prefix) => stream.startsWith(prefix))) {
      throw new EventRefused(`${stream} is not a stream of this log`);
    }
    if (!sealedFor(append)) return this.misplaced(append);
    const sent = encoded.map(({ id, type, data, metadata }, at) => {
      return { id: sentId(events[at]?.metadata.hash ?? ''), type, data, metadata: withId(id, metadata) };
    });
    const answer = await this.writer.append(this.onServer(stream), expected, sent);
    if ('actual' in answer) return answer;
    const { position } = answer;
    // The server places the last event alone.
    return { recorded: events.length > 1 || position === null ? undefined : placed(append, position) };
  }

  /** Events sealed for another place are never sent: the server would take an id a second time. */
  private async misplaced({ stream, expected }: Append): Promise<Answer> {
    const [last] = await this.records(lastRequest(this.onServer(stream)));
    const actual = last?.revision ?? null;
    if ((actual ?? -1n) !== expected) return { actual };
    throw new EventRefused(`The events were not sealed for this place of ${stream}`);
  }

  /** A page after an event of this log; where there is none, the position is of another log. */
  private async page(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    if (after === null) return this.readFrom(null, limit);
    const page = await this.readFrom(after, limit).catch((error: unknown) => {
      if (error instanceof StoreUnavailable && isUnreadable(error.cause)) return [];
      throw error;
    });
    if (page[0]?.position !== after) throw new PositionUnknown(after, await this.head());
    return page.slice(1);
  }

  /** The server reads from a position on, with the event there, which comes on top of the limit. */
  private readFrom(position: bigint | null, limit: number): Promise<RecordedEvent[]> {
    const count = position === null ? limit : limit + 1;
    return this.records(pageRequest(this.settings.prefixes, position, count));
  }

  private readOne(stream: string, from: bigint, limit: number): Promise<RecordedEvent[]> {
    return this.records(streamRequest(this.onServer(stream), from, limit));
  }

  private async records(request: Parameters<Connection['read']>[0]): Promise<RecordedEvent[]> {
    const events = await this.connection.read(request);
    return events.map((event) => recordOf(event, this.settings.namespace));
  }

  private onServer(stream: string): string {
    return this.settings.namespace + stream;
  }

  private assertOpen(): void {
    if (this.closing !== null) throw new StoreUnavailable('The log is closed');
  }
}
