import type { RecordedEvent } from '../envelope.js';
import { PositionUnknown, type SubscribeOptions } from '../event-store.js';
import { WakeUp } from '../wake-up.js';
import { isInvalidPosition } from './failure.js';
import type { Feed, FeedNews } from './feed.js';
import { backOffMs, type Settings } from './settings.js';

/** What a subscription needs of its store. */
export interface LiveSource {
  open(after: bigint | null): Feed;
  head(): Promise<bigint | null>;
  readonly settings: Pick<Settings, 'silenceMs' | 'chance' | 'onTrouble'>;
}

/**
 * One subscription of one consumer, through any number of feeds: whenever one fails, ends or falls silent, the next
 * goes on after the last event that was handed over. For ever, with a growing pause.
 */
export class LiveReader {
  readonly #source: LiveSource;
  readonly #wake = new WakeUp();
  #feed: Feed | null = null;
  #failures = 0;
  #closed = false;
  /** Where the log ended when the feed was last asked whether it lives. */
  #owed: bigint | null = null;
  /** Position of the last event that was handed over. */
  position: bigint | null;

  constructor(source: LiveSource, after: bigint | null) {
    this.#source = source;
    this.position = after;
  }

  /** The next event, or that the feed has caught up, or that the reader was closed. Throws `PositionUnknown`. */
  async next(): Promise<RecordedEvent | 'caught-up' | 'ended'> {
    while (!this.#closed) {
      try {
        const next = await this.#nextOf((this.#feed ??= await this.#open()));
        this.#failures = 0;
        if (next === 'silent') continue;
        if (typeof next !== 'string') this.position = next.position;
        return next;
      } catch (error) {
        if (this.#closed) break;
        await this.#failed(error);
      }
    }
    return 'ended';
  }

  close(): void {
    this.#closed = true;
    this.#feed?.close();
    this.#wake.call();
  }

  async #open(): Promise<Feed> {
    this.#owed = null;
    if (this.position !== null) {
      // Whatever came between may have put an older copy of the log in place: never wait for positions that are long gone.
      const head = await this.#source.head();
      if (this.position > (head ?? 0n)) throw new PositionUnknown(this.position, head);
    }
    const feed = this.#source.open(this.position);
    // Closing may have come while the head was asked for: there was no feed to close yet.
    if (this.#closed) feed.close();
    return feed;
  }

  /** A feed that says nothing although the log has grown is dead, whatever its connection says. */
  async #nextOf(feed: Feed): Promise<FeedNews> {
    const { silenceMs, chance } = this.#source.settings;
    const next = await feed.next(silenceMs * (1 + chance() / 4));
    if (next !== 'silent') return next;
    if (!feed.caughtUp) throw new Error('The subscription does not catch up');
    if (this.#owed !== null && this.#owed > (this.position ?? -1n)) throw new Error('The subscription is silent');
    this.#owed = await this.#source.head();
    return next;
  }

  async #failed(error: unknown): Promise<void> {
    this.#feed?.close();
    this.#feed = null;
    if (error instanceof PositionUnknown) throw error;
    if (isInvalidPosition(error)) throw new PositionUnknown(this.position, await this.#source.head());
    const { chance, onTrouble } = this.#source.settings;
    onTrouble('A subscription was lost and goes on where it was', error);
    const pause = backOffMs(this.#failures, chance());
    this.#failures += 1;
    if (!this.#closed) await this.#wake.wait(this.#wake.version, { timeoutMs: pause });
  }
}

/** The events of a reader, one after another, until the signal aborts or the reader is closed. */
export async function* eventsOf(
  reader: LiveReader,
  { signal, onCaughtUp }: SubscribeOptions,
): AsyncGenerator<RecordedEvent, void, undefined> {
  const stop = (): void => reader.close();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  try {
    for (let next = await reader.next(); next !== 'ended'; next = await reader.next()) {
      if (next === 'caught-up') onCaughtUp?.(reader.position);
      else yield next;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    reader.close();
  }
}
