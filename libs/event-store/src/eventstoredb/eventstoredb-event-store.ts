import type { RecordedEvent } from '@fairmark/events';
import { pageLimit } from '../port/encoding.js';
import {
  EventRefused,
  PositionUnknown,
  StoreUnavailable,
  type LogPage,
  type ReadOptions,
} from '../port/event-store.js';
import { placed, ServerStore, type Answer, type Append } from '../port/server-store.js';
import { BatchWriter } from './batch-writer.js';
import { Connection, identify, type ServerEvent } from './connection.js';
import { isUnreadable } from './failure.js';
import { listen } from './listen.js';
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
export class EventStoreDbEventStore extends ServerStore<Settings> {
  private readonly connection: Connection;
  private readonly writer: BatchWriter;

  constructor(options: EventStoreDbOptions) {
    const settings = settingsOf(options);
    const connection = new Connection(settings);
    super(settings, (heard, signal) => listen(connection, heard, signal));
    this.connection = connection;
    this.writer = new BatchWriter(connection);
  }

  async readAll(after: bigint | null, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    return (await this.pageAfter(after, pageLimit(options.limit))).map((event) => this.recorded(event));
  }

  override async readPage(after: bigint | null, options: ReadOptions = {}): Promise<LogPage> {
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

  protected readId(): Promise<string> {
    return identify(this.connection, this.writer);
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
    this.assertOpen();
    const page = await this.pageFrom(after, after === null ? limit : limit + 1);
    return (page[0]?.getCommitPosition() === `${after}` ? page.slice(1) : page).slice(0, limit);
  }

  /** The server reads from a position on, with the event there. */
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
