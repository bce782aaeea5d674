import { eventStoreAddressProblem, PostgresEventStore, type EventStore } from '@fairmark/event-store';
import { openEventStoreDb } from '@fairmark/server';
import { withDatabase } from './database.js';
import { Misused } from './failure.js';
import { databaseAddress, setting, type Shell } from './shell.js';
import { refuseUnmigrated } from './refuse-unmigrated.js';

/** A server that is busy may keep one waiting. */
const PATIENCE_MS = 30_000;

/** The log at an esdb:// address. Throws `Misused` for what is none. */
export async function openEventStore(address: string): Promise<EventStore> {
  const problem = eventStoreAddressProblem(address);
  if (problem !== null) throw new Misused(`The address of the EventStoreDB ${problem}`);
  return openEventStoreDb(address, { timeoutMs: PATIENCE_MS });
}

/** The product's log: at EVENT_STORE_URL, or in its database. */
export async function openLog(shell: Shell, databaseUrl: string): Promise<EventStore> {
  const address = setting(shell, 'EVENT_STORE_URL');
  return address === undefined ? new PostgresEventStore({ connectionString: databaseUrl }) : openEventStore(address);
}

/** A log that a command was given. */
export interface NamedLog {
  store: EventStore;
  /** Address of its database where the log is in Postgres; null: elsewhere. */
  databaseUrl: string | null;
}

/**
 * Runs work on the log of a name: `postgres`, in the product's database; `eventstoredb`, at EVENT_STORE_URL; or at an address of its
 * own, postgres:// or esdb://. Throws `Misused` for what is none, and `Failed` for a database without the product's tables.
 */
export async function withNamedLog<Result>(
  shell: Shell,
  name: string,
  work: (log: NamedLog) => Promise<Result>,
): Promise<Result> {
  const inPostgres = async (databaseUrl: string): Promise<Result> => {
    await refuseUnmigrated(databaseUrl);
    const store = new PostgresEventStore({ connectionString: databaseUrl });
    return await closing(store, databaseUrl, work);
  };
  if (name === 'postgres') return withDatabase(shell, { create: false }, inPostgres);
  if (/^postgres(?:ql)?:/.test(name)) return inPostgres(databaseAddress(name));
  const address = name === 'eventstoredb' ? setting(shell, 'EVENT_STORE_URL') : name;
  if (address === undefined) {
    throw new Misused('Where to? Set EVENT_STORE_URL, or name the log by an esdb:// address.');
  }
  const store = await openEventStore(address);
  return await closing(store, null, work);
}

async function closing<Result>(
  store: EventStore,
  databaseUrl: string | null,
  work: (log: NamedLog) => Promise<Result>,
): Promise<Result> {
  try {
    return await work({ store, databaseUrl });
  } finally {
    await store.close();
  }
}
