import type { NewEvent, RecordedEvent } from '@fairmark/events';
import { pageLimit } from './encoding.js';
import {
  PositionUnknown,
  StoreUnavailable,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type LogPage,
  type ReadOptions,
  type SubscribeOptions,
} from './event-store.js';
import { pauseAfter } from './retry.js';
import { WakeUp } from './wake-up.js';

/** What every store does in the same way: subscriptions over its pages, and its end. */
export abstract class LogStore implements EventStore {
  /** Called when there may be more to read, and when the store closes. */
  protected readonly news = new WakeUp();
  private readonly hearing = new Set<(position: bigint) => void>();
  private closing: Promise<void> | null = null;

  abstract logId(): Promise<string>;
  abstract append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  abstract readStream(stream: string, from?: bigint, options?: ReadOptions): Promise<RecordedEvent[]>;
  abstract readAll(after: bigint | null, options?: ReadOptions): Promise<RecordedEvent[]>;
  abstract head(): Promise<bigint | null>;

  /** Ends what the store holds, after the appends that it took. */
  protected abstract end(): Promise<void>;

  async readPage(after: bigint | null, options?: ReadOptions): Promise<LogPage> {
    const events = await this.readAll(after, options);
    return { last: events.at(-1)?.position ?? null, events: () => events };
  }

  subscribe(options: SubscribeOptions): AsyncGenerator<RecordedEvent[], void, undefined> {
    this.assertOpen();
    this.listen();
    return this.pages(options);
  }

  async close(): Promise<void> {
    this.closing ??= this.end();
    // Subscriptions wake and find the store closing.
    this.news.call();
    await this.closing;
  }

  protected assertOpen(): void {
    if (this.closing !== null) throw new StoreUnavailable('The log is closed');
  }

  /** Has `news` called from here on, where others write to the log too. */
  protected listen(): void {}

  /** To be called where a store hears of events that others appended, with a position up to which the log is filled. */
  protected othersWrote(position: bigint): void {
    for (const hear of this.hearing) hear(position);
  }

  /** A subscription's next page. Throws `StoreUnavailable` when it has to be tried again. */
  protected nextPage(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    return this.readAll(after, { limit });
  }

  /** Whether events after a position are known to be there, of which no news will come. */
  protected knowsMore(_position: bigint): boolean {
    return false;
  }

  /** How long a subscription waits for news before it looks anyway; undefined: as long as it takes. */
  protected pollMs(): number | undefined {
    return undefined;
  }

  protected onSubscriptionFailure(_error: StoreUnavailable): void {}

  /**
   * Catch-up by pages, then live. Nothing is read ahead of what the consumer asks for but the page in hand. A store that
   * cannot be reached is asked again, for ever, with a growing pause.
   */
  private async *pages(options: SubscribeOptions): AsyncGenerator<RecordedEvent[], void, undefined> {
    const { onHeard } = options;
    if (onHeard !== undefined) this.hearing.add(onHeard);
    try {
      yield* this.pagesAfter(options);
    } finally {
      if (onHeard !== undefined) this.hearing.delete(onHeard);
    }
  }

  private async *pagesAfter(options: SubscribeOptions): AsyncGenerator<RecordedEvent[], void, undefined> {
    const { signal, onCaughtUp } = options;
    const limit = pageLimit(options.pageSize);
    const ended = (): boolean => this.closing !== null || signal?.aborted === true;
    let position = options.after;
    let doubtful = position !== null;
    let failures = 0;
    let caughtUp = false;
    while (!ended()) {
      const seen = this.news.version;
      let page: RecordedEvent[];
      try {
        if (doubtful) await this.assertKnown(position);
        page = await this.nextPage(position, limit);
        doubtful = false;
        failures = 0;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (ended()) return;
        this.onSubscriptionFailure(error);
        doubtful = true;
        caughtUp = false;
        await this.news.wait(this.news.version, { timeoutMs: pauseAfter(failures), signal });
        failures += 1;
        continue;
      }
      const last = page.at(-1);
      if (last !== undefined && !ended()) {
        caughtUp = false;
        yield page;
        position = last.position;
      }
      const isLast = last === undefined || !this.knowsMore(last.position);
      if (page.length < limit && isLast && !ended()) {
        if (!caughtUp) onCaughtUp?.(position);
        caughtUp = true;
        await this.news.wait(seen, { timeoutMs: this.pollMs(), signal });
      }
    }
  }

  /** Whatever came between may have put an older copy of the log in place: never wait for positions that no longer exist. */
  private async assertKnown(position: bigint | null): Promise<void> {
    const head = await this.head();
    if (position !== null && position > (head ?? 0n)) throw new PositionUnknown(position, head);
  }
}
