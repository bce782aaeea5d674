import type { RecordedEvent } from '@fairmark/events';
import { pageLimit } from './encoding.js';
import { PositionUnknown, StoreUnavailable, type LogPage, type SubscribeOptions } from './event-store.js';
import { pauseAfter } from './retry.js';
import type { WakeUp } from './wake-up.js';

/** What a subscription needs of its store. */
export interface Source {
  /** The next events after a position. Throws `StoreUnavailable` when it has to be tried again. */
  page(after: bigint | null, limit: number): Promise<RecordedEvent[]>;
  head(): Promise<bigint | null>;
  /** Called when there may be more to read, and when the store closes. */
  readonly news: WakeUp;
  closed(): boolean;
  /** How long to wait for news before looking anyway; undefined: as long as it takes. */
  pollMs?(): number;
  onFailure?(error: StoreUnavailable): void;
}

/** A page of events that a store has read whole. */
export function pageOf(events: RecordedEvent[]): LogPage {
  return { last: events.at(-1)?.position ?? null, events: () => events };
}

/** `followPages`, one event after another. */
export async function* follow(
  source: Source,
  options: SubscribeOptions,
): AsyncGenerator<RecordedEvent, void, undefined> {
  for await (const page of followPages(source, options)) {
    for (const event of page) {
      if (hasEnded(source, options)) return;
      yield event;
    }
  }
}

/**
 * Catch-up by pages, then live: one subscription of one consumer. Nothing is read ahead of what the consumer asks for but
 * the page in hand. A store that cannot be reached is asked again, for ever, with a growing pause.
 */
export async function* followPages(
  source: Source,
  options: SubscribeOptions,
): AsyncGenerator<RecordedEvent[], void, undefined> {
  const { signal, onCaughtUp } = options;
  const limit = pageLimit(options.pageSize);
  const ended = (): boolean => hasEnded(source, options);
  let position = options.after;
  let doubtful = position !== null;
  let failures = 0;
  let caughtUp = false;
  while (!ended()) {
    const seen = source.news.version;
    let page: RecordedEvent[];
    try {
      if (doubtful) await assertKnown(source, position);
      page = await source.page(position, limit);
      doubtful = false;
      failures = 0;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      if (ended()) return;
      source.onFailure?.(error);
      doubtful = true;
      caughtUp = false;
      await source.news.wait(source.news.version, { timeoutMs: pauseAfter(failures), signal });
      failures += 1;
      continue;
    }
    const last = page.at(-1);
    if (last !== undefined && !ended()) {
      caughtUp = false;
      yield page;
      position = last.position;
    }
    if (page.length < limit && !ended()) {
      if (!caughtUp) onCaughtUp?.(position);
      caughtUp = true;
      await source.news.wait(seen, { timeoutMs: source.pollMs?.(), signal });
    }
  }
}

function hasEnded(source: Source, { signal }: SubscribeOptions): boolean {
  return source.closed() || signal?.aborted === true;
}

/** Whatever came between may have put an older copy of the log in place: never wait for positions that no longer exist. */
async function assertKnown(source: Source, position: bigint | null): Promise<void> {
  const head = await source.head();
  if (position !== null && position > (head ?? 0n)) throw new PositionUnknown(position, head);
}
