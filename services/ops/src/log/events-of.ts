import type { EventStore, RecordedEvent } from '@fairmark/events';

/** Events of a page: enough to be fast, little enough to be kept. */
const PAGE = 1_000;

/** Every event of a log after a position (null: from the first), in order, up to where the log ends meanwhile. */
export async function* eventsOf(
  store: EventStore,
  after: bigint | null,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent, undefined, undefined> {
  for (let position = after; ;) {
    signal.throwIfAborted();
    const page = await store.readAll(position, { limit: PAGE });
    const last = page.at(-1);
    if (last === undefined) return;
    yield* page;
    position = last.position;
  }
}
