import { LIMITS, type Freshness } from '@fairmark/contract';
import { CLUBHOUSE_CHANNEL, CLUBHOUSE_SCHEMA, readNews, type Logger, type ProjectionNews } from '@fairmark/platform';
import { Client } from 'pg';

/** What a command answered, as a query repeats it. Without `log`, this deployment's own is meant. */
export interface PositionToken {
  position?: string | undefined;
  log?: string | undefined;
}

interface Waiter {
  position: bigint;
  log: string | undefined;
  done: () => void;
}

const CHECK_EVERY_MS = 1_000;
const RECONNECT_MS = { first: 100, most: 2_000 };

/**
 * Read your own writes: holds a query back until the projector has reached the position that the golfer's last command
 * wrote. One connection listens for all; waiters are entries of a map and hold none.
 */
export class ProjectionGate {
  private news: ProjectionNews | null = null;
  /** By the monotonic clock of this process. */
  private heardAt = -Infinity;
  private readonly waiters = new Set<Waiter>();
  private client: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private running = false;

  constructor(
    private readonly databaseUrl: string,
    private readonly logger: Logger,
  ) {}

  /** Listens from now on. Resolves when the first state is known, or the first attempt to learn it has failed. */
  async start(): Promise<void> {
    this.running = true;
    await this.connect(RECONNECT_MS.first);
  }

  /** Called by Nest once the last request was answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  async stop(): Promise<void> {
    this.running = false;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const waiter of this.waiters) waiter.done();
    const client = this.client;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  /**
   * Waits until the tables hold everything up to the token's position, 2 s at most. Answers at once, stale, while the
   * projector is silent or too many wait already. A token of another log is ignored.
   */
  async wait(token: PositionToken = {}): Promise<Freshness> {
    const wanted = token.position === undefined ? null : { position: BigInt(token.position), log: token.log };
    if (wanted !== null && this.mayWait(wanted)) await this.untilReached(wanted);
    const behind = wanted !== null && !this.reached(wanted);
    const stale = behind || this.isSilent() || this.news?.rebuilding === true;
    const position = this.news?.position ?? null;
    return { position: position === null ? null : String(position), ...(stale ? { stale: true as const } : {}) };
  }

  private mayWait(wanted: Omit<Waiter, 'done'>): boolean {
    return !this.reached(wanted) && !this.isSilent() && this.waiters.size < LIMITS.projectionWaitersMax;
  }

  private untilReached(wanted: Omit<Waiter, 'done'>): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        resolve();
      };
      const waiter: Waiter = { ...wanted, done };
      const timer = setTimeout(done, LIMITS.projectionWaitMs);
      this.waiters.add(waiter);
    });
  }

  private reached({ position, log }: Omit<Waiter, 'done'>): boolean {
    if (this.news === null) return false;
    if (log !== undefined && log !== this.news.log) return true;
    return this.news.position !== null && this.news.position >= position;
  }

  private isSilent(): boolean {
    return this.news === null || performance.now() - this.heardAt > LIMITS.projectorSilentMs;
  }

  private heard(news: ProjectionNews, agoMs: number): void {
    this.news = news;
    this.heardAt = performance.now() - agoMs;
    for (const waiter of this.waiters) if (this.reached(waiter)) waiter.done();
  }

  private async connect(backOffMs: number): Promise<void> {
    const client = new Client({
      connectionString: this.databaseUrl,
      application_name: 'fairmark gate',
      connectionTimeoutMillis: 3_000,
      query_timeout: 2_000,
      keepAlive: true,
    });
    const lost = (error: Error): void => {
      if (this.client !== client) return;
      this.client = null;
      this.logger.warn({ err: error }, 'the projection gate lost its connection');
      this.reconnect(RECONNECT_MS.first);
    };
    client.on('error', lost);
    client.on('end', () => lost(new Error('The connection ended')));
    client.on('notification', ({ payload }) => this.heard(readNews(payload ?? ''), 0));
    try {
      await client.connect();
      await client.query(`listen ${CLUBHOUSE_CHANNEL}`);
      await this.readCheckpoint(client);
      if (!this.running) return await client.end();
      this.client = client;
      this.scheduleCheck(client);
    } catch (error) {
      this.logger.warn({ err: error }, 'the projection gate cannot listen yet');
      client.end().catch(() => undefined);
      this.reconnect(Math.min(2 * backOffMs, RECONNECT_MS.most));
    }
  }

  private reconnect(backOffMs: number): void {
    if (!this.running) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(backOffMs), backOffMs);
  }

  /** A silent projector and a connection that died unnoticed look the same: ask. */
  private scheduleCheck(client: Client): void {
    this.timer = setTimeout(() => {
      const quiet = performance.now() - this.heardAt > CHECK_EVERY_MS;
      const checked = quiet ? this.readCheckpoint(client) : Promise.resolve();
      checked.then(
        () => this.client === client && this.scheduleCheck(client),
        (error: Error) => {
          if (this.client !== client) return;
          this.client = null;
          this.logger.warn({ err: error }, 'the projection gate got no answer');
          client.end().catch(() => undefined);
          this.reconnect(RECONNECT_MS.first);
        },
      );
    }, CHECK_EVERY_MS);
  }

  private async readCheckpoint(client: Client): Promise<void> {
    const { rows } = await client.query<{ log_id: string; position: string | null; rebuilding: boolean; ago: number }>(
      `select log_id, position, rebuild_to is not null as rebuilding,
              (extract(epoch from clock_timestamp() - heartbeat_at) * 1000)::float8 as ago
       from ${CLUBHOUSE_SCHEMA}.checkpoint`,
    );
    const [row] = rows;
    if (row === undefined) return;
    const position = row.position === null ? null : BigInt(row.position);
    this.heard({ log: row.log_id, position, rebuilding: row.rebuilding }, Math.max(0, row.ago));
  }
}
