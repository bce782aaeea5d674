import { eventually } from '@fairmark/events/testing/eventually';
import type { RecordedEvent } from '@fairmark/events';
import type { EventStore } from '../port/event-store.js';

/** A subscription that has caught up and waits, from the log's end unless a position is given. */
export async function liveSubscription(store: EventStore, from?: bigint | null) {
  const stop = new AbortController();
  let isLive = (): void => undefined;
  const caughtUp = new Promise<void>((resolve) => (isLive = resolve));
  const received: RecordedEvent[] = [];
  const consume = async (): Promise<void> => {
    const after = from === undefined ? await store.head() : from;
    for await (const page of store.subscribe({ after, signal: stop.signal, onCaughtUp: () => isLive() })) {
      received.push(...page);
    }
  };
  const ended = consume();
  // A failure ends it, and it would never catch up.
  await Promise.race([caughtUp, ended]);
  return {
    ended,
    /** The next events, once they have arrived and `meanwhile` is done. */
    next: async (count: number, meanwhile?: Promise<unknown>): Promise<RecordedEvent[]> => {
      await meanwhile;
      await eventually(() => received.length >= count);
      return received.splice(0, count);
    },
    /** Ends it. Fails if events arrived that no test took. */
    stop: async (): Promise<void> => {
      stop.abort();
      await ended;
      expect(received).toEqual([]);
    },
  };
}
