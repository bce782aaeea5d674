import { pipeline } from 'node:stream/promises';
import { logInSession, type EventStore } from '@fairmark/event-store';
import { rebuildClubhouse, RebuildStopped } from '@fairmark/projector';
import { APP_SCHEMA, createLogger } from '@fairmark/server';
import { DatabaseError, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { LogCheck } from '../backup/log-check.js';
import { sparseToOf, type Manifest } from '../backup/manifest.js';
import { linesOf, readCompressed } from '../backup/streams.js';
import { keptTables, migrationsOf, PLAIN_TEXTS, sqlOf, tableSql, type Table } from '../backup/tables.js';
import { compareLog, type Verified } from '../backup/verify-backup.js';
import { insertEvents } from '../log/log-writer.js';
import { showPhase } from '../projections/words.js';
import { batchesOf, eventsOf } from '../shell/events-of.js';
import { codeOf, Failed, HalfDone, wordsOf } from '../shell/failure.js';
import type { Job, LongWork } from '../shell/job.js';
import { counted } from '../shell/output.js';

/** What a restore works with; all of it in one transaction of the client. */
interface Loading extends LongWork, Verified {
  client: Client;
}

/** What a projector writes on an empty log when it starts. A database with only this counts as empty. */
const BEGUN = `delete from ${APP_SCHEMA}.mail_checkpoint where position is null`;

/**
 * Loads a verified backup in one transaction: if this fails or is killed, the database stays empty. The signal has no
 * effect once the commit has begun. Returns the number of streams of the log.
 */
export async function restoreBackup(loading: Loading): Promise<number> {
  const { manifest, client, signal } = loading;
  await client.query(PLAIN_TEXTS);
  await refuseOthers(client);
  await client.query('begin');
  const tables = await keptTables(client);
  refuseUnknown(manifest, tables, await migrationsOf(client));
  await takeEmpty(client, tables, manifest.log);
  await loadTables(tables, loading);
  await loadLog(loading);
  const streams = await compareLoaded(loading);
  signal.throwIfAborted();
  await client.query('commit').catch(commitFailed);
  return streams;
}

/** Postgres reports why it rolled back; if the connection was lost or shut down, the outcome is unknown. */
function commitFailed(cause: unknown): never {
  if (cause instanceof DatabaseError && !codeOf(cause).startsWith('57P')) throw cause;
  throw new HalfDone(
    `It is not known whether the backup was restored: run the restore again to find out. ${wordsOf(cause)}`,
    [],
    { cause },
  );
}

/**
 * Fills the derived tables from the restored log. False if an event cannot be applied: that says nothing against the
 * backup, and a projector fills the tables and parks it. Throws `HalfDone`: the log stays restored.
 */
export async function rebuildTables(job: Job, store: EventStore, databaseUrl: string): Promise<boolean> {
  const { progress } = job;
  const logger = createLogger('rebuild', 'silent');
  const rebuild = { databaseUrl, store, compare: false, logger, onProgress: showPhase(progress) };
  try {
    await rebuildClubhouse(rebuild);
    return true;
  } catch (cause) {
    if (cause instanceof RebuildStopped) {
      progress.stop();
      job.note(`An event cannot be applied: ${cause.message}`);
      return false;
    }
    throw new HalfDone(
      `The backup is restored, but its tables are not built (run npm run rebuild): ${wordsOf(cause)}`,
      [],
      { cause },
    );
  }
}

/** Throws `Failed` if the product runs on the database: it would continue with a log that no longer exists. */
async function refuseOthers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'fairmark %' and application_name not like 'fairmark ops%'
     order by 1`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name);
  throw new Failed(`Fairmark runs on this database (${names.join(', ')}). Stop it, then restore.`, names);
}

/** Locks the tables until the transaction ends. Throws `Failed` with what they hold unless they are empty. */
async function takeEmpty(client: Client, tables: readonly Table[], log: Manifest['log']): Promise<void> {
  const all = ['log.identity', 'log.events', ...tables.map(({ name }) => tableSql(name))];
  await client.query(`set local lock_timeout = '5s'; lock table ${all.join(', ')} in access exclusive mode; ${BEGUN}`);
  const found: string[] = [];
  for (const table of all.slice(1)) {
    const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from ${table}`);
    const count = BigInt(rows[0]?.rows ?? 0);
    if (count > 0n) found.push(`${counted(count, 'row')} in ${table.replaceAll('"', '')}`);
  }
  if (found.length === 0) return;
  const { rowCount } = await client.query(
    'select from log.identity where id = $1 and (select count(*) from log.events) = $2',
    [log.id, log.rows],
  );
  const same =
    rowCount === 1
      ? ' This one holds the log of this backup: if its restore was interrupted after it had loaded everything, run npm run rebuild.'
      : '';
  const empty = 'A backup can only be restored into an empty database: create a new one, or use another DATA_DIR.';
  throw new Failed(`The database is not empty: ${found.join(', ')}. ${empty}${same}`, found);
}

