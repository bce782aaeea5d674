import { PostgresEventStore, type EventStore } from '@fairmark/event-store';
import type { Client } from 'pg';
import { openEventStore } from './target.js';
import { refuseUnmigrated } from './refuse-unmigrated.js';
import { withClient, withDatabase } from './database.js';
import { setting, type Shell } from './shell.js';

/** The product's log and its database, whose tables are as this build knows them. */
export interface LogAndDatabase {
  store: EventStore;
  client: Client;
  /** Address of the database. */
  url: string;
}

/** Runs work on the log, wherever the settings say that it is, and on the product's database. */
export async function withLog<Result>(shell: Shell, work: (of: LogAndDatabase) => Promise<Result>): Promise<Result> {
  const address = setting(shell, 'EVENT_STORE_URL');
  return withDatabase(shell, { create: false }, async (url) => {
    await refuseUnmigrated(url);
    const store =
      address === undefined ? new PostgresEventStore({ connectionString: url }) : await openEventStore(address);
    try {
      return await withClient(url, 'fairmark ops', (client) => work({ store, client, url }));
    } finally {
      await store.close();
    }
  });
}
