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

/** What all stores share: subscriptions, built on pages, and closing. */
export abstract class LogStore implements EventStore {
  /** Wakes subscriptions when there may be more to read, and when the store closes. */
  protected readonly news = new WakeUp();
  private readonly onHeardListeners = new Set<(position: bigint) => void>();
  private closing: Promise<void> | null = null;

  abstract logId(): Promise<string>;
  abstract append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  abstract readStream(stream: string, from?: bigint, options?: ReadOptions): Promise<RecordedEvent[]>;
  abstract readAll(after: bigint | null, options?: ReadOptions): Promise<RecordedEvent[]>;
  abstract head(): Promise<bigint | null>;

  /** Finishes accepted appends, then releases connections. */
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
    // Wakes subscriptions, which then see that the store is closing.
    this.news.call();
    await this.closing;
  }

  protected assertOpen(): void {
    if (this.closing !== null) throw new StoreUnavailable('The log is closed');
  }

  /** Starts waking `news` for appends of other processes, where there are any. */
  protected listen(): void {}

  /** To be called by a store that is notified of other processes' appends, with a position that the log has reached. */
  protected appendedElsewhere(position: bigint): void {
    for (const onHeard of this.onHeardListeners) onHeard(position);
  }

  /** A subscription's next page. @throws StoreUnavailable if the subscription should retry */
  protected nextPage(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    return this.readAll(after, { limit });
  }

  /** Whether there are known to be events after a position that `news` will not announce again. */
  protected knowsMore(_position: bigint): boolean {
    return false;
  }

  /** How long a subscription waits for `news` before it polls; undefined: it never polls. */
  protected pollMs(): number | undefined {
    return undefined;
  }

  protected onSubscriptionFailure(_error: StoreUnavailable): void {}

  /**
   * Catch-up by pages, then live, without reading ahead of the consumer. Retries without limit, with back-off, while
   * the store is unavailable.
   */
  private async *pages(options: SubscribeOptions): AsyncGenerator<RecordedEvent[], void, undefined> {
    const { onHeard } = options;
    if (onHeard !== undefined) this.onHeardListeners.add(onHeard);
    try {
      yield* this.pagesAfter(options);
    } finally {
      if (onHeard !== undefined) this.onHeardListeners.delete(onHeard);
    }
  }

  private async *pagesAfter(options: SubscribeOptions): AsyncGenerator<RecordedEvent[], void, undefined> {
    const { signal, onCaughtUp } = options;
    const limit = pageLimit(options.pageSize);
    const isEnded = (): boolean => this.closing !== null || signal?.aborted === true;
    let position = options.after;
    let mustVerify = position !== null;
    let failures = 0;
    let caughtUp = false;
    while (!isEnded()) {
      const seen = this.news.version;
      let page: RecordedEvent[];
      try {
        if (mustVerify) await this.assertKnown(position);
        page = await this.nextPage(position, limit);
        mustVerify = false;
        failures = 0;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (isEnded()) return;
        this.onSubscriptionFailure(error);
        mustVerify = true;
        caughtUp = false;
        await this.news.wait(this.news.version, { timeoutMs: pauseAfter(failures), signal });
        failures += 1;
        continue;
      }
      const last = page.at(-1);
      if (last !== undefined && !isEnded()) {
        caughtUp = false;
        yield page;
        position = last.position;
      }
      const isAtEnd = last === undefined || !this.knowsMore(last.position);
      if (page.length < limit && isAtEnd && !isEnded()) {
        if (!caughtUp) onCaughtUp?.(position);
        caughtUp = true;
        await this.news.wait(seen, { timeoutMs: this.pollMs(), signal });
      }
    }
  }

  /** A restore may have replaced the log by an older copy; never wait for positions that no longer exist. */
  private async assertKnown(position: bigint | null): Promise<void> {
    const head = await this.head();
    if (position !== null && position > (head ?? 0n)) throw new PositionUnknown(position, head);
  }
}
