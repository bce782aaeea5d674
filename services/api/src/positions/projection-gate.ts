import { once } from 'node:events';
import { LIMITS, type Freshness } from '@fairmark/contract';
import { CLUBHOUSE_CHANNEL, CLUBHOUSE_SCHEMA, readNews, type ProjectionNews } from '@fairmark/read-models';
import { within, type EventStore } from '@fairmark/event-store';
import { DatabaseSession, repeat, type Config, type Logger } from '@fairmark/server';
import type { Client } from 'pg';
import type { PositionQuery } from './position.query.js';

/** How long the log may take to say where it ends. */
const HEAD_WITHIN_MS = 500;
const PULSE_MS = 1_000;
const RECONNECT_MS = { first: 100, most: 2_000 };

interface Wanted {
  position: bigint;
  log: string | undefined;
}

/**
 * Read your own writes: delays a query until the projector has reached the position that the golfer's last command
 * wrote. One connection listens for all; waiting queries are entries of a map and use no connection.
 */
export class ProjectionGate {
  private news: ProjectionNews | null = null;
  /** Milliseconds of this process's monotonic clock. */
  private receivedAt = -Infinity;
  /** The queries that wait, with what releases each. */
  private readonly waiting = new Map<Wanted, () => void>();
  private listening: ReturnType<typeof repeat> | undefined;

  constructor(
    private readonly config: Pick<Config, 'databaseUrl'>,
    private readonly logger: Logger,
    private readonly store: Pick<EventStore, 'head' | 'logId'>,
  ) {}

  /** Starts listening. Resolves after the first attempt, successful or not; retries follow in the background. */
  start(): Promise<void> {
    return new Promise((attempted) => {
      const listen = (signal: AbortSignal, progressed: () => void): Promise<void> =>
        this.listen(signal, () => {
          progressed();
          attempted();
        });
      const onError = (err: unknown): void => {
        attempted();
        this.logger.warn({ err }, 'listening to the projector failed, reconnecting');
      };
      this.listening = repeat(listen, { everyMs: 0, backOff: RECONNECT_MS, onError });
    });
  }

  /** The last known position of the tables; undefined if unknown. */
  get position(): bigint | null | undefined {
    return this.news === null ? undefined : this.news.position;
  }

  /** Called by Nest after the last request was answered. Does not wait for the server, which may be frozen. */
  async onApplicationShutdown(): Promise<void> {
    for (const release of this.waiting.values()) release();
    await this.listening?.stop();
  }

  /**
   * Waits until the tables hold everything up to the token's position, 2 s at most. Returns immediately, as stale,
   * while the projector is silent or too many queries wait. Ignores a token of another log, and one beyond the end of
   * this one: since an older copy was restored, a screen that stayed open asks for events that are lost.
   */
  async wait({ position, log }: PositionQuery = {}): Promise<Freshness> {
    const wanted = position === undefined ? null : { position: BigInt(position), log };
    const waited = wanted !== null && (await this.waitFor(wanted));
    // Of one moment: other news may come at any wait.
    const [at, isBehind] = [this.news?.position ?? null, wanted !== null && !this.reached(wanted)];
    const stale = this.isSilent() || (isBehind && !(waited && (await this.isLost(wanted))));
    return { position: at === null ? null : String(at), ...(stale ? { stale: true as const } : {}) };
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

  /** Waits until the tables reach a position, or for as long as a query may. False if it did not have to, or must not. */
  private async waitFor(wanted: Wanted): Promise<boolean> {
    if (this.reached(wanted) || this.isSilent() || this.waiting.size >= LIMITS.projectionWaitersMax) return false;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => release(), LIMITS.projectionWaitMs);
      const release = (): void => {
        clearTimeout(timer);
        this.waiting.delete(wanted);
        resolve();
      };
      this.waiting.set(wanted, release);
    });
    return true;
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
    for (const [wanted, release] of this.waiting) if (this.reached(wanted)) release();
  }

  /** Listens in a session of its own. Rejects when it breaks, resolves on shutdown. */
  private async listen(signal: AbortSignal, onListening: () => void): Promise<void> {
    const config = {
      connectionString: this.config.databaseUrl,
      application_name: 'fairmark gate',
      connectionTimeoutMillis: 3_000,
      query_timeout: 2_000,
    };
    const session = new DatabaseSession(config, `listen ${CLUBHOUSE_CHANNEL}`);
    session.client.on('notification', ({ payload = '' }) => {
      // A lost connection may still deliver what is long superseded.
      if (!session.signal.aborted) this.receive(readNews(payload), 0);
    });
    // Ends an attempt to connect, too, which an orderly end would leave pending.
    const cutOff = (): unknown => session.client.connection.stream.destroy();
    signal.addEventListener('abort', cutOff, { signal: session.signal });
    try {
      await session.connect();
      // Detects a connection that died unnoticed, which looks like a silent projector.
      session.beatEvery(PULSE_MS, async () => {
        await this.readCheckpoint(session.client);
        onListening();
      });
      if (!session.signal.aborted) await once(session.signal, 'abort');
      session.signal.throwIfAborted();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      // Not awaited: a reconnect does not wait for the lost connection to close.
      void session.close();
    }
  }

  private async readCheckpoint(client: Client): Promise<void> {
    const before = this.news;
    const { rows } = await client.query<{ log_id: string; position: string | null; ago: number }>(
      `select log_id, position,
              (extract(epoch from clock_timestamp() - heartbeat_at) * 1000)::float8 as ago
       from ${CLUBHOUSE_SCHEMA}.checkpoint`,
    );
    const [row] = rows;
    // What was announced meanwhile is newer.
    if (row === undefined || this.news !== before) return;
    const position = row.position === null ? null : BigInt(row.position);
    this.receive({ log: row.log_id, position }, Math.max(0, row.ago));
  }
}
