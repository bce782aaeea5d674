import type { RebuildPhase } from '@fairmark/contract';
import { PostgresEventStore } from '@fairmark/events';
import { createLogger, whatIsMissing } from '@fairmark/platform';
import { PostgresLogReader, rebuildClubhouse, RebuildStopped, RebuildWrong } from '@fairmark/projector';
import type { Client } from 'pg';
import { keptTables, migrationsOf, PLAIN_TEXTS } from '../backup/tables.js';
import type { Verified } from '../backup/verify-backup.js';
import { Failed, Interrupted } from '../cli/failure.js';
import type { Progress } from '../cli/progress.js';
import { refuseOthers, takeEmpty } from './empty.js';
import { compareLoaded, loadLog, loadTables, refuseUnknown } from './load.js';

export interface RestoreOptions {
  /** Absolute. */
  folder: string;
  client: Client;
  progress: Progress;
  signal: AbortSignal;
}

/** Throws `Failed` unless the schemas of this build are there. */
export async function refuseUnmigrated(databaseUrl: string): Promise<void> {
  const missing = await whatIsMissing(databaseUrl);
  if (missing === null) return;
  throw new Failed(`The database is not ready: ${missing}. If it answers, npm run migrate makes its tables.`);
}

/**
 * Loads a backup that was verified, in one transaction: it is there whole, or the database is as empty as before, also when this is
 * killed. Answers how many streams the log has.
 */
export async function restoreBackup(verified: Verified, options: RestoreOptions): Promise<number> {
  const { manifest } = verified;
  const { client } = options;
  await client.query(PLAIN_TEXTS);
  await refuseOthers(client);
  await client.query('begin');
  const tables = await keptTables(client);
  refuseUnknown(manifest, tables, await migrationsOf(client));
  await takeEmpty(client, tables, manifest.log.id);
  await loadTables(manifest.tables, tables, options);
  await loadLog(manifest, options);
  const streams = await compareLoaded(verified, options);
  options.signal.throwIfAborted();
  await client.query('commit');
  return streams;
}

/** What a rebuild does, for the bar; and where it goes through the whole log. */
const PHASES: Readonly<Record<RebuildPhase, string>> = {
  READING: 'Building tables',
  INDEXING: 'Building indexes',
  CATCHING_UP: 'Catching up',
  VERIFYING: 'Verifying tables',
  SWAPPING: 'Putting them in place',
};
const BY_EVENTS: readonly RebuildPhase[] = ['READING', 'VERIFYING'];

/** Fills the derived tables from the restored log. Answers the events applied. */
export async function rebuildTables(
  databaseUrl: string,
  { progress, signal }: Pick<RestoreOptions, 'progress' | 'signal'>,
): Promise<number> {
  const store = new PostgresEventStore({ connectionString: databaseUrl });
  const reader = new PostgresLogReader(databaseUrl);
  const head = await store.head();
  let [phase, shown] = ['', 0];
  try {
    const { finished, events } = await rebuildClubhouse({
      databaseUrl,
      store,
      reader,
      logger: createLogger('rebuild', 'silent'),
      signal,
      onProgress: (now) => {
        if (now.phase !== phase) {
          [phase, shown] = [now.phase, 0];
          progress.begin(PHASES[now.phase], BY_EVENTS.includes(now.phase) ? Number(head ?? 0n) : null);
        }
        progress.add(now.events - shown);
        shown = now.events;
      },
    });
    if (!finished) {
      throw new Interrupted('Interrupted. The backup is restored, its tables are not built: npm run rebuild does it.');
    }
    return events;
  } catch (error) {
    if (!(error instanceof RebuildStopped || error instanceof RebuildWrong)) throw error;
    throw new Failed(`The backup is restored, its tables are not built: ${error.message}`, [], { cause: error });
  } finally {
    await reader.close();
    await store.close();
  }
}
