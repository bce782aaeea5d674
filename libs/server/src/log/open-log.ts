import { connectEventStoreDb, PostgresEventStore, StoreUnavailable, type EventStore } from '@fairmark/event-store';
import type { Config } from '../config/config.js';
import { placeOf, Waiting } from '../waiting/waiting.js';

/** Where the log is, as the configuration says. */
export type LogPlace = Pick<Config, 'databaseUrl' | 'eventStoreUrl'>;

/** How long a call of the log may take (milliseconds; default 3,000), and what is called when it recovers from a fault. */
export interface LogOptions {
  timeoutMs?: number;
  onTrouble?: (what: string, error: unknown) => void;
}

/** The log: EventStoreDB where named, or else our database. Connects when needed, and says so while it waits for it. */
export async function openLog({ databaseUrl, eventStoreUrl }: LogPlace, options: LogOptions = {}): Promise<EventStore> {
  return eventStoreUrl === undefined
    ? awaited(
        `the database at ${placeOf(databaseUrl)}`,
        new PostgresEventStore({ connectionString: databaseUrl, ...options }),
      )
    : openEventStoreDb(eventStoreUrl, options);
}

/** The log at an esdb:// address, in the same way. Throws `RangeError` for any other. */
export async function openEventStoreDb(address: string, options: LogOptions = {}): Promise<EventStore> {
  return awaited(
    `the log at ${placeOf(address)}`,
    await connectEventStoreDb({ connectionString: address, ...options }),
  );
}

function awaited(name: string, store: EventStore): EventStore {
  const waiting = new Waiting(
    () => name,
    (error) => error instanceof StoreUnavailable,
  );
  return {
    logId: () => waiting.on(() => store.logId()),
    append: (...append) => waiting.on(() => store.append(...append)),
    readStream: (...read) => waiting.on(() => store.readStream(...read)),
    readAll: (...read) => waiting.on(() => store.readAll(...read)),
    readPage: (...read) => waiting.on(() => store.readPage(...read)),
    head: () => waiting.on(() => store.head()),
    subscribe: (options) => store.subscribe(options),
    close: () => store.close(),
  };
}
