import { LIMITS, type Freshness } from '@fairmark/contract';
import { CLUBHOUSE_CHANNEL, CLUBHOUSE_SCHEMA, readNews, type ProjectionNews } from '@fairmark/read-models';
import { within, type EventStore } from '@fairmark/event-store';
import { runEvery, type Config, type Logger } from '@fairmark/server';
import { Client } from 'pg';
import type { PositionQuery } from './position.query.js';

/** How long the log may take to say where it ends. */
const HEAD_WITHIN_MS = 500;
const PULSE_MS = 1_000;
const RECONNECT_MS = { first: 100, most: 2_000 };
/** How long to wait for the server to confirm that the connection is closed. */
const END_MS = 1_000;

interface Wanted {
  position: bigint;
  log: string | undefined;
}

interface Waiter extends Wanted {
  release: () => void;
}

/**
 * Read your own writes: delays a query until the projector has reached the position that the golfer's last command
 * wrote. One connection listens for all; waiters are entries of a set and use no connection.
 */
export class ProjectionGate {
  private news: ProjectionNews | null = null;
  /** Milliseconds of this process's monotonic clock. */
  private receivedAt = -Infinity;
  private readonly waiters = new Set<Waiter>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly config: Pick<Config, 'databaseUrl'>,
    private readonly logger: Logger,
    private readonly store: Pick<EventStore, 'head' | 'logId'>,
  ) {}

  /** Starts listening. Resolves after the first attempt, successful or not; retries follow in the background. */
  start(): Promise<void> {
    const { signal } = this.stopping;
    return new Promise((attempted) => {
      const onError = (err: unknown): void => {
        attempted();
        if (!signal.aborted) this.logger.warn({ err }, 'listening to the projector failed, reconnecting');
      };
      const listen = (progressed: () => void): Promise<void> =>
        this.listen(() => {
          progressed();
          attempted();
        });
      this.running = runEvery(listen, { everyMs: 0, backOff: RECONNECT_MS, signal, onError });
    });
  }

  /** The last known position of the tables; undefined if unknown. */
  get position(): bigint | null | undefined {
    return this.news === null ? undefined : this.news.position;
  }

  /** Called by Nest after the last request was answered. Takes a second at most, even if the server is frozen. */
  async onApplicationShutdown(): Promise<void> {
    for (const waiter of this.waiters) waiter.release();
    this.stopping.abort();
    await this.running;
  }

  /**
   * Waits until the tables hold everything up to the token's position, 2 s at most. Returns immediately, as stale,
   * while the projector is silent or too many queries wait. Ignores a token of another log, and one beyond the end of
   * this one: since an older copy was restored, a screen that stayed open asks for events that are lost.
   */
  async wait(token: PositionQuery = {}): Promise<Freshness> {
    const wanted = token.position === undefined ? null : { position: BigInt(token.position), log: token.log };
    const waits = wanted !== null && this.mayWait(wanted);
    if (waits) await this.untilReached(wanted);
    const behind = wanted !== null && !this.reached(wanted);
    const stale = this.isSilent() || (behind && !(waits && (await this.isLost(wanted))));
    const position = this.news?.position ?? null;
    return { position: position === null ? null : String(position), ...(stale ? { stale: true as const } : {}) };
  }

  /** Runs a query once the tables have reached its token, and adds their position. @throws what `work` throws */
  async read<T extends object>(token: PositionQuery, work: () => Promise<T>): Promise<Freshness & T> {
    const freshness = await this.wait(token);
    return { ...freshness, ...(await work()) };
  }

  /**
   * Waits, no longer than `wait`, until the tables hold what the log holds now, for commands that must find something
   * there. Resolves to false if they still do not.
   */
  async caughtUp(): Promise<boolean> {
    const head = await this.store.head();
    if (head === null) return true;
    const { stale } = await this.wait({ position: String(head), log: await this.store.logId() });
    return stale !== true;
  }

  private mayWait(wanted: Wanted): boolean {
    return !this.reached(wanted) && !this.isSilent() && this.waiters.size < LIMITS.projectionWaitersMax;
  }

  private untilReached(wanted: Wanted): Promise<void> {
    return new Promise((resolve) => {
      const release = (): void => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        resolve();
      };
      const waiter: Waiter = { ...wanted, release };
      const timer = setTimeout(release, LIMITS.projectionWaitMs);
      this.waiters.add(waiter);
    });
  }

  private reached({ position, log }: Wanted): boolean {
    if (this.news === null) return false;
    if (log !== undefined && log !== this.news.log) return true;
    return this.news.position !== null && this.news.position >= position;
  }

  /** Whether the log ends before a position. */
  private async isLost({ position }: Wanted): Promise<boolean> {
    const head = await within(HEAD_WITHIN_MS, this.store.head()).catch(() => undefined);
    return head !== undefined && (head ?? 0n) < position;
  }

  private isSilent(): boolean {
    return this.news === null || performance.now() - this.receivedAt > LIMITS.projectorSilentMs;
  }

  private receive(news: ProjectionNews, ageMs: number): void {
    this.news = news;
    this.receivedAt = performance.now() - ageMs;
    for (const waiter of this.waiters) if (this.reached(waiter)) waiter.release();
  }

  /** Listens on a connection of its own. Rejects when it breaks, resolves on shutdown. */
  private async listen(onListening: () => void): Promise<void> {
    const { signal } = this.stopping;
    const client = new Client({
      connectionString: this.config.databaseUrl,
      application_name: 'fairmark gate',
      connectionTimeoutMillis: 3_000,
      query_timeout: 2_000,
      keepAlive: true,
    });
    const cleanup = new AbortController();
    let pulse: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => resolve(), { once: true, signal: cleanup.signal });
        client.on('error', reject);
        client.on('end', () => reject(new Error('The connection ended')));
        client.on('notification', ({ payload = '' }) => this.receive(readNews(payload), 0));
        const begin = async (): Promise<void> => {
          await client.connect();
          await client.query(`listen ${CLUBHOUSE_CHANNEL}`);
          await this.readCheckpoint(client);
          if (!signal.aborted) onListening();
          // Detects a connection that died unnoticed, which looks like a silent projector.
          pulse = setInterval(() => void this.readCheckpoint(client).catch(reject), PULSE_MS);
        };
        begin().catch(reject);
      });
    } finally {
      cleanup.abort();
      clearInterval(pulse);
      const ended = within(END_MS, client.end()).catch(() => client.connection.stream.destroy());
      // When reconnecting, do not wait for the lost connection to close.
      if (signal.aborted) await ended;
    }
  }

  private async readCheckpoint(client: Client): Promise<void> {
    const { rows } = await client.query<{ log_id: string; position: string | null; ago: number }>(
      `select log_id, position,
              (extract(epoch from clock_timestamp() - heartbeat_at) * 1000)::float8 as ago
       from ${CLUBHOUSE_SCHEMA}.checkpoint`,
    );
    const [row] = rows;
    if (row === undefined) return;
    const position = row.position === null ? null : BigInt(row.position);
    this.receive({ log: row.log_id, position }, Math.max(0, row.ago));
  }
}
