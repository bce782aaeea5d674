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
/** A backup that is being written is younger. */
const LEFT_OVER_MS = 24 * 3_600_000;

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

/** Trials of commands that were killed. Another command's trial is in use. */
async function dropLeftOver(server: Awaited<ReturnType<typeof openClient>>): Promise<void> {
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

/** Those beyond `keep` that were tried, and what was not finished. */
async function removeOld(job: Job, folder: string, keep: number, now: Date): Promise<string[]> {
  const names = await readdir(folder);
  const old = names
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of names) {
    if (!isNight(name, PART) && !isNight(name, `${UNTRIED}${PART}`)) continue;
    const { mtimeMs } = await stat(path.join(folder, name));
    if (mtimeMs < now.getTime() - LEFT_OVER_MS) old.push(name);
  }
  return discard(job, folder, old);
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
