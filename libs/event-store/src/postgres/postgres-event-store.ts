import { Pool, type QueryResultRow } from 'pg';
import type { RecordedEvent } from '@fairmark/events';
import { pageLimit } from '../port/encoding.js';
import { StoreUnavailable, type LogPage, type ReadOptions } from '../port/event-store.js';
import { retry } from '../port/retry.js';
import type { Answer, Append } from '../port/append.js';
import { LogStore } from '../port/log-store.js';
import { Appender } from './appender.js';
import { clientConfig, DEFAULTS, failureOf, listen, type PostgresOptions, type Settings } from './connection.js';
import { RecentEvents } from './recent-events.js';
import { decodedPage, HEAD, LOG_ID, READ_ALL, READ_PAGE, READ_STREAM, type PageRow } from './reading.js';

/** The log on Postgres. `migrateEventLog` creates its tables. Connects on first use. */
export class PostgresEventStore extends LogStore<Settings> {
  private readonly pool: Pool;
  private readonly appender: Appender;
  /** Own appends, so that subscriptions need not read them back; empty without subscriptions. */
  private readonly recent = new RecentEvents();
  /** The log's head when others last announced it, which events in memory may not reach. */
  private announced = 0n;

  constructor(options: PostgresOptions) {
    const settings = { ...DEFAULTS, ...options };
    super(settings, (...args) => listen(settings, (...news) => this.isNews(...news), ...args));
    this.pool = new Pool({ ...clientConfig(settings, 'read'), max: settings.poolSize });
    this.pool.on('error', (error) => settings.onTrouble('A connection for reading was lost', error));
    this.appender = new Appender(settings, (stored) => this.batchEnded(stored));
  }

  protected readAfter(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    return this.read('read_all', READ_ALL, [after ?? 0n, limit]);
  }

  override async readPage(after: bigint | null, options: ReadOptions = {}): Promise<LogPage> {
    this.assertOpen();
    const [page] = await this.read<PageRow>('read_page', READ_PAGE, [after ?? 0n, pageLimit(options.limit)]);
    return decodedPage(page);
  }

  async head(): Promise<bigint | null> {
    this.assertOpen();
    const [row] = await this.read<{ head: bigint | null }>('head', HEAD, []);
    return row?.head ?? null;
  }

  protected async readId(): Promise<string> {
    const [row] = await this.read<{ id: string }>('log_id', LOG_ID, []);
    if (row === undefined) throw new StoreUnavailable('The log has no id: it was not migrated');
    return row.id;
  }

  protected readRevisions(...read: [stream: string, from: bigint, limit: number]): Promise<RecordedEvent[]> {
    return this.read('read_stream', READ_STREAM, read);
  }

  protected send(append: Append): Promise<Answer> {
    return this.appender.send(append);
  }

  /** Takes this process's own appends from memory, and fills the gaps before them from the log. */
  protected override async nextPage(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    const from = after ?? 0n;
    const own = this.recent.after(from, limit);
    if (own.length > 0) return own;
    const gap = this.recent.gapAfter(from) ?? limit;
    const others = await super.nextPage(after, Math.min(gap, limit));
    const last = others.at(-1)?.position;
    return last === undefined || others.length < gap ? others : others.concat(this.recent.after(last, limit - gap));
  }

  /** A page may be short of `limit` only because it ends at a gap between our own events, or after the last of them. */
  protected override knowsMore(position: bigint): boolean {
    return position < this.recent.last || position < this.announced;
  }

  protected override onSubscriptionFailure(error: StoreUnavailable): void {
    this.recent.clear();
    super.onSubscriptionFailure(error);
  }

  /** False for our own appends, which subscriptions learn of in `batchEnded`. */
  private isNews(position: bigint, writer: number): boolean {
    if (position <= this.recent.last || writer === this.appender.backendPid) return false;
    this.announced = position;
    return true;
  }

  private batchEnded(stored: RecordedEvent[]): void {
    if (this.listening === null) return;
    this.recent.add(stored);
    this.news.call();
  }

  protected override pollMs(): number {
    return this.settings.pollMs * (1 + Math.random());
  }

  protected async disconnect(): Promise<void> {
    await Promise.all([this.appender.close(), this.pool.end()]);
  }

  /** Reads are safe to repeat, so they are retried until the timeout. */
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
}
