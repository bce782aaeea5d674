import type { RebuildPhase } from '@fairmark/contract';
import { PostgresEventStore } from '@fairmark/event-store';
import { createLogger } from '@fairmark/server';
import { PostgresLogReader, rebuildClubhouse } from '@fairmark/projector';
import { DatabaseError, type Client } from 'pg';
import { keptTables, migrationsOf, PLAIN_TEXTS } from '../backup/tables.js';
import type { Verified } from '../backup/verify-backup.js';
import { codeOf, HalfDone, wordsOf } from '../shell/failure.js';
import type { Progress } from '../shell/progress.js';
import { refuseOthers, takeEmpty } from './empty.js';
import { compareLoaded, loadLog, loadTables, refuseUnknown } from './load.js';

export interface RestoreOptions {
  /** Absolute. */
  folder: string;
  client: Client;
  progress: Progress;
  signal: AbortSignal;
}

/**
 * Loads a backup that was verified, in one transaction: it is there whole, or the database is as empty as before, also when this is
 * killed. Once the transaction is being committed the signal changes nothing any more. Answers how many streams the log has.
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
  await client.query('commit').catch(commitFailed);
  return streams;
}

/** Postgres says why it undid a transaction; a connection that is lost or shut down does not say how it ended. */
function commitFailed(cause: unknown): never {
  if (cause instanceof DatabaseError && !codeOf(cause).startsWith('57P')) throw cause;
  throw new HalfDone(
    `Whether the backup was restored is not known, the restore run again says it: ${wordsOf(cause)}`,
    [],
    { cause },
  );
}

/** What a rebuild does, for the bar. */
const PHASES: Readonly<Record<RebuildPhase, string>> = {
  READING: 'Building tables',
  INDEXING: 'Building indexes',
  CATCHING_UP: 'Catching up',
  VERIFYING: 'Comparing tables',
  SWAPPING: 'Putting them in place',
};

/** Fills the derived tables from the restored log. Answers the events applied. Throws `HalfDone`: the log stays restored. */
export async function rebuildTables(databaseUrl: string, progress: Progress): Promise<number> {
  const store = new PostgresEventStore({ connectionString: databaseUrl });
  const reader = new PostgresLogReader(databaseUrl);
  let [phase, shown] = ['', 0];
  try {
    const head = await store.head();
    const { events } = await rebuildClubhouse({
      databaseUrl,
      store,
      reader,
      compare: false,
      logger: createLogger('rebuild', 'silent'),
      onProgress: (now) => {
        if (now.phase !== phase) {
          [phase, shown] = [now.phase, 0];
          progress.begin(PHASES[now.phase], now.phase === 'READING' ? Number(head ?? 0n) : null);
        }
        progress.add(now.events - shown);
        shown = now.events;
      },
    });
    return events;
  } catch (cause) {
    throw new HalfDone(
      `The backup is restored, its tables are not built (npm run rebuild does it): ${wordsOf(cause)}`,
      [],
      { cause },
    );
  } finally {
    await reader.close();
    await store.close();
  }
}
