import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import { Readiness } from '../platform/readiness.js';
import { CONFIG, LOGGER, type Config, type Logger } from '../platform/tokens.js';

/** A session that ended; without an id, all of the golfer's. */
export interface SessionEnded {
  userId: string;
  sessionId: string | null;
}

/** Carries a SessionEnded as JSON; sent in the transaction that ends the session. */
export const SESSION_ENDED = 'session_ended';

const RECONNECT_MS = { first: 100, max: 2_000 };

/**
 * Tells of ended sessions as they end, whichever process ended them. A hint for speed: what it tells of is also found by
 * asking the rows, which everybody who keeps a session in memory does at short intervals.
 */
@Injectable()
export class SessionEvents implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly listeners = new Set<(ended: SessionEnded) => void>();
  private client: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private wait = RECONNECT_MS.first;
  private stopped = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    readiness: Readiness,
  ) {
    readiness.add('session-events', () => this.client !== null);
  }

  /** Calls `listener` for every session that ends, until the returned function is called. */
  subscribe(listener: (ended: SessionEnded) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.listen();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const client = new Client({
      connectionString: this.config.databaseUrl,
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
      application_name: 'fairmark api session events',
    });
    // An error and the end may both tell of the same loss, the second one much later.
    let gone = false;
    const lost = (err: Error | undefined) => {
      if (gone) return;
      gone = true;
      client.end().catch(() => undefined);
      this.lost(client, err);
    };
    client.on('error', lost);
    client.on('end', () => lost(undefined));
    client.on('notification', ({ payload }) => this.tell(payload));
    try {
      await client.connect();
      await client.query(`listen ${SESSION_ENDED}`);
      this.client = client;
      this.wait = RECONNECT_MS.first;
      if (this.stopped) await client.end();
    } catch (error) {
      lost(error instanceof Error ? error : undefined);
    }
  }

  private lost(client: Client, err: Error | undefined): void {
    if (this.client === client) this.client = null;
    if (this.stopped || this.timer !== null) return;
    this.logger.warn({ err }, 'session events lost, connecting again');
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.listen();
    }, this.wait);
    this.wait = Math.min(this.wait * 2, RECONNECT_MS.max);
  }

  private tell(payload: string | undefined): void {
    // Written by Sessions alone.
    const ended: SessionEnded = JSON.parse(payload ?? '');
    for (const listener of this.listeners) listener(ended);
  }
}
