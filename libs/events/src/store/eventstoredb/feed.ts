import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import type { RecordedEvent } from '../envelope.js';
import { WakeUp } from '../wake-up.js';
import type { Connection } from './connection.js';
import { recordOf, type Names } from './records.js';

/**
 * What a feed has next: an event; `caught-up` once everything that came is handed over; `silent` when nothing came for as long
 * as it may take; `ended` after `close`.
 */
export type FeedNews = RecordedEvent | 'caught-up' | 'silent' | 'ended';

/**
 * One subscription of the client, made into something to ask for the next event. The client reads no further ahead than its
 * buffers hold (16 events, and what the connection has in flight). An end of the subscription is a failure, whether or
 * not the client calls it an error; after one the feed is of no more use.
 */
export class Feed {
  readonly #names: Names;
  readonly #live: AllStreamSubscription;
  readonly #news = new WakeUp();
  #failure: unknown = null;
  #closed = false;
  /** The server has said that it has nothing more for now, which the client passes on ahead of what it still buffers. */
  #caughtUp = false;
  #told = false;
  #last: bigint | null;

  constructor(connection: Connection, names: Names, after: bigint | null) {
    this.#names = names;
    this.#last = after;
    this.#live = connection.subscribe(after, names.prefixes, () => this.#news.call());
    const fail = (error: unknown): void => {
      this.#failure ??= error;
      this.#news.call();
    };
    this.#live.on('error', fail);
    this.#live.on('end', () => fail(new Error('The server ended the subscription')));
    this.#live.on('close', () => fail(new Error('The subscription was closed')));
    this.#live.on('readable', () => this.#news.call());
    this.#live.on('confirmation', () => this.#news.call());
    this.#live.on('caughtUp', () => {
      this.#caughtUp = true;
      this.#news.call();
    });
    this.#live.on('fellBehind', () => (this.#caughtUp = false));
  }

  /** Whether the server has caught up with the log's end, as far as it said so. */
  get caughtUp(): boolean {
    return this.#caughtUp;
  }

  /** Throws what the subscription failed with. An event that comes twice is handed over once. */
  async next(silenceMs: number): Promise<FeedNews> {
    for (;;) {
      const seen = this.#news.version;
      if (this.#closed) return 'ended';
      if (this.#failure !== null) throw this.#failure;
      const resolved: AllStreamResolvedEvent | null = this.#live.read();
      if (resolved !== null) {
        const event = recordOf(this.#names, resolved);
        if (this.#last !== null && event.position <= this.#last) continue;
        this.#last = event.position;
        this.#told = false;
        return event;
      }
      if (this.#caughtUp && !this.#told) {
        this.#told = true;
        return 'caught-up';
      }
      await this.#news.wait(seen, { timeoutMs: silenceMs });
      if (this.#news.version === seen) return 'silent';
    }
  }

  /** Ends the subscription; whoever waits for the next event is told so. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#news.call();
    // There may never have been a call to cancel.
    this.#live.unsubscribe().catch(() => undefined);
    this.#live.destroy();
  }
}
