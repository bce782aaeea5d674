import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';

const PAGE = 1_000;

/** All events of a stream, or those up to a revision, that one included. Streams are of bounded length. */
export async function wholeStream(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  until: bigint | null = null,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await store.readStream(stream, BigInt(events.length), { limit: PAGE });
    events.push(...(until === null ? page : page.filter(({ revision }) => revision <= until)));
    if (page.length < PAGE || (until !== null && BigInt(events.length) > until)) return events;
  }
}
