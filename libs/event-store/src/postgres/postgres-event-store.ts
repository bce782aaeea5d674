import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type QueryResultRow } from 'pg';
import type { NewEvent, RecordedEvent } from '@fairmark/events';
import { pageLimit } from '../port/encoding.js';
import {
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
import { backOffMs, clientConfig, failureOf, settingsOf, type PostgresOptions, type Settings } from './connection.js';
import { Listener } from './listener.js';

const COLUMNS = 'position, stream, revision, id, type, data, metadata';

const READ_STREAM = `select ${COLUMNS} from log.events where stream = $1 and revision >= $2 order by revision limit $3`;
const READ_ALL = `select ${COLUMNS} from log.events where position > $1 order by position limit $2`;
const HEAD = 'select max(position) as head from log.events';
const LOG_ID = 'select id from log.identity';

/** The log on Postgres. `migrateEventLog` makes its tables. Opens connections when they are first needed. */
export class PostgresEventStore implements EventStore {
  readonly #settings: Settings;
  readonly #pool: Pool;
  readonly #news = new WakeUp();
  readonly #listener: Listener;
  readonly #appender: Appender;
  #logId: string | null = null;
  #closed = false;

  constructor(options: PostgresOptions) {
    this.#settings = settingsOf(options);
    this.#pool = new Pool({ ...clientConfig(this.#settings, 'read'), max: this.#settings.poolSize });
    this.#pool.on('error', (error) => this.#settings.onTrouble('A connection for reading was lost', error));
    this.#listener = new Listener(this.#settings, this.#news);
    this.#appender = new Appender(this.#settings, (stream, after, limit) =>
      this.#read('read_stream', READ_STREAM, [stream, after + 1n, limit]),
    );
  }

  async logId(): Promise<string> {
    this.#assertOpen();
    const found = this.#logId ?? (await this.#read<{ id: string }>('log_id', LOG_ID, []))[0]?.id;
    if (found === undefined) throw new StoreUnavailable('The log has no id: it was not migrated');
    this.#logId = found;
    return found;
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.#appender.append(stream, expected === 'no-stream' ? -1n : expected, events);
  }

  async readStream(stream: string, from = 0n, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.#assertOpen();
    return this.#read('read_stream', READ_STREAM, [stream, from, pageLimit(options.limit)]);
  }

  async readAll(after: bigint | null, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.#assertOpen();
    return this.#read('read_all', READ_ALL, [after ?? 0n, pageLimit(options.limit)]);
  }

  async head(): Promise<bigint | null> {
    this.#assertOpen();
    const [row] = await this.#read<{ head: bigint | null }>('head', HEAD, []);
    return row?.head ?? null;
  }

  subscribe(options: SubscribeOptions): AsyncGenerator<RecordedEvent, void, undefined> {
    this.#assertOpen();
    this.#listener.start();
    return follow(
      {
        page: (after, limit) => this.readAll(after, { limit }),
        head: () => this.head(),
        news: this.#news,
        closed: () => this.#closed,
        pollMs: () => this.#settings.pollMs * (1 + Math.random()),
        onFailure: (error) => this.#settings.onTrouble('A subscription could not read the log and tries again', error),
      },
      options,
    );
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#news.call();
    await this.#appender.close();
    await Promise.all([this.#listener.close(), this.#pool.end()]);
  }

  /** Reading changes nothing, so it is tried again until the caller's patience ends. */
  async #read<Row extends QueryResultRow = RecordedEvent>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    const until = performance.now() + this.#settings.timeoutMs;
    for (let failures = 0; ; failures += 1) {
      try {
        return (await this.#pool.query<Row>({ name, text, values })).rows;
      } catch (error) {
        const pause = backOffMs(failures);
        if (failureOf(error) !== 'lost' || performance.now() + pause >= until) {
          throw new StoreUnavailable('The log cannot be read', { cause: error });
        }
        await sleep(pause);
      }
    }
  }

  #assertOpen(): void {
    if (this.#closed) throw new StoreUnavailable('The log is closed');
  }
}
