import type { EventStore } from '@fairmark/event-store';
import { measuredStore, openLog, type LogPlace } from '@fairmark/server';
import type { Registry } from 'prom-client';
import { PostgresLogReader, storeReader, type LogReader } from './log-reader.js';

/** The log, and the fastest way to read pages of it. */
export interface ReadableLog {
  store: EventStore;
  reader: LogReader;
  close: () => Promise<void>;
}

/** Who hears of trouble, and where appends are counted, if anywhere. */
export interface ReadableLogOptions {
  onTrouble: (what: string, error: unknown) => void;
  metrics?: Registry;
}

/** Opens the log where the configuration says that it is. */
export async function readableLog(place: LogPlace, { onTrouble, metrics }: ReadableLogOptions): Promise<ReadableLog> {
  const log = await openLog(place, { onTrouble });
  const store = metrics === undefined ? log : measuredStore(log, metrics);
  if (place.eventStoreUrl !== undefined) return { store, reader: storeReader(store), close: () => store.close() };
  const reader = new PostgresLogReader(place.databaseUrl);
  return {
    store,
    reader,
    close: async () => {
      await Promise.all([store.close(), reader.close()]);
    },
  };
}
