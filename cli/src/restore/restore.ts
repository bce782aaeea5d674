import type { EventStore } from '@fairmark/event-store';
import { createLogger } from '@fairmark/server';
import { rebuildClubhouse } from '@fairmark/projector';
import { DatabaseError } from 'pg';
import { keptTables, migrationsOf, PLAIN_TEXTS } from '../backup/tables.js';
import type { Verified } from '../backup/verify-backup.js';
import { showPhase } from '../projections/words.js';
import { codeOf, HalfDone, wordsOf } from '../shell/failure.js';
import type { Progress } from '../shell/progress.js';
import { compareLoaded, loadLog, loadTables, refuseOthers, refuseUnknown, takeEmpty, type Loading } from './load.js';

/**
 * Loads a backup that was verified, in one transaction: it is there whole, or the database is as empty as before, also when this is
 * killed. Once the transaction is being committed the signal changes nothing any more. Answers how many streams the log has.
 */
export async function restoreBackup(verified: Verified, options: Loading): Promise<number> {
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

/** Fills the derived tables from the restored log. Throws `HalfDone`: the log stays restored. */
export async function rebuildTables(store: EventStore, databaseUrl: string, progress: Progress): Promise<void> {
  const logger = createLogger('rebuild', 'silent');
  const rebuild = { databaseUrl, store, compare: false, logger, onProgress: showPhase(progress) };
  await rebuildClubhouse(rebuild).catch((cause: unknown) => {
    throw new HalfDone(
      `The backup is restored, its tables are not built (npm run rebuild does it): ${wordsOf(cause)}`,
      [],
      { cause },
    );
  });
}
