import type { EventStore } from '@fairmark/event-store';
import { PostgresLogReader, type LogReader } from '@fairmark/projector';
import { Pool } from 'pg';
import { setting, type Shell } from '../shell/shell.js';
import { openLog } from '../shell/target.js';
import { withMigrated } from '../shell/refuse-unmigrated.js';

/** The tables that are derived from the log, and the log. */
export interface TablesAndLog {
  databaseUrl: string;
  /** For short questions. */
  pool: Pool;
  store: EventStore;
  /** Where the log has a faster way to be read than its own. */
  reader: LogReader | undefined;
}

/** Runs work on the derived tables of the product's database and on the log, wherever the settings say that it is. */
export async function withTables<Result>(shell: Shell, work: (of: TablesAndLog) => Promise<Result>): Promise<Result> {
  return withMigrated(shell, async (databaseUrl) => {
    const store = await openLog(shell, databaseUrl);
    const isInPostgres = setting(shell, 'EVENT_STORE_URL') === undefined;
    const reader = isInPostgres ? new PostgresLogReader(databaseUrl) : undefined;
    const pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'fairmark ops projections',
      max: 1,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 10_000,
      query_timeout: 12_000,
    });
    // A connection that breaks between two questions is replaced for the next one.
    pool.on('error', () => undefined);
    try {
      return await work({ databaseUrl, pool, store, reader });
    } finally {
      await Promise.all([pool.end(), reader?.close(), store.close()]);
    }
  });
}
