import { setTimeout as pause } from 'node:timers/promises';
import { PositionUnknown, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { runEvery } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { Readiness } from '../platform/readiness.js';
import { EVENT_STORE, LOGGER, type Logger } from '../platform/tokens.js';

/** What a feed is for. */
export interface Follower {
  /** An event, in the order of the log. The next one waits for it. It may not throw. */
  take(event: RecordedEvent, log: string): Promise<void>;
  /** Events were missed and cannot be read any more: an older copy of the log is in place. */
  lost(): void;
}

/** Start-up waits this long for the log; afterwards the feed goes on trying by itself. */
const START_MS = 5_000;
const RETRY_MS = { first: 100, most: 5_000 };

/**
 * Every event of the log from the moment this process started, one after the other, to one follower. What breaks is taken up
 * again after the last event that the follower took, never from "now".
 */
@Injectable()
export class LogFeed {
  private readonly ending = new AbortController();
  private following: Promise<void> = Promise.resolve();
  private caughtUp = false;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LOGGER) private readonly logger: Logger,
    readiness: Readiness,
  ) {
    readiness.add('realtime', () => this.live);
  }

  /** Whether everything that was in the log when the feed last looked has been handed over. */
  get live(): boolean {
    return this.caughtUp;
  }

  /** Begins. Resolves once the feed is live, or after a few seconds without. */
  async start(follower: Follower): Promise<void> {
    const live = new Promise<void>((resolve) => {
      this.following = this.follow(follower, resolve);
    });
    const waiting = new AbortController();
    await Promise.race([live, pause(START_MS, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
  }

  /** Ends; resolves when the follower has taken its last event. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.following;
  }

  private async follow(follower: Follower, onLive: () => void): Promise<void> {
    const { signal } = this.ending;
    // Where the next try begins; undefined: at the log's head.
    let from: { log: string; after: bigint | null } | undefined;
    const readOn = async (progressed: () => void): Promise<void> => {
      const log = await this.store.logId();
      if (from !== undefined && from.log !== log) throw new PositionUnknown(from.after ?? 0n, null);
      const place = (from ??= { log, after: await this.store.head() });
      const onCaughtUp = (): void => {
        this.caughtUp = true;
        progressed();
        onLive();
      };
      for await (const event of this.store.subscribe({ after: place.after, signal, onCaughtUp })) {
        await follower.take(event, log);
        place.after = event.position;
      }
      if (!signal.aborted) throw new Error('The subscription to the log ended');
    };
    const onError = (err: unknown): void => {
      this.caughtUp = false;
      if (signal.aborted) return;
      if (err instanceof PositionUnknown) {
        from = undefined;
        follower.lost();
      }
      this.logger.error({ err, after: String(from?.after) }, 'the feed of the log broke, trying again');
    };
    await runEvery(readOn, { everyMs: 0, backOff: RETRY_MS, signal, onError });
  }
}
