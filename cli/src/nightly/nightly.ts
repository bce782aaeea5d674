import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '@fairmark/read-models';
import { freeBytesIn, readBackups, recordBackup } from '@fairmark/server';
import { rebuildTables, restoreBackup } from '../restore/restore.js';
import { wordsOf } from '../shell/failure.js';
import { Job } from '../shell/job.js';
import { PART, settleFolder } from '../shell/new-folder.js';
import { openClient, openMigrated, openNamedLog, openPool } from '../shell/open.js';
import type { Manifest } from '../backup/manifest.js';
import { verifyBackup } from '../backup/verify-backup.js';
import { backUp } from '../backup/write-backup.js';

/** Where nightly backups are kept, and how many of them. */
export interface Nightly {
  /** Absolute; every backup is a folder in it. */
  folder: string;
  keep: number;
}

/** One night's backup. */
export interface MadeBackup {
  folder: string;
  manifest: Manifest;
  /** Folders of earlier backups that were removed. */
  removed: string[];
}

/** Names of nightly backups, with the time in UTC; until the trial, UNTRIED follows. Other folders are left alone. */
const NAME = /^fairmark-\d{4}-\d{2}-\d{2}-\d{6}$/;
const UNTRIED = '.untried';
const TRIAL = 'fairmark_trial_';
/** An unfinished backup that is older than this is no longer being written. */
const LEFT_OVER_MS = 24 * 3_600_000;

/**
 * Makes a backup, verifies it, restores it into a separate database as a trial, and removes those beyond `keep`. The
 * outcome is recorded in the database. A failure is rethrown, and removes no earlier backup except one never tried.
 */
export async function makeNightly(job: Job, { folder, keep }: Nightly, now: Date): Promise<MadeBackup> {
  const url = await openMigrated(job);
  const database = openPool(job, url);
  const name = `fairmark-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}`;
  const target = path.join(folder, name);
  const about = { madeAt: now, folder: target };
  try {
    const untried = `${target}${UNTRIED}`;
    const manifest = await backUp(job, url, untried);
    await discard(job, folder, await untriedBut(path.basename(untried), folder));
    await tryToRestore(job, url, untried);
    await rename(untried, target);
    await settleFolder(folder);
    const removed = await removeOld(job, folder, keep, now);
    const [bytes, freeBytes] = [await bytesIn(target), await freeBytesIn(folder)];
    await recordBackup(database, { ...about, problem: null, events: manifest.log.rows, bytes, freeBytes });
    return { folder: target, manifest, removed };
  } catch (error) {
    const nothing = { problem: wordsOf(error), events: null, bytes: null };
    const freeBytes = await freeBytesIn(folder).catch(() => 0);
    // If not even this can be recorded, the last good backup becomes stale, which is reported as well.
    await recordBackup(database, { ...about, ...nothing, freeBytes }).catch((cause: unknown) => {
      job.note(`That the backup failed could not be written down: ${wordsOf(cause)}`);
    });
    throw error;
  }
}

/** Whether the folder holds a good backup from this time or later. */
export async function isMadeSince(job: Job, folder: string, time: Date): Promise<boolean> {
  const { lastGood } = await readBackups(openPool(job, await openMigrated(job)), new Date());
  if (lastGood === null || Date.parse(lastGood.madeAt) < time.getTime()) return false;
  // The row may be of another folder: the database may have been restored, or BACKUP_DIR changed.
  return path.dirname(lastGood.folder) === folder && existsSync(lastGood.folder);
}

/** Restores a backup into a new database on the same server, builds its derived tables, and drops it. May throw. */
async function tryToRestore(job: Job, url: string, folder: string): Promise<void> {
  const { signal, progress } = job;
  const server = await openClient(job, url, 'fairmark ops backup');
  await dropLeftOver(server);
  const name = `${TRIAL}${randomBytes(6).toString('hex')}`;
  await server.query(`create database ${name}`);
  const opened = new Job(job.shell, job.json);
  try {
    const trial = new URL(url);
    trial.pathname = `/${name}`;
    await migrate(trial.href);
    const verified = await verifyBackup({ folder, progress, signal });
    const client = await openClient(opened, trial.href, 'fairmark ops restore');
    await restoreBackup(verified, { folder, client, progress, signal });
    const { store } = await openNamedLog(opened, trial.href);
    await rebuildTables(store, trial.href, progress);
  } finally {
    await opened.close();
    await server.query(`drop database if exists ${name} with (force)`);
  }
}

/** Drops the trials of killed commands. One with connections belongs to a running command. */
async function dropLeftOver(server: Awaited<ReturnType<typeof openClient>>): Promise<void> {
  const { rows } = await server.query<{ name: string }>(
    `select datname as name from pg_database d where datname like $1
        and not exists (select 1 from pg_stat_activity a where a.datname = d.datname)`,
    [`${TRIAL.replaceAll('_', '\\_')}%`],
  );
  for (const { name } of rows) await server.query(`drop database if exists ${name}`);
}

/** Earlier backups whose trial failed or was killed. Only the newest is kept, so that failures do not add up. */
async function untriedBut(newest: string, folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name !== newest && isBackupName(name, UNTRIED));
}

/** Removes tried backups beyond `keep`, and abandoned unfinished ones. Returns the names of the removed ones. */
async function removeOld(job: Job, folder: string, keep: number, now: Date): Promise<string[]> {
  const names = await readdir(folder);
  const old = names
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of names) {
    if (!isBackupName(name, PART) && !isBackupName(name, `${UNTRIED}${PART}`)) continue;
    const { mtimeMs } = await stat(path.join(folder, name));
    if (mtimeMs < now.getTime() - LEFT_OVER_MS) old.push(name);
  }
  return discard(job, folder, old);
}

/** Removes folders and returns those removed. The new backup is good even if one cannot be removed. */
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

function isBackupName(name: string, ending: string): boolean {
  return name.endsWith(ending) && NAME.test(name.slice(0, -ending.length));
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
