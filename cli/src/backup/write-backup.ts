import type { EventStore } from '@fairmark/event-store';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { codeOf, Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';
import type { Progress } from '../shell/progress.js';
import { productVersion } from '../shell/shell.js';
import { postgresSource, storeSource } from './log-source.js';
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
 * Writes a backup of a moment: everything is read in one snapshot, while the product goes on. The folder has its name only once all
 * of it is on the disk; what was written until then goes when this fails.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { folder, client } = options;
  await refuseExisting(folder);
  const part = `${folder}${PART}`;
  await makePart(part);
  try {
    await client.query(PLAIN_TEXTS);
    await client.query('begin transaction isolation level repeatable read, read only');
    const manifest = await writeFiles(part, options);
    await client.query('commit');
    await writeManifest(part, manifest);
    await settleFolder(path.join(part, 'tables'));
    await settleFolder(part);
    await refuseExisting(folder);
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
  for (const table of kept) {
    const rows = client.query(copyTo(`copy ${sqlOf(table)} to stdout (format csv, header true)`));
    const name = `tables/app.${table.name}.csv.gz`;
    const file = await writeCompressed(rows, { folder: part, name, rows: 'csv', signal });
    // The head line is none.
    tables.push({ ...file, rows: file.rows - 1, table: table.name, columns: table.columns });
    progress.add(1);
  }
  // Read after the tables: what they know of the log, the log in the backup has.
  const source = store === null ? await postgresSource(client) : await storeSource(store, signal);
  progress.begin('Events', source.events);
  const onRows = (count: number): void => progress.add(count);
  const target = { folder: part, name: LOG_FILE, rows: 'lines', signal, onRows } as const;
  const file = await writeCompressed(source.lines(), target);
  if (source.events !== null && file.rows !== source.events) {
    throw new Error(`The log holds ${source.events} events, ${counted(file.rows, 'line was', 'lines were')} written`);
  }
  return {
    format: FORMAT,
    version: productVersion(),
    createdAt: new Date().toISOString(),
    migrations,
    log: {
      ...file,
      id: source.id,
      head: source.head?.toString() ?? null,
      sparseTo: source.sparseTo?.toString() ?? null,
    },
    tables,
  };
}

async function refuseExisting(folder: string): Promise<void> {
  const there = await stat(folder).then(
    () => true,
    () => false,
  );
  if (!there) return;
  throw new Failed(`${folder} is there already. A backup is written into a folder of its own: name another.`);
}

async function makePart(part: string): Promise<void> {
  try {
    await mkdir(part, { mode: 0o700 });
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT') {
      throw new Failed(`There is no folder ${path.dirname(part)}: make it first, or name another.`, [], { cause });
    }
    if (code !== 'EEXIST') throw cause;
    throw new Failed(
      `${part} is there: another backup is being written, or was killed. If none runs, delete it and try again.`,
      [],
      { cause },
    );
  }
}

async function writeManifest(part: string, manifest: Manifest): Promise<void> {
  const handle = await open(path.join(part, MANIFEST), 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
