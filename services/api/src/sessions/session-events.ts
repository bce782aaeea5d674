import { SESSION_ENDED } from '@fairmark/server';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ChannelListener } from '../platform/channel-listener.js';
import { Readiness } from '../platform/readiness.js';
import { CONFIG, LOGGER, type Config, type Logger } from '../platform/tokens.js';

/** An ended session; `sessionId` null means every session of the golfer. */
export interface SessionEnded {
  userId: string;
  sessionId: string | null;
}

/**
 * Notifies of ended sessions immediately, whichever process ended them. A notification may be lost, so whatever keeps
 * sessions in memory also checks the database at short intervals.
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
      onMessage: (payload) => this.notify(payload),
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

  private notify(payload: string): void {
    // Only our own code notifies this channel.
    const ended: SessionEnded = JSON.parse(payload);
    for (const listener of this.listeners) listener(ended);
  }
}
