import type { EventStore } from '@fairmark/event-store';
import type { Client } from 'pg';
import { withClient } from './database.js';
import { withMigrated } from './refuse-unmigrated.js';
import type { Shell } from './shell.js';
import { openLog } from './target.js';

/** The product's log and its database, whose tables are as this build knows them. */
export interface LogAndDatabase {
  store: EventStore;
  client: Client;
  /** Address of the database. */
  url: string;
}

/** Runs work on the log, wherever the settings say that it is, and on the product's database. */
export async function withLog<Result>(shell: Shell, work: (of: LogAndDatabase) => Promise<Result>): Promise<Result> {
  return withMigrated(shell, async (url) => {
    const store = await openLog(shell, url);
    try {
      return await withClient(url, 'fairmark ops', (client) => work({ store, client, url }));
    } finally {
      await store.close();
    }
  });
}
