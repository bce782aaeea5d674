import { randomUUID } from 'node:crypto';
import { UUID, type RecordedEvent } from '@fairmark/events';
import { pageLimit } from '../port/encoding.js';
import {
  EventRefused,
  PositionUnknown,
  StoreUnavailable,
  type LogPage,
  type ReadOptions,
} from '../port/event-store.js';
import { placed, type Answer, type Append } from '../port/append.js';
import { LogStore } from '../port/log-store.js';
import { BatchWriter } from './batch-writer.js';
import { Connection, isUnreadable } from './connection.js';
import { headRequest, lastRequest, pageRequest, streamRequest } from './messages.js';
import { dataOf, recordOf, sealedFor, sentId, withId, type ServerEvent } from './records.js';
import { settingsOf, type EventStoreDbOptions, type Settings } from './settings.js';

/** This stream's first event holds the log's id. It is not part of the log, so readers of the log never see it. */
const ID_STREAM = 'fairmark-log';

/**
 * The log on EventStoreDB 23.10 or later; connects on first use. Positions are commit positions, which leave gaps.
 *
 * Appends are pipelined in the order of the calls, so a caller that copies a whole log need not await each one.
 */
export class EventStoreDbEventStore extends LogStore<Settings> {
  private readonly connection: Connection;
  private readonly writer: BatchWriter;

  constructor(options: EventStoreDbOptions) {
    const settings = settingsOf(options);
    const connection = new Connection(settings);
    super(settings, (notify, signal) => connection.listen(notify, signal));
    this.connection = connection;
    this.writer = new BatchWriter(connection);
  }

  protected async readAfter(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    return (await this.pageAfter(after, limit)).map((event) => this.recorded(event));
  }

  override async readPage(after: bigint | null, options: ReadOptions = {}): Promise<LogPage> {
    this.assertOpen();
    const page = await this.pageAfter(after, pageLimit(options.limit));
    const last = page.at(-1)?.getCommitPosition();
    return {
      last: last === undefined ? null : BigInt(last),
      events: () => page.map((event) => this.recorded(event)),
    };
  }

  async head(): Promise<bigint | null> {
    this.assertOpen();
    const [last] = await this.records(headRequest(this.settings.prefixes));
    return last?.position ?? null;
  }

  /** Reads or creates the id of this namespace's log. Creation expects "no stream", so of concurrent callers one wins. */
  protected async readId(): Promise<string> {
    const stream = this.onServer(ID_STREAM);
    const found = await this.storedId(stream);
    if (found !== null) return found;
    const id = randomUUID();
    const created = { id, type: 'LogCreated', data: JSON.stringify({ logId: id }), metadata: null };
    await this.writer.append(stream, -1n, [created]);
    const stored = await this.storedId(stream);
    if (stored === null) throw new Error(`${stream} is empty after an append`);
    return stored;
  }

  private async storedId(stream: string): Promise<string | null> {
    const [first] = await this.connection.read(streamRequest(stream, 0n, 1));
    if (first === undefined) return null;
    const data = dataOf(first);
    const id = typeof data === 'object' && data !== null && 'logId' in data ? data.logId : undefined;
    if (typeof id !== 'string' || !UUID.test(id)) throw new Error(`${stream} does not begin with a log's id`);
    return id;
  }

  protected async disconnect(): Promise<void> {
    this.writer.close();
    await this.connection.close();
  }

  protected async send(append: Append): Promise<Answer> {
    const { stream, expected, events, encoded } = append;
    if (!this.settings.streams.some((prefix) => stream.startsWith(prefix))) {
      throw new EventRefused(`${stream} is not a stream of this log`);
    }
    if (!sealedFor(append)) return this.answerMisplaced(append);
    const sent = encoded.map(({ id, type, data, metadata }, at) => {
      return { id: sentId(events[at]?.metadata.hash ?? ''), type, data, metadata: withId(id, metadata) };
    });
    const answer = await this.writer.append(this.onServer(stream), expected, sent);
    if ('actual' in answer) return answer;
    const { position } = answer;
    // The server returns only the last event's position.
    return { recorded: events.length > 1 || position === null ? undefined : placed(append, position) };
  }

  /** Answers an append of events sealed for another place. It is never sent: the server would accept an id twice. */
  private async answerMisplaced({ stream, expected }: Append): Promise<Answer> {
    const [last] = await this.records(lastRequest(this.onServer(stream)));
    const actual = last?.revision ?? null;
    if ((actual ?? -1n) !== expected) return { actual };
    throw new EventRefused(`The events were not sealed for this place of ${stream}`);
  }

  /** The page after an event of this log. @throws PositionUnknown if no event is at `after`: it is of another log */
  protected override async nextPage(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    if (after === null) return this.readAll(null, { limit });
    const page = await this.pageFrom(after, limit + 1).catch((error: unknown) => {
      if (error instanceof StoreUnavailable && isUnreadable(error.cause)) return [];
      throw error;
    });
    if (page[0]?.getCommitPosition() !== `${after}`) throw new PositionUnknown(after, await this.head());
    return page.slice(1).map((event) => this.recorded(event));
  }

  private async pageAfter(after: bigint | null, limit: number): Promise<ServerEvent[]> {
    const page = await this.pageFrom(after, after === null ? limit : limit + 1);
    return (page[0]?.getCommitPosition() === `${after}` ? page.slice(1) : page).slice(0, limit);
  }

  /** The server's reads include the event at the position itself. */
  private pageFrom(position: bigint | null, count: number): Promise<ServerEvent[]> {
    return this.connection.read(pageRequest(this.settings.prefixes, position, count));
  }

  protected readRevisions(stream: string, from: bigint, limit: number): Promise<RecordedEvent[]> {
    return this.records(streamRequest(this.onServer(stream), from, limit));
  }

  private async records(request: Parameters<Connection['read']>[0]): Promise<RecordedEvent[]> {
    const events = await this.connection.read(request);
    return events.map((event) => this.recorded(event));
  }

  private recorded(event: ServerEvent): RecordedEvent {
    return recordOf(event, this.settings.namespace);
  }

  private onServer(stream: string): string {
    return this.settings.namespace + stream;
  }
}
