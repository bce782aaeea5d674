import { setTimeout as sleep } from 'node:timers/promises';
import { isSame, type NewEvent, type RecordedEvent } from '@fairmark/events';
import type { Answer, Append, StoreOptions } from './append.js';
import { bytesOf, encodeAppend, pageLimit } from './encoding.js';
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

const OPEN_BYTES_MAX = 67_108_864;

/**
 * Listens over one connection. Calls `notify` once connected and whenever there may be new events. Resolves when the
 * connection should be replaced or the signal aborts; rejects when the connection was lost.
 */
export type Listen = (notify: () => void, signal: AbortSignal) => Promise<void>;

/** What all stores share: validating and limiting appends, resolving their outcome, and subscriptions built on pages. */
export abstract class LogStore<Settings extends Required<StoreOptions>> implements EventStore {
  /** Wakes subscriptions when there may be more to read, and when the store closes. */
  protected readonly news = new WakeUp();
  private readonly ending = new AbortController();
  /** Set by the first subscription. */
  protected listening: Promise<void> | null = null;
  private closing: Promise<void> | null = null;
  private knownId: string | null = null;
  private openAppends = 0;
  private openBytes = 0;
  private onDrained: (() => void) | null = null;

  /** @param listen how it learns of appends of other processes, where there are any */
  constructor(
    protected readonly settings: Settings,
    private readonly listen: Listen | null = null,
  ) {}

  abstract head(): Promise<bigint | null>;
  protected abstract readId(): Promise<string>;
  /** Sends an append, with retries, until it is answered or the timeout ends. */
  protected abstract send(append: Append): Promise<Answer>;
  protected abstract readRevisions(stream: string, from: bigint, limit: number): Promise<RecordedEvent[]>;
  protected abstract readAfter(after: bigint | null, limit: number): Promise<RecordedEvent[]>;
  /** Called when no append is in flight. */
  protected abstract disconnect(): Promise<void>;

  async logId(): Promise<string> {
    this.assertOpen();
    this.knownId ??= await this.readId();
    return this.knownId;
  }

  /** Does not await anything before `send`, so that appends are sent in the order of the calls. */
  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    this.assertOpen();
    const encoded = encodeAppend(stream, events);
    const bytes = bytesOf(encoded);
    if (this.openAppends >= this.settings.appendsMax || this.openBytes + bytes > OPEN_BYTES_MAX) {
      throw new StoreUnavailable('Too many appends are waiting');
    }
    this.openAppends += 1;
    this.openBytes += bytes;
    try {
      return await this.outcomeOf({ stream, expected: expected === 'no-stream' ? -1n : expected, events, encoded });
    } finally {
      this.openAppends -= 1;
      this.openBytes -= bytes;
      if (this.openAppends === 0) this.onDrained?.();
    }
  }

  async readStream(stream: string, from = 0n, { limit }: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.assertOpen();
    return this.readRevisions(stream, from, pageLimit(limit));
  }

  async readAll(after: bigint | null, { limit }: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.assertOpen();
    return this.readAfter(after, pageLimit(limit));
  }

  async readPage(after: bigint | null, options?: ReadOptions): Promise<LogPage> {
    const events = await this.readAll(after, options);
    return { last: events.at(-1)?.position ?? null, events: () => events };
  }

  subscribe(options: SubscribeOptions): AsyncGenerator<RecordedEvent[], void, undefined> {
    this.assertOpen();
    if (this.listen !== null) this.listening ??= this.keepListening(this.listen);
    return this.pages(options);
  }

  /** Finishes accepted appends, then releases connections. */
  async close(): Promise<void> {
    this.closing ??= this.end();
    // Wakes subscriptions, which then see that the store is closing.
    this.news.call();
    await this.closing;
  }

  protected assertOpen(): void {
    if (this.closing !== null) throw new StoreUnavailable('The log is closed');
  }

  /**
   * A subscription's next page. @throws StoreUnavailable if the subscription should retry; PositionUnknown if the log
   * ends before `after`: a restore or failover may have replaced it by an older copy, even while no read failed
   */
  protected async nextPage(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    const page = await this.readAll(after, { limit });
    if (page.length > 0 || after === null) return page;
    const head = await this.head();
    if (after > (head ?? 0n)) throw new PositionUnknown(after, head);
    return page;
  }

  /** Whether there are known to be events after a position that `news` will not announce again. */
  protected knowsMore(_position: bigint): boolean {
    return false;
  }

  /** How long a subscription waits for `news` before it polls; undefined: it never polls. */
  protected pollMs(): number | undefined {
    return undefined;
  }

  protected onSubscriptionFailure(error: StoreUnavailable): void {
    this.settings.onTrouble('A subscription could not read the log and tries again', error);
  }

  /** Listens until the store closes, and reconnects with back-off. */
  private async keepListening(listen: Listen): Promise<void> {
    const { signal } = this.ending;
    let failures = 0;
    const notify = (): void => {
      failures = 0;
      this.news.call();
    };
    while (!signal.aborted) {
      try {
        await listen(notify, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.settings.onTrouble('The connection that listens for new events was lost and is opened again', error);
        // Rejects only on abort, which the loop condition handles.
        await sleep(pauseAfter(failures), undefined, { signal }).catch(() => undefined);
        failures += 1;
      }
      // Events appended while disconnected were not announced.
      this.news.call();
    }
  }

  private async end(): Promise<void> {
    this.ending.abort();
    if (this.openAppends > 0) await new Promise<void>((resolve) => (this.onDrained = resolve));
    await this.disconnect();
    await this.listening;
  }

  private async outcomeOf(append: Append): Promise<AppendResult> {
    const answer = await this.send(append);
    // After a conflict too, as an earlier attempt may have stored these events.
    const recorded = ('recorded' in answer ? answer.recorded : undefined) ?? (await this.stored(append));
    if (recorded !== undefined) {
      const { revision = 0n, position = 0n } = recorded.at(-1) ?? {};
      return { outcome: 'appended', revision, position, events: recorded };
    }
    if ('actual' in answer) return { outcome: 'conflict', actual: answer.actual };
    throw new StoreUnavailable(`${append.stream} lacks the events appended after ${append.expected}`);
  }

  /** The stored events of an append; undefined if other events are at its revisions. */
  private async stored({ stream, expected, events }: Append): Promise<RecordedEvent[] | undefined> {
    const stored = await this.readRevisions(stream, expected + 1n, events.length);
    return isSame(stored, events) ? stored : undefined;
  }

  /** Catch-up by pages, then live, without reading ahead. Retries without limit while the store is unavailable. */
  private async *pages(options: SubscribeOptions): AsyncGenerator<RecordedEvent[], void, undefined> {
    const { signal, onCaughtUp } = options;
    const limit = pageLimit(options.pageSize);
    const isEnded = (): boolean => this.closing !== null || signal?.aborted === true;
    let position = options.after;
    let failures = 0;
    let caughtUp = false;
    while (!isEnded()) {
      const seen = this.news.version;
      let page: RecordedEvent[];
      try {
        page = await this.nextPage(position, limit);
        failures = 0;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (isEnded()) return;
        this.onSubscriptionFailure(error);
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
}
