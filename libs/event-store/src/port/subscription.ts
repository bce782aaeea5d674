import type { RecordedEvent } from '@fairmark/events';
import { pageLimit } from './encoding.js';
import { PositionUnknown, StoreUnavailable, type SubscribeOptions } from './event-store.js';
import { WakeUp } from './wake-up.js';

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

const RETRY_MS = { first: 50, most: 2_000 };

/**
 * Catch-up by pages, then live: one subscription of one consumer. Nothing is read ahead of what the consumer asks for but
 * the page in hand. A store that cannot be reached is asked again, for ever, with a growing pause.
 */
export async function* follow(
  source: Source,
  options: SubscribeOptions,
): AsyncGenerator<RecordedEvent, void, undefined> {
  const { signal, onCaughtUp } = options;
  const limit = pageLimit(options.pageSize);
  const ended = (): boolean => source.closed() || signal?.aborted === true;
  let position = options.after;
  let doubtful = position !== null;
  let pause: number = RETRY_MS.first;
  let caughtUp = false;
  while (!ended()) {
    const seen = source.news.version;
    let page: RecordedEvent[];
    try {
      if (doubtful) await assertKnown(source, position);
      page = await source.page(position, limit);
      doubtful = false;
      pause = RETRY_MS.first;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      if (ended()) return;
      source.onFailure?.(error);
      doubtful = true;
      caughtUp = false;
      await source.news.wait(source.news.version, { timeoutMs: pause * (0.5 + Math.random() / 2), signal });
      pause = Math.min(pause * 2, RETRY_MS.most);
      continue;
    }
    for (const event of page) {
      if (ended()) return;
      caughtUp = false;
      yield event;
      position = event.position;
    }
    if (page.length < limit && !ended()) {
      if (!caughtUp) onCaughtUp?.(position);
      caughtUp = true;
      await source.news.wait(seen, { timeoutMs: source.pollMs?.(), signal });
    }
  }
}

/** Whatever came between may have put an older copy of the log in place: never wait for positions that are long gone. */
async function assertKnown(source: Source, position: bigint | null): Promise<void> {
  const head = await source.head();
  if (position !== null && position > (head ?? 0n)) throw new PositionUnknown(position, head);
}
