import { Pool, type QueryResultRow } from 'pg';
import type { NewEvent, RecordedEvent } from '@fairmark/events';
import { pageLimit } from '../port/encoding.js';
import {
  StoreUnavailable,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type LogPage,
  type ReadOptions,
  type SubscribeOptions,
} from '../port/event-store.js';
import { Listener } from '../port/listener.js';
import { OpenAppends } from '../port/open-appends.js';
import { retry } from '../port/retry.js';
import { follow, followPages, type Source } from '../port/subscription.js';
import { WakeUp } from '../port/wake-up.js';
import { Appender } from './appender.js';
import { clientConfig, failureOf, settingsOf, type PostgresOptions, type Settings } from './connection.js';
import { listen } from './listen.js';
import { decodedPage, READ_PAGE, type PageRow } from './log-page.js';

const COLUMNS = 'position, stream, revision, id, type, data, metadata';

const READ_STREAM = `select ${COLUMNS} from log.events where stream = $1 and revision >= $2 order by revision limit $3`;
const READ_ALL = `select ${COLUMNS} from log.events where position > $1 order by position limit $2`;
const HEAD = 'select max(position) as head from log.events';
const LOG_ID = 'select id from log.identity';

/** The log on Postgres. `migrateEventLog` makes its tables. Opens connections when they are first needed. */
export class PostgresEventStore implements EventStore {
  private readonly settings: Settings;
  private readonly pool: Pool;
  private readonly news = new WakeUp();
  private readonly listener: Listener;
  private readonly appender: Appender;
  private readonly appends: OpenAppends;
  private knownId: string | null = null;
  private closed = false;

  constructor(options: PostgresOptions) {
    this.settings = settingsOf(options);
    const { poolSize, queueMax, onTrouble } = this.settings;
    this.pool = new Pool({ ...clientConfig(this.settings, 'read'), max: poolSize });
    this.pool.on('error', (error) => onTrouble('A connection for reading was lost', error));
    this.listener = new Listener(
      this.news,
      (heard, signal) => listen(this.settings, heard, signal),
      (error) => onTrouble('The connection that listens for new events was lost', error),
    );
    this.appender = new Appender(this.settings);
    this.appends = new OpenAppends({
      appendsMax: queueMax,
      send: (append) => this.appender.send(append),
      readStream: (...read) => this.read('read_stream', READ_STREAM, read),
    });
  }

  async logId(): Promise<string> {
    this.assertOpen();
    const found = this.knownId ?? (await this.read<{ id: string }>('log_id', LOG_ID, []))[0]?.id;
    if (found === undefined) throw new StoreUnavailable('The log has no id: it was not migrated');
    this.knownId = found;
    return found;
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.appends.append(stream, expected, events);
  }

  async readStream(stream: string, from = 0n, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.assertOpen();
    return this.read('read_stream', READ_STREAM, [stream, from, pageLimit(options.limit)]);
  }

  async readAll(after: bigint | null, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.assertOpen();
    return this.read('read_all', READ_ALL, [after ?? 0n, pageLimit(options.limit)]);
  }

  async readPage(after: bigint | null, options: ReadOptions = {}): Promise<LogPage> {
    this.assertOpen();
    const [page] = await this.read<PageRow>('read_page', READ_PAGE, [after ?? 0n, pageLimit(options.limit)]);
    return decodedPage(page);
  }

  async head(): Promise<bigint | null> {
    this.assertOpen();
    const [row] = await this.read<{ head: bigint | null }>('head', HEAD, []);
    return row?.head ?? null;
  }

  subscribe(options: SubscribeOptions): AsyncGenerator<RecordedEvent, void, undefined> {
    return follow(this.source(), options);
  }

  subscribePages(options: SubscribeOptions): AsyncGenerator<RecordedEvent[], void, undefined> {
    return followPages(this.source(), options);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.news.call();
    await this.appends.close();
    await this.appender.close();
    await Promise.all([this.listener.close(), this.pool.end()]);
  }

  /** What a subscription reads; the listener runs from here on. */
  private source(): Source {
    this.assertOpen();
    this.listener.start();
    return {
      page: (after, limit) => this.readAll(after, { limit }),
      head: () => this.head(),
      news: this.news,
      closed: () => this.closed,
      pollMs: () => this.settings.pollMs * (1 + Math.random()),
      onFailure: (error) => this.settings.onTrouble('A subscription could not read the log and tries again', error),
    };
  }

  /** Reading changes nothing, so it is tried again until the caller's patience ends. */
  private async read<Row extends QueryResultRow = RecordedEvent>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    const query = () => this.pool.query<Row>({ name, text, values });
    const again = (error: unknown): boolean => failureOf(error) === 'lost';
    try {
      return (await retry(query, { withinMs: this.settings.timeoutMs, again })).rows;
    } catch (cause) {
      throw new StoreUnavailable('The log cannot be read', { cause });
    }
  }

  private assertOpen(): void {
    if (this.closed) throw new StoreUnavailable('The log is closed');
  }
}
