import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';

/** Events per page: enough to be fast, few enough for memory. */
const PAGE = 1_000;

/** What reading a log requires. */
export type Readable = Pick<EventStore, 'readAll'>;

/** Every event of a log after a position (null: from the first), in order, to its end. Reads one page ahead. */
export async function* eventsOf(
  store: Readable,
  after: bigint | null,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent, undefined, undefined> {
  for await (const page of pagesOf(store, after, signal)) yield* page;
}

/** The same, a page at a time. */
export async function* pagesOf(
  store: Readable,
  after: bigint | null,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent[], undefined, undefined> {
  const pageAfter = (position: bigint | null): Promise<RecordedEvent[]> => {
    const page = store.readAll(position, { limit: PAGE });
    // It may fail before it is awaited.
    page.catch(() => undefined);
    return page;
  };
  for (let next = pageAfter(after); ;) {
    signal.throwIfAborted();
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    next = pageAfter(last.position);
    yield page;
  }
}
