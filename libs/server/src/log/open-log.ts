import { connectEventStoreDb, PostgresEventStore, StoreUnavailable, type EventStore } from '@fairmark/event-store';
import type { Config } from '../config/config.js';
import { placeOf, Waiting } from '../waiting/waiting.js';

/** The settings that say where the log is. */
export type LogPlace = Pick<Config, 'databaseUrl' | 'eventStoreUrl'>;

/** Timeout of a call (milliseconds; default 3,000), and a callback for faults that the store recovers from. */
export interface LogOptions {
  timeoutMs?: number;
  onTrouble?: (what: string, error: unknown) => void;
}

/** Opens the log: EventStoreDB if configured, else our database. Connects on first use, and announces long waits. */
export async function openLog({ databaseUrl, eventStoreUrl }: LogPlace, options: LogOptions = {}): Promise<EventStore> {
  return eventStoreUrl === undefined
    ? announcingWaits(
        `the database at ${placeOf(databaseUrl)}`,
        new PostgresEventStore({ connectionString: databaseUrl, ...options }),
      )
    : announcingWaits(
        `the log at ${placeOf(eventStoreUrl)}`,
        await connectEventStoreDb({ connectionString: eventStoreUrl, ...options }),
      );
}

function announcingWaits(name: string, store: EventStore): EventStore {
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
