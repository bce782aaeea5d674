import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { eventsOf } from '../shell/events-of.js';
import { codeOf, Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';
import type { Progress } from '../shell/progress.js';
import { productVersion } from '../shell/shell.js';
import { COPY_LOG } from './log-lines.js';
import { FORMAT, LOG_FILE, MANIFEST, type Manifest, type TableEntry } from './manifest.js';
import { settleFolder, writeCompressed } from './streams.js';
import { keptTables, migrationsOf, PLAIN_TEXTS, sqlOf } from './tables.js';

export interface BackupOptions {
  /** Absolute; must not be there. */
  folder: string;
  client: Client;
  /** The log, where it is not in the client's database; null: it is. */
  store: EventStore | null;
  progress: Progress;
  signal: AbortSignal;
}

/** The folder while it is being written. */
export const PART = '.part';

/**
 * Writes a backup of a moment: everything is read in one snapshot, while the product runs. The folder has its name only once all
 * of it is on the disk; what was written until then goes when this fails.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { folder, client } = options;
  refuseExisting(folder);
  const part = `${folder}${PART}`;
  await makePart(part);
  try {
    await client.query(PLAIN_TEXTS);
    await client.query('begin transaction isolation level repeatable read, read only');
    const manifest = await writeFiles(part, options);
    await client.query('commit');
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(path.join(part, MANIFEST), text, { flag: 'wx', mode: 0o600, flush: true });
    await settleFolder(path.join(part, 'tables'));
    await settleFolder(part);
    refuseExisting(folder);
    await rename(part, folder);
    await settleFolder(path.dirname(folder));
    return manifest;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function writeFiles(part: string, { client, store, progress, signal }: BackupOptions): Promise<Manifest> {
  const migrations = await migrationsOf(client);
  const tables: TableEntry[] = [];
  const kept = await keptTables(client);
  progress.begin('Tables', kept.length);
  const file = (name: string, rows: 'lines' | 'csv') => ({ folder: part, name, rows, signal });
  for (const table of kept) {
    const rows = client.query(copyTo(`copy ${sqlOf(table)} to stdout (format csv, header true)`));
    const entry = await writeCompressed(rows, file(`tables/app.${table.name}.csv.gz`, 'csv'));
    tables.push({ ...entry, table: table.name, columns: table.columns });
    progress.add(1);
  }
  // Read after the tables: what they know of the log, the log in the backup has.
  const source = store === null ? await postgresSource(client) : await storeSource(store, signal);
  progress.begin('Events', source.events);
  const log = await writeCompressed(source.lines(), file(LOG_FILE, 'lines'), (count) => progress.add(count));
  if (source.events !== null && log.rows !== source.events) {
    throw new Error(`The log holds ${source.events} events, ${counted(log.rows, 'line was', 'lines were')} written`);
  }
  return {
    format: FORMAT,
    version: productVersion(),
    createdAt: new Date().toISOString(),
    migrations,
    log: {
      ...log,
      id: source.id,
      head: source.head?.toString() ?? null,
      sparseTo: source.sparseTo?.toString() ?? null,
    },
    tables,
  };
}

/** A log that is going to be written down. */
interface LogSource {
  id: string;
  /** Position of its last event; null: none. */
  head: bigint | null;
  /** Up to this position numbers are left out; null: nowhere. */
  sparseTo: bigint | null;
  /** How many events it has; null: unknown until they were read. */
  events: number | null;
  /** Starts reading: lines of JSON, up to the head. */
  lines(): Readable;
}

/** The log in Postgres, as the snapshot of the client's transaction has it. */
async function postgresSource(client: Client): Promise<LogSource> {
  const { rows } = await client.query<{ id: string; events: string; head: string | null; sparse_to: string | null }>(
    `select id, sparse_to, (select count(*) from log.events) as events, (select max(position) from log.events) as head
     from log.identity`,
  );
  const [log] = rows;
  if (log === undefined) throw new Failed('The log has no id: the database was not migrated.');
  const position = (text: string | null): bigint | null => (text === null ? null : BigInt(text));
  const [head, sparseTo] = [position(log.head), position(log.sparse_to)];
  return { id: log.id, head, sparseTo, events: Number(log.events), lines: () => client.query(copyTo(COPY_LOG)) };
}

/** The log of another store, up to where it ends now. */
async function storeSource(store: EventStore, signal: AbortSignal): Promise<LogSource> {
  const [id, head] = [await store.logId(), await store.head()];
  return { id, head, sparseTo: head, events: null, lines: () => Readable.from(linesUpTo(store, head, signal)) };
}

async function* linesUpTo(store: EventStore, head: bigint | null, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const event of eventsOf(store, null, signal)) {
    if (head === null || event.position > head) return;
    yield Buffer.from(`${lineOf(event)}\n`);
  }
}

/** As Postgres writes it. */
function lineOf({ position, stream, revision, id, type, data, metadata }: RecordedEvent): string {
  return JSON.stringify({ position: `${position}`, stream, revision: `${revision}`, id, type, data, metadata });
}

function refuseExisting(folder: string): void {
  if (!existsSync(folder)) return;
  throw new Failed(`${folder} is there already. A backup is written into a folder of its own: name another.`);
}

async function makePart(part: string): Promise<void> {
  const why: Readonly<Record<string, string>> = {
    ENOENT: `There is no folder ${path.dirname(part)}: make it first, or name another.`,
    EEXIST: `${part} is there: another backup is being written, or was killed. If none runs, delete it and try again.`,
  };
  await mkdir(part, { mode: 0o700 }).catch((cause: unknown) => {
    const words = why[codeOf(cause)];
    throw words === undefined ? cause : new Failed(words, [], { cause });
  });
}
