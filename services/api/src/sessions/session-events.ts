import { SESSION_ENDED } from '@fairmark/server';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ChannelListener } from '../platform/channel-listener.js';
import { Readiness } from '../platform/readiness.js';
import { CONFIG, LOGGER, type Config, type Logger } from '../platform/tokens.js';

/** A session that ended; without an id, all of the golfer's. */
export interface SessionEnded {
  userId: string;
  sessionId: string | null;
}

/**
 * Tells of ended sessions as they end, whichever process ended them. A hint for speed: what it tells of is also found by
 * asking the rows, which everybody who keeps a session in memory does at short intervals.
 */
@Injectable()
export class SessionEvents implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly listeners = new Set<(ended: SessionEnded) => void>();
  private readonly listener: ChannelListener;

  constructor(@Inject(CONFIG) { databaseUrl }: Config, @Inject(LOGGER) logger: Logger, readiness: Readiness) {
    this.listener = new ChannelListener({
      databaseUrl,
      name: 'fairmark api session events',
      channel: SESSION_ENDED,
      onMessage: (payload) => this.tell(payload),
      logger,
    });
    readiness.add('session-events', () => this.listener.listening);
  }

  /** Calls `listener` for every session that ends, until the returned function is called. */
  subscribe(listener: (ended: SessionEnded) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.stop();
  }

  private tell(payload: string): void {
    // Written by Sessions alone.
    const ended: SessionEnded = JSON.parse(payload);
    for (const listener of this.listeners) listener(ended);
  }
}