/** Throws `Failed` unless the database has every migration, table and column of the backup. It may have more. */
function refuseUnknown(manifest: Manifest, tables: readonly Table[], migrations: readonly string[]): void {
  const newer = manifest.migrations.filter((name) => !migrations.includes(name));
  const unknown = manifest.tables.flatMap(({ table, columns }) => {
    const here = tables.find(({ name }) => name === table);
    if (here === undefined) return [`table ${table}`];
    return columns.filter((column) => !here.columns.includes(column)).map((column) => `column ${column} of ${table}`);
  });
  const missing = [...newer, ...unknown];
  if (missing.length === 0) return;
  throw new Failed(
    `The backup was written by a later release (${manifest.version}); this one does not know: ${missing.join(', ')}. Use that release or a newer one.`,
    missing,
  );
}

/** Loads rows by column name, referenced tables first. Columns that the backup lacks get their defaults. */
async function loadTables(
  tables: readonly Table[],
  { manifest: { tables: entries }, folder, client, progress, signal }: Loading,
): Promise<void> {
  progress.begin('Loading tables', entries.length);
  for (const { name } of tables) {
    const entry = entries.find(({ table }) => table === name);
    if (entry === undefined) continue;
    const table = sqlOf({ name, columns: entry.columns });
    const copy = client.query(copyFrom(`copy ${table} from stdin (format csv, header match)`));
    await readCompressed({ folder, name: entry.name, signal }, (rows) => pipeline(rows, copy));
    const { rowCount } = copy;
    if (rowCount !== entry.rows) throw new Failed(`${entry.name} has ${entry.rows} rows, but ${rowCount} were loaded.`);
    progress.add(1);
  }
}

/** Lines and characters of one statement. */
const BATCH = { count: 2_000, size: 2_097_152 };

/** Turns the empty log into that of the backup: its id, and every event at its position. */
async function loadLog({ manifest: { log }, folder, client, progress, signal }: Loading): Promise<void> {
  // Position tokens and checkpoints contain the log's id. The trigger is disabled within this transaction only.
  await client.query('alter table log.identity disable trigger unchangeable');
  await client.query('update log.identity set id = $1, sparse_to = $2', [log.id, sparseToOf(log)]);
  await client.query('alter table log.identity enable always trigger unchangeable');
  progress.begin('Loading events', log.rows);
  await readCompressed({ folder, name: log.name, signal }, async (content) => {
    for await (const batch of batchesOf(linesOf(content), ({ length }) => length, BATCH)) {
      await insertEvents(client, `[${batch.join()}]`);
      progress.add(batch.length);
    }
  });
}

/** Reads the log back and compares it with the backup, event by event. Returns the number of streams. */
async function compareLoaded({ manifest: { log }, digest, client, progress, signal }: Loading): Promise<number> {
  progress.begin('Checking events', log.rows);
  const check = new LogCheck(null);
  try {
    for await (const event of eventsOf(logInSession(client), null, signal)) {
      check.event(event);
      progress.add(1);
    }
    compareLog(check, log);
    if (check.digest() !== digest) throw new Failed('The hash of the whole log does not match.');
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    throw new Failed(`The database does not hold the log as it was loaded: ${error.message}`, [], { cause: error });
  }
  return check.tails.size;
}
