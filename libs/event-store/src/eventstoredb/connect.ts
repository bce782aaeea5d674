import type { EventStore } from '../port/event-store.js';
import type { EventStoreDbOptions } from './settings.js';

/** A store on EventStoreDB 23.10 or later, or KurrentDB. Loads the client's package here, and connects on first use. */
export async function connectEventStoreDb(options: EventStoreDbOptions): Promise<EventStore> {
  const { EventStoreDbEventStore } = await import('./eventstoredb-event-store.js');
  return new EventStoreDbEventStore(options);
}
