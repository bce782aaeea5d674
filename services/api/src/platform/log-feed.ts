import type { Written } from '@fairmark/contract';
import { PositionUnknown, WakeUp, within, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { runEvery } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { Readiness } from './readiness.js';
import { EVENT_STORE, LOGGER, type Logger } from './tokens.js';

/** Takes an event, in the order of the log. The next one waits for it. It may not throw. */
export type TakeEvent = (event: RecordedEvent, log: string) => Promise<void>;

/** Start-up waits this long for the log; afterwards the feed goes on trying by itself. */
const START_MS = 5_000;
const RETRY_MS = { first: 100, most: 5_000 };
/** Reading what others wrote takes a millisecond or two; whoever waits for it can also do without. */
const READ_WITHIN_MS = 50;

/**
 * Every event of the log from the moment this process started, one after the other, to one taker. What breaks is taken up
 * again after the last event that was taken, never from "now".
 */
@Injectable()
export class LogFeed {
  private readonly ending = new AbortController();
  private following: Promise<void> = Promise.resolve();
  private caughtUp = false;
  /** Where the feed is; null: before the first event, or not begun. */
  private at: { position: bigint; log: string } | null = null;
  /** Up to here the log is known to be filled; 0 while the feed is broken. */
  private heard = 0n;
  private readonly progress = new WakeUp();

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

  /** How far events were handed over, the one in hand included; null: not known yet. */
  get place(): Written | null {
    return this.at === null ? null : { position: String(this.at.position), log: this.at.log };
  }

  /** Null: everything that this process has heard of was handed over; else resolves when it is, or after a moment. */
  othersRead(): Promise<void> | null {
    return this.isBehind(this.heard) ? this.reached(this.heard) : null;
  }

  private isBehind(position: bigint): boolean {
    return position > (this.at?.position ?? 0n) && this.heard > 0n;
  }

  private async reached(position: bigint): Promise<void> {
    const until = performance.now() + READ_WITHIN_MS;
    for (let left = READ_WITHIN_MS; left > 0 && this.isBehind(position); left = until - performance.now()) {
      await this.progress.wait(this.progress.version, { timeoutMs: left });
    }
  }

  /**
   * Begins. Resolves once the feed is live, or after a few seconds without.
   *
   * @param lost called when events were missed and cannot be read any more: an older copy of the log is in place
   */
  async start(take: TakeEvent, lost: () => void): Promise<void> {
    const live = new Promise<void>((resolve) => {
      this.following = this.follow({ take, lost, onLive: resolve });
    });
    await within(START_MS, live).catch(() => undefined);
  }

  /** Ends; resolves when the last event has been taken. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.following;
  }

  private async follow({
    take,
    lost,
    onLive,
  }: {
    take: TakeEvent;
    lost: () => void;
    onLive: () => void;
  }): Promise<void> {
    const { signal } = this.ending;
    // Where the next try begins; undefined: at the log's head.
    let from: { log: string; after: bigint | null } | undefined;
    const readOn = async (progressed: () => void): Promise<void> => {
      const log = await this.store.logId();
      if (from !== undefined && from.log !== log) throw new PositionUnknown(from.after ?? 0n, null);
      const place = (from ??= { log, after: await this.store.head() });
      if (place.after !== null) this.at = { position: place.after, log };
      const onCaughtUp = (): void => {
        this.caughtUp = true;
        progressed();
        onLive();
      };
      const onHeard = (position: bigint): void => {
        if (position > this.heard) this.heard = position;
      };
      for await (const page of this.store.subscribe({ after: place.after, signal, onCaughtUp, onHeard })) {
        for (const event of page) {
          if (signal.aborted) return;
          this.at = { position: event.position, log };
          await take(event, log);
          place.after = event.position;
          this.progress.call();
        }
      }
      if (!signal.aborted) throw new Error('The subscription to the log ended');
    };
    const onError = (err: unknown): void => {
      this.caughtUp = false;
      this.heard = 0n;
      this.progress.call();
      if (signal.aborted) return;
      if (err instanceof PositionUnknown) {
        from = undefined;
        lost();
      }
      this.logger.error({ err, after: String(from?.after) }, 'the feed of the log broke, trying again');
    };
    await runEvery(readOn, { everyMs: 0, backOff: RETRY_MS, signal, onError });
  }
}
