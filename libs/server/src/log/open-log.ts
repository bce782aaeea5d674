import {
  connectEventStoreDb,
  PostgresEventStore,
  retry,
  StoreUnavailable,
  type EventStore,
  type PostgresOptions,
} from '@fairmark/event-store';
import type { Config } from '../config/config.js';
import { announced, placeOf } from '../waiting/waiting.js';

/** How long the log is asked again for its first answer: as long as it takes until the wait is announced. */
const ASK_MS = 6_000;

/** The settings that say where the log is. */
export type LogPlace = Pick<Config, 'databaseUrl' | 'eventStoreUrl'>;

/** Timeout of a call (milliseconds; default 3,000), and a callback for faults that the store recovers from. */
export type LogOptions = Pick<PostgresOptions, 'timeoutMs' | 'onTrouble'>;

/** Opens the log; connects on first use, and announces a long wait for the first answer. */
export async function openLog({ databaseUrl, eventStoreUrl }: LogPlace, options: LogOptions = {}): Promise<EventStore> {
  const inPostgres = eventStoreUrl === undefined;
  const name = inPostgres ? `the database at ${placeOf(databaseUrl)}` : `the log at ${placeOf(eventStoreUrl)}`;
  const store = inPostgres
    ? new PostgresEventStore({ connectionString: databaseUrl, ...options })
    : await connectEventStoreDb({ connectionString: eventStoreUrl, ...options });
  const asked = { withinMs: ASK_MS, again: (error: unknown) => error instanceof StoreUnavailable };
  // Not awaited: only announces. The process's own calls meet the same errors, and report them.
  announced(name, () => retry(() => store.logId(), asked)).catch(() => undefined);
  return store;
}
