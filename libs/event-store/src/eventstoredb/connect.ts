import type { EventStore } from '../port/event-store.js';
import type { EventStoreDbOptions } from './settings.js';

/**
 * A store over a log on EventStoreDB 23.10 or later, or KurrentDB. Connects when it is first needed.
 * The client's package is loaded here, so that other processes do not wait for it.
 */
export async function connectEventStoreDb(options: EventStoreDbOptions): Promise<EventStore> {
  const { EventStoreDbEventStore } = await import('./eventstoredb-event-store.js');
  return new EventStoreDbEventStore(options);
}
