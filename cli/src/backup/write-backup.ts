import path from 'node:path';
import { Readable } from 'node:stream';
import { logInSession, type EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { settleFolder } from '@fairmark/server';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { plainEvent } from '../proof/event-line.js';
import { pagesOf } from '../shell/events-of.js';
import { Failed } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { writeFolder, writeNewFile } from '../shell/new-folder.js';
import { openClient, openLog } from '../shell/open.js';
import { productVersion, setting } from '../shell/shell.js';
import { FORMAT, LOG_FILE, MANIFEST, type Manifest, type TableEntry } from './manifest.js';
import { writeCompressed } from './streams.js';
import { keptTables, migrationsOf, PLAIN_TEXTS, sqlOf, tableSql } from './tables.js';

/**
 * Backs up the product, with the log in whichever store the settings name, into a new folder (`writeFolder`). Everything
 * is read in one snapshot, so the product may keep running.
 */
export async function backUp(job: Job, url: string, folder: string): Promise<Manifest> {
  const store = setting(job.shell, 'EVENT_STORE_URL') === undefined ? null : await openLog(job, url);
  const client = await openClient(job, url, 'fairmark ops backup');
  return writeFolder(folder, async (part) => {
    await client.query(PLAIN_TEXTS);
    await client.query('begin transaction isolation level repeatable read, read only');
    const manifest = await writeFiles(job, part, client, store);
    await client.query('commit');
    await writeNewFile(path.join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await settleFolder(path.join(part, 'tables'));
    return manifest;
  });
}

/** `store`: the log if it is not in the client's database, otherwise null. */
async function writeFiles(job: Job, part: string, client: Client, store: EventStore | null): Promise<Manifest> {
  const { progress, signal } = job;
  const migrations = await migrationsOf(client);
  const tables: TableEntry[] = [];
  const kept = await keptTables(client);
  progress.begin('Tables', kept.length);
  for (const table of kept) {
    const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from ${tableSql(table.name)}`);
    const content = client.query(copyTo(`copy ${sqlOf(table)} to stdout (format csv, header true)`));
    const file = await writeCompressed(content, { folder: part, name: `tables/app.${table.name}.csv.gz`, signal });
    tables.push({ ...file, rows: Number(rows[0]?.rows), table: table.name, columns: table.columns });
    progress.add(1);
  }
  // Read the log after the tables, so that it includes every event they refer to.
  const log = await writeLog(job, part, client, store);
  return { format: FORMAT, version: productVersion(), createdAt: new Date().toISOString(), migrations, log, tables };
}

/** Writes the log, a line per event, up to its current head; in Postgres, that of the snapshot of the client's transaction. */
async function writeLog(
  { progress, signal }: Job,
  part: string,
  client: Client,
  store: EventStore | null,
): Promise<Manifest['log']> {
  const log = store ?? logInSession(client);
  const [id, head] = [await log.logId(), await log.head()];
  await refuseOtherLog(client, id);
  const sparseTo = store === null ? await sparseToIn(client) : (head?.toString() ?? null);
  progress.begin('Events', sparseTo === null ? Number(head) : null);
  let rows = 0;
  const lines = async function* (): AsyncGenerator<Buffer> {
    for await (const page of pagesOf(log, null, signal)) {
      const events = page.filter(({ position }) => head !== null && position <= head);
      yield Buffer.from(events.map((event) => `${JSON.stringify(plainEvent(event))}\n`).join(''));
      rows += events.length;
      progress.add(events.length);
      if (events.length < page.length) return;
    }
  };
  const file = await writeCompressed(Readable.from(lines()), { folder: part, name: LOG_FILE, signal });
  return { ...file, name: LOG_FILE, rows, id, head: head?.toString() ?? null, sparseTo };
}

/**
 * Throws `Failed` if the tables are of another log. A stopped data folder does not know EVENT_STORE_URL: without
 * it the log would be the one that was moved away, and every round since would be missing.
 */
async function refuseOtherLog(client: Client, logId: string): Promise<void> {
  const checkpoint = `${CLUBHOUSE_SCHEMA}.checkpoint`;
  const { rows: there } = await client.query(`select where to_regclass('${checkpoint}') is not null`);
  if (there.length === 0) return;
  const { rows } = await client.query<{ logId: string }>(
    `select log_id as "logId" from ${checkpoint} where position is not null and log_id <> $1`,
    [logId],
  );
  const [other] = rows;
  if (other === undefined) return;
  throw new Failed(
    `This is log ${logId}, but the tables were built from log ${other.logId}: set EVENT_STORE_URL as Fairmark has it. If the log was just moved, run npm run rebuild first.`,
  );
}

async function sparseToIn(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ sparse_to: string | null }>('select sparse_to from log.identity');
  return rows[0]?.sparse_to ?? null;
}
