import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { COPY_LOG, LogCheck, LogFault } from '../backup/log-lines.js';
import { sparseToOf, type Manifest, type TableEntry } from '../backup/manifest.js';
import { linesOf, openCompressed } from '../backup/streams.js';
import { sqlOf, tableSql, type Table } from '../backup/tables.js';
import { checkingSink, compareLog, type Verified } from '../backup/verify-backup.js';
import { Failed } from '../shell/failure.js';
import type { Progress } from '../shell/progress.js';

/** What loading works with; all of it in one transaction of the client. */
export interface Loading {
  folder: string;
  client: Client;
  progress: Progress;
  signal: AbortSignal;
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
    const { content } = openCompressed(folder, entry.name);
    const rows = copyFrom(`copy ${sqlOf({ name, columns: entry.columns })} from stdin (format csv, header match)`);
    await pipeline(content, client.query(rows), { signal });
    const counted = await client.query<{ rows: string }>(`select count(*) as rows from ${tableSql(name)}`);
    const loaded = Number(counted.rows[0]?.rows);
    if (loaded !== entry.rows) throw new Failed(`${entry.name} has ${entry.rows} rows, ${loaded} were loaded.`);
    progress.add(1);
  }
}

/** Bounds of one statement. */
const BATCH = { lines: 2_000, characters: 2_097_152 };

const INSERT = `
insert into log.events (position, stream, revision, id, type, data, metadata)
select (e ->> 'position')::bigint, e ->> 'stream', (e ->> 'revision')::bigint, (e ->> 'id')::uuid, e ->> 'type',
  e -> 'data', e -> 'metadata'
from jsonb_array_elements($1::jsonb) as e`;

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
    signal.throwIfAborted();
    if (batch.length > 0) await client.query({ name: 'load', text: INSERT, values: [`[${batch.join()}]`] });
    progress.add(batch.length);
    batch = [];
    characters = 0;
  };
  for await (const lines of linesOf(openCompressed(folder, log.name).content)) {
    for (const line of lines) {
      batch.push(line);
      characters += line.length;
      if (batch.length >= BATCH.lines || characters >= BATCH.characters) await flush();
    }
  }
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
  const onEvents = (events: number): void => progress.add(events);
  try {
    await pipeline(client.query(copyTo(COPY_LOG)), checkingSink(check, onEvents), { signal });
    compareLog(check, log);
    if (check.digest() !== digest) throw new LogFault('the hash of the whole does not fit');
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    throw new Failed(`The database does not hold the log as it was loaded: ${error.message}.`, [], { cause: error });
  }
  return check.streams;
}
