import { LIMITS, type Freshness } from '@fairmark/contract';
import { CLUBHOUSE_CHANNEL, CLUBHOUSE_SCHEMA, readNews, type ProjectionNews } from '@fairmark/read-models';
import type { EventStore } from '@fairmark/event-store';
import type { Config, Logger } from '@fairmark/server';
import type { Client } from 'pg';
import { ChannelListener } from '../platform/channel-listener.js';

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

/**
 * Read your own writes: holds a query back until the projector has reached the position that the golfer's last command
 * wrote. One connection listens for all; waiters are entries of a map and hold none.
 */
export class ProjectionGate {
  private news: ProjectionNews | null = null;
  /** By the monotonic clock of this process. */
  private heardAt = -Infinity;
  private readonly waiters = new Set<Waiter>();
  private readonly listener: ChannelListener;

  constructor(
    { databaseUrl }: Pick<Config, 'databaseUrl'>,
    logger: Logger,
    private readonly store: Pick<EventStore, 'head' | 'logId'>,
  ) {
    this.listener = new ChannelListener({
      databaseUrl,
      name: 'fairmark gate',
      channel: CLUBHOUSE_CHANNEL,
      onMessage: (payload) => this.heard(readNews(payload), 0),
      // A silent projector and a connection that died unnoticed look the same.
      ask: (client) => this.readCheckpoint(client),
      logger,
    });
  }

  /** Listens from now on. Resolves when the first state is known, or the first attempt to learn it has failed. */
  start(): Promise<void> {
    return this.listener.start();
  }

  /** How far the tables are, as was last heard; undefined: nothing was heard yet. */
  get position(): bigint | null | undefined {
    return this.news === null ? undefined : this.news.position;
  }

  /** Called by Nest once the last request was answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  async stop(): Promise<void> {
    for (const waiter of this.waiters) waiter.done();
    await this.listener.stop();
  }

  /**
   * Waits until the tables hold everything up to the token's position, 2 s at most. Answers at once, stale, while the
   * projector is silent or too many wait already. A token of another log is ignored.
   */
  async wait(token: PositionToken = {}): Promise<Freshness> {
    const wanted = token.position === undefined ? null : { position: BigInt(token.position), log: token.log };
    if (wanted !== null && this.mayWait(wanted)) await this.untilReached(wanted);
    const behind = wanted !== null && !this.reached(wanted);
    const stale = behind || this.isSilent();
    const position = this.news?.position ?? null;
    return { position: position === null ? null : String(position), ...(stale ? { stale: true as const } : {}) };
  }

  /** What a query reads once the tables hold everything up to its token, with how far they are. @throws what `work` throws */
  async read<T extends object>(token: PositionToken, work: () => Promise<T>): Promise<Freshness & T> {
    const freshness = await this.wait(token);
    return { ...freshness, ...(await work()) };
  }

  /**
   * Waits until the tables hold what the log holds now, for commands that must find something there; as long as `wait`.
   * False: they do not.
   */
  async caughtUp(): Promise<boolean> {
    const head = await this.store.head();
    if (head === null) return true;
    const { stale } = await this.wait({ position: String(head), log: await this.store.logId() });
    return stale !== true;
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

  private async readCheckpoint(client: Client): Promise<void> {
    const { rows } = await client.query<{ log_id: string; position: string | null; ago: number }>(
      `select log_id, position,
              (extract(epoch from clock_timestamp() - heartbeat_at) * 1000)::float8 as ago
       from ${CLUBHOUSE_SCHEMA}.checkpoint`,
    );
    const [row] = rows;
    if (row === undefined) return;
    const position = row.position === null ? null : BigInt(row.position);
    this.heard({ log: row.log_id, position }, Math.max(0, row.ago));
  }
}
