import { connectEventStoreDb, PostgresEventStore, type EventStore } from '@fairmark/events';
import type { Config } from '../config.js';

/** Where the log is, as the configuration says. */
export type LogPlace = Pick<Config, 'databaseUrl' | 'eventStoreUrl'>;

/**
 * The log: EventStoreDB where one is named, otherwise our own database. Connects when it is first needed. `onTrouble` hears of
 * everything that it recovers from by itself.
 */
export async function openLog(
  { databaseUrl, eventStoreUrl }: LogPlace,
  onTrouble: (what: string, error: unknown) => void,
): Promise<EventStore> {
  if (eventStoreUrl === undefined) return new PostgresEventStore({ connectionString: databaseUrl, onTrouble });
  return connectEventStoreDb({ connectionString: eventStoreUrl, onTrouble });
}
