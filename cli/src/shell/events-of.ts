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

/** Collects values into batches, each of which ends with `count` values or once their sizes add up to `size`. */
export async function* batchesOf<Value>(
  values: AsyncIterable<Value>,
  sizeOf: (value: Value) => number,
  most: { count: number; size: number },
): AsyncGenerator<Value[], undefined, undefined> {
  let batch: Value[] = [];
  let size = 0;
  for await (const value of values) {
    batch.push(value);
    size += sizeOf(value);
    if (batch.length < most.count && size < most.size) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
