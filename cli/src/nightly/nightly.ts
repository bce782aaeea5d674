import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { migrate } from '@fairmark/read-models';
import { ADVISORY_LOCKS, freeBytesIn, readBackups, recordBackup } from '@fairmark/server';
import { rebuildTables, restoreBackup } from '../restore/restore.js';
import { Failed, wordsOf } from '../shell/failure.js';
import { Job } from '../shell/job.js';
import { PART, settleFolder } from '../shell/new-folder.js';
import { openClient, openMigrated, openNamedLog, openPool } from '../shell/open.js';
import { readManifest, type Manifest } from '../backup/manifest.js';
import { verifyBackup } from '../backup/verify-backup.js';
import { backUp } from '../backup/write-backup.js';

/** Where nightly backups go, and how many of them stay. */
export interface Nightly {
  /** Absolute; every backup is a folder in it. */
  folder: string;
  keep: number;
}

/** One night's backup. */
export interface MadeBackup {
  folder: string;
  manifest: Manifest;
  /** Folders of earlier nights that went. */
  removed: string[];
}

/** The name of a night's backup, by the time in UTC, until its trial with UNTRIED behind it; others are left alone. */
const NAME = /^fairmark-\d{4}-\d{2}-\d{2}-\d{6}$/;
const UNTRIED = '.untried';
const TRIAL = 'fairmark_trial_';
/** Free on the disk of the database beside the trial, which takes about as much as the database itself: golfers go on scoring. */
const SPARE_BYTES = 500_000_000;

/**
 * Makes a backup, verifies it, restores it into a database of its own as a trial, and removes those beyond `keep`. What became of
 * it is written down in the database; a failure is thrown, and no earlier backup goes for it but one that was never tried.
 */
export async function makeNightly(job: Job, { folder, keep }: Nightly, now: Date): Promise<MadeBackup> {
  const url = await openMigrated(job);
  const database = openPool(job, url);
  const name = `fairmark-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}`;
  const target = path.join(folder, name);
  const about = { madeAt: now, folder: target };
  const server = await openClient(job, url, 'fairmark ops backup');
  const { rows } = await server.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
    ADVISORY_LOCKS.nightly,
  ]);
  if (rows[0]?.alone !== true) throw new Failed('Another nightly backup of this database is being made.');
  try {
    // First, so that a disk that they have filled has room again.
    await dropLeftOver(server);
    await discard(job, folder, await unfinishedIn(folder));
    const untried = `${target}${UNTRIED}`;
    const manifest = await backUp(job, url, untried);
    await discard(job, folder, await untriedBut(path.basename(untried), folder));
    await tryToRestore(job, server, url, untried);
    await rename(untried, target);
    await settleFolder(folder);
    const removed = await discard(job, folder, await oldIn(folder, { newest: name, logId: manifest.log.id, keep }));
    const [bytes, freeBytes] = [await bytesIn(target), await freeBytesIn(folder)];
    await recordBackup(database, { ...about, problem: null, events: manifest.log.rows, bytes, freeBytes });
    return { folder: target, manifest, removed };
  } catch (error) {
    const nothing = { problem: wordsOf(error), events: null, bytes: null };
    const freeBytes = await freeBytesIn(folder).catch(() => 0);
    // Where not even this can be written, the last good backup gets stale, which is told as well.
    await recordBackup(database, { ...about, ...nothing, freeBytes }).catch((cause: unknown) => {
      job.note(`That the backup failed could not be written down: ${wordsOf(cause)}`);
    });
    throw error;
  }
}

/** Whether there is a good backup of this time or later in the folder. */
export async function isMadeSince(job: Job, folder: string, time: Date): Promise<boolean> {
  const { lastGood } = await readBackups(openPool(job, await openMigrated(job)), new Date());
  if (lastGood === null || Date.parse(lastGood.madeAt) < time.getTime()) return false;
  // The row may be older than the folder: it is in the backups too, and BACKUP_DIR may have changed.
  return path.dirname(lastGood.folder) === folder && existsSync(lastGood.folder);
}

/** Restores a backup into a new database on the same server, its derived tables too, and drops that. Throws when it cannot. */
async function tryToRestore(job: Job, server: Client, url: string, folder: string): Promise<void> {
  const { signal, progress } = job;
  const verified = await verifyBackup({ folder, progress, signal });
  await refuseWithoutRoom(server);
  const name = `${TRIAL}${randomBytes(6).toString('hex')}`;
  await server.query(`create database ${name}`);
  const opened = new Job(job.shell, job.json);
  try {
    const trial = new URL(url);
    trial.pathname = `/${name}`;
    // Connected from now on: a database without a connection counts as left over.
    const client = await openClient(opened, trial.href, 'fairmark ops restore');
    await migrate(trial.href);
    await restoreBackup(verified, { folder, client, progress, signal });
    const { store } = await openNamedLog(opened, trial.href);
    await rebuildTables(store, trial.href, progress);
  } finally {
    await opened.close();
    await server.query(`drop database if exists ${name} with (force)`);
  }
}

/** A trial must not fill the disk that golfers' scores are written to. Where Postgres' disk is cannot always be known. */
async function refuseWithoutRoom(server: Client): Promise<void> {
  const { rows } = await server.query<{ size: string; folder: string | null }>(
    `select pg_database_size(current_database())::text as size,
       (select setting from pg_settings where name = 'data_directory') as folder`,
  );
  const { size = '0', folder = null } = rows[0] ?? {};
  const free = folder === null ? null : await freeBytesIn(folder).catch(() => null);
  const needed = Number(size) + SPARE_BYTES;
  if (free === null || free >= needed) return;
  throw new Failed(`No room for a trial: ${free} of ${needed} bytes are free on the disk of the database (${folder}).`);
}

/** Trials of commands that were killed. One with a connection is another command's. */
async function dropLeftOver(server: Client): Promise<void> {
  const { rows } = await server.query<{ name: string }>(
    `select datname as name from pg_database d where datname like $1
        and not exists (select 1 from pg_stat_activity a where a.datname = d.datname)`,
    [`${TRIAL.replaceAll('_', '\\_')}%`],
  );
  for (const { name } of rows) await server.query(`drop database if exists ${name}`);
}

/** What earlier nights left whose trial failed or was killed: one is enough, whatever the trial fails for. */
async function untriedBut(newest: string, folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name !== newest && isNight(name, UNTRIED));
}

/** What was being written when a command was killed. That the folder itself is missing the backup reports. */
async function unfinishedIn(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.filter((name) => isNight(name, PART) || isNight(name, `${UNTRIED}${PART}`));
}

/** Tried backups of this log, oldest first, but for the newest one and those before it that stay with it. */
async function oldIn(
  folder: string,
  { newest, logId, keep }: { newest: string; logId: string; keep: number },
): Promise<string[]> {
  const others: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    if (name === newest || !NAME.test(name)) continue;
    const manifest = await readManifest(path.join(folder, name)).catch(() => null);
    if (manifest?.log.id === logId) others.push(name);
  }
  return others.slice(0, Math.max(0, others.length - (keep - 1)));
}

/** Removes folders, and answers which went: with one that stays, the new backup is good all the same. */
async function discard(job: Job, folder: string, names: readonly string[]): Promise<string[]> {
  const gone: string[] = [];
  for (const name of names) {
    try {
      await rm(path.join(folder, name), { recursive: true });
      gone.push(name);
    } catch (error) {
      job.note(`${name} could not be removed: ${wordsOf(error)}`);
    }
  }
  return gone;
}

function isNight(name: string, ending: string): boolean {
  return name.endsWith(ending) && NAME.test(name.slice(0, -ending.length));
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
