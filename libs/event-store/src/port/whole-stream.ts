import type { RecordedEvent } from '@fairmark/events';
import { STORE_LIMITS } from './encoding.js';
import type { EventStore } from './event-store.js';

/** All events of a stream, or those between two revisions, both inclusive. No stream fills a page. */
export async function wholeStream(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  { from = 0n, until = null }: { from?: bigint; until?: bigint | null } = {},
): Promise<RecordedEvent[]> {
  const events = await store.readStream(stream, from, { limit: STORE_LIMITS.pageMax });
  return until === null ? events : events.filter(({ revision }) => revision <= until);
}
