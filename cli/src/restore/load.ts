import { pipeline } from 'node:stream/promises';
import { APP_SCHEMA } from '@fairmark/server';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { checking, COPY_LOG, LogCheck, LogFault } from '../backup/log-lines.js';
import { sparseToOf, type Manifest, type TableEntry } from '../backup/manifest.js';
import { lineSink, readCompressed } from '../backup/streams.js';
import { sqlOf, tableSql, type Table } from '../backup/tables.js';
import { compareLog, type Verified } from '../backup/verify-backup.js';
import { insertEvents } from '../log/log-writer.js';
import { Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';
import type { Progress } from '../shell/progress.js';

/** What loading works with; all of it in one transaction of the client. */
export interface Loading {
  folder: string;
  client: Client;
  progress: Progress;
  signal: AbortSignal;
}

/** What a projector writes on an empty log, in its first second: no reason to call a database full. */
const BEGUN = `delete from ${APP_SCHEMA}.mail_checkpoint where position is null`;

/** Throws `Failed` when the product works on the database: it would go on with a log that is no more. */
export async function refuseOthers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'fairmark %' and application_name not like 'fairmark ops%'
     order by 1`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name);
  throw new Failed(`Fairmark runs on this database (${names.join(', ')}). Stop it, then restore.`, names);
}

/**
 * Keeps everybody else from the tables until the transaction ends. Throws `Failed` unless they are empty, and says what is in them.
 */
export async function takeEmpty(client: Client, tables: readonly Table[], logId: string): Promise<void> {
  const all = ['log.identity', 'log.events', ...tables.map(({ name }) => tableSql(name))];
  await client.query(`set local lock_timeout = '5s'; lock table ${all.join(', ')} in access exclusive mode; ${BEGUN}`);
  const found: string[] = [];
  for (const table of all.slice(1)) {
    const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from ${table}`);
    const count = BigInt(rows[0]?.rows ?? 0);
    if (count > 0n) found.push(`${counted(count, 'row')} in ${table.replaceAll('"', '')}`);
  }
  if (found.length === 0) return;
  const { rows } = await client.query<{ id: string }>('select id from log.identity');
  const same =
    rows[0]?.id === logId
      ? 'It holds the log of this very backup: if a restore was interrupted after it had loaded everything, run npm run rebuild.'
      : 'A backup is restored into an empty database only: make a new one, or start with another DATA_DIR.';
  throw new Failed(`The database is not empty: ${found.join(', ')}. ${same}`, found);
}

/** Throws `Failed` unless a database has every table and column that the backup holds rows of. It may have more. */
export function refuseUnknown(manifest: Manifest, tables: readonly Table[], migrations: readonly string[]): void {
  const newer = manifest.migrations.filter((name) => !migrations.includes(name));
  const unknown = manifest.tables.flatMap(({ table, columns }) => {
    const here = tables.find(({ name }) => name === table);
    if (here === undefined) return [`table ${table}`];
    return columns.filter((column) => !here.columns.includes(column)).map((column) => `column ${column} of ${table}`);
  });
  const missing = [...newer, ...unknown];
  if (missing.length === 0) return;
  throw new Failed(
    `The backup was written by a later release (${manifest.version}), this one does not know: ${missing.join(', ')}. Use that release or a newer one.`,
    missing,
  );
}

/**
 * Loads rows by the names of their columns, those first that others refer to. What the schema has gained since takes its defaults.
 */
export async function loadTables(
  entries: readonly TableEntry[],
  tables: readonly Table[],
  loading: Loading,
): Promise<void> {
  const { folder, client, progress, signal } = loading;
  progress.begin('Loading tables', entries.length);
  for (const { name } of tables) {
    const entry = entries.find(({ table }) => table === name);
    if (entry === undefined) continue;
    const table = sqlOf({ name, columns: entry.columns });
    const copy = client.query(copyFrom(`copy ${table} from stdin (format csv, header match)`));
    await readCompressed({ folder, name: entry.name, rows: 'csv', signal }, copy);
    const { rowCount } = copy;
    if (rowCount !== entry.rows) throw new Failed(`${entry.name} has ${entry.rows} rows, ${rowCount} were loaded.`);
    progress.add(1);
  }
}

/** Bounds of one statement. */
const BATCH = { lines: 2_000, characters: 2_097_152 };

/** Makes the empty log the one of the backup: its id, and every event at its position. */
export async function loadLog({ log }: Manifest, { folder, client, progress, signal }: Loading): Promise<void> {
  // Position tokens and checkpoints name the log. The trigger is off for this transaction alone, and only the tables' owner can.
  await client.query('alter table log.identity disable trigger unchangeable');
  await client.query('update log.identity set id = $1, sparse_to = $2', [log.id, sparseToOf(log)]);
  await client.query('alter table log.identity enable always trigger unchangeable');
  progress.begin('Loading events', log.rows);
  let batch: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await insertEvents(client, `[${batch.join()}]`);
    progress.add(batch.length);
    [batch, characters] = [[], 0];
  };
  const lines = lineSink(async (some) => {
    for (const line of some) {
      batch.push(line);
      characters += line.length;
      if (batch.length >= BATCH.lines || characters >= BATCH.characters) await flush();
    }
  });
  await readCompressed({ folder, name: log.name, rows: 'lines', signal }, lines);
  await flush();
}

/** Reads the log back and compares it with the backup, event by event. Answers its streams. Throws `Failed`. */
export async function compareLoaded(
  { manifest, digest }: Verified,
  { client, progress, signal }: Loading,
): Promise<number> {
  const { log } = manifest;
  progress.begin('Checking events', log.rows);
  const check = new LogCheck({ gapless: false });
  try {
    await pipeline(
      client.query(copyTo(COPY_LOG)),
      checking(check, (events) => progress.add(events)),
      { signal },
    );
    compareLog(check, log);
    if (check.digest() !== digest) throw new LogFault('the hash of the whole does not fit');
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    throw new Failed(`The database does not hold the log as it was loaded: ${error.message}.`, [], { cause: error });
  }
  return check.streams;
}
