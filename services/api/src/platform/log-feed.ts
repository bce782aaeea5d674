import type { Written } from '@fairmark/contract';
import { PositionUnknown, within, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { runEvery } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { Readiness } from './readiness.js';
import { EVENT_STORE, LOGGER, type Logger } from './tokens.js';

/** Handles an event, in log order; the next event waits for it. Must not reject. */
export type TakeEvent = (event: RecordedEvent, log: string) => Promise<void>;

/** How long start-up waits for the log; afterwards the feed keeps retrying in the background. */
const START_MS = 5_000;
const RETRY_MS = { first: 100, most: 5_000 };

/** Passes every event appended since this process started to one handler, in order, none left out after a failure. */
@Injectable()
export class LogFeed {
  private readonly stopping = new AbortController();
  private following: Promise<void> = Promise.resolve();
  private caughtUp = false;
  /** The log, and the position of the last event passed on; null before they are known. */
  private at: { log: string; position: bigint | null } | null = null;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LOGGER) private readonly logger: Logger,
    readiness: Readiness,
  ) {
    readiness.add('realtime', () => this.live);
  }

  /** Whether the feed has caught up with the log and its subscription is intact. */
  get live(): boolean {
    return this.caughtUp;
  }

  /** Position of the last event passed to the handler, including the one in progress; null until known. */
  get place(): Written | null {
    const { log, position = null } = this.at ?? {};
    return log === undefined || position === null ? null : { position: String(position), log };
  }

  /**
   * Resolves once the feed is live, or after a few seconds without. A log replaced by an older copy ends the process
   * (an unhandled rejection), because what it has cached may be lost.
   */
  async start(take: TakeEvent): Promise<void> {
    const live = new Promise<void>((resolve) => {
      this.following = this.follow(take, resolve);
    });
    await within(START_MS, live).catch(() => undefined);
  }

  /** Stops the feed; resolves once the event in progress has been handled. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.following;
  }

  private async follow(take: TakeEvent, onLive: () => void): Promise<void> {
    const { signal } = this.stopping;
    const readLog = async (progressed: () => void): Promise<void> => {
      const log = await this.store.logId();
      // The first attempt begins at the log's head, a later one after the last event.
      const at = (this.at ??= { log, position: await this.store.head() });
      if (at.log !== log) throw new PositionUnknown(at.position ?? 0n, null);
      const onCaughtUp = (): void => {
        this.caughtUp = true;
        progressed();
        onLive();
      };
      for await (const page of this.store.subscribe({ after: at.position, signal, onCaughtUp })) {
        for (const event of page) {
          if (signal.aborted) return;
          at.position = event.position;
          await take(event, log);
        }
      }
      if (!signal.aborted) throw new Error('The subscription to the log ended');
    };
    const onError = (err: unknown): void => {
      this.caughtUp = false;
      if (signal.aborted) return;
      if (err instanceof PositionUnknown) {
        this.logger.fatal({ err }, 'the log was replaced by an older copy');
        throw err;
      }
      this.logger.error({ err, after: String(this.at?.position) }, 'the feed of the log failed, trying again');
    };
    await runEvery(readLog, { everyMs: 0, backOff: RETRY_MS, signal, onError });
  }
}
