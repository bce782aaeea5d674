import { hash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { migrate } from '@fairmark/read-models';
import { ADVISORY_LOCKS, freeBytesIn, readBackups, recordBackup, settleFolder } from '@fairmark/server';
import { rebuildTables, restoreBackup } from '../restore/restore.js';
import { Failed, wordsOf } from '../shell/failure.js';
import { Job } from '../shell/job.js';
import { PART } from '../shell/new-folder.js';
import { openClient, openMigrated, openNamedLog, openPool } from '../shell/open.js';
import { readManifest, type Manifest } from '../backup/manifest.js';
import { verifyBackup } from '../backup/verify-backup.js';
import { backUp } from '../backup/write-backup.js';

/** Names of nightly backups, with the time in UTC; until the trial, UNTRIED follows. Other folders are left alone. */
const NAME = /^fairmark-\d{4}-\d{2}-\d{2}-\d{6}$/;
const UNTRIED = '.untried';
/** Must stay free on the disk of the database beside a trial, because golfers keep scoring. */
const SPARE_BYTES = 500_000_000;

/**
 * Makes a backup in a folder (absolute), verifies it, restores it into a separate database as a trial, and removes those
 * beyond `keep`. The outcome is recorded in the database. A failure is rethrown, and removes no earlier backup except
 * one never tried. `removed`: folders of earlier backups.
 */
export async function makeNightly(job: Job, folder: string, keep: number) {
  const now = new Date();
  const url = await openMigrated(job);
  const database = openPool(job, url);
  const name = `fairmark-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}`;
  const target = path.join(folder, name);
  const about = { madeAt: now, folder: target };
  const server = await openClient(job, url, 'fairmark ops backup');
  const { rowCount } = await server.query('select where pg_try_advisory_lock($1)', [ADVISORY_LOCKS.nightly]);
  if (rowCount !== 1) throw new Failed('Another nightly backup of this database is being made.');
  try {
    // First remove what killed commands left, which may have filled the disk.
    const trials = await dropLeftOver(server);
    for (const ending of [PART, `${UNTRIED}${PART}`]) await discard(job, folder, await namesIn(folder, ending));
    const before = await namesIn(folder, UNTRIED);
    const untried = `${target}${UNTRIED}`;
    const manifest = await backUp(job, url, untried);
    // Only the newest backup whose trial failed is kept, so that failures do not add up.
    await discard(job, folder, before);
    await tryToRestore(job, server, { url, folder: untried, name: `${trials}${randomBytes(6).toString('hex')}` });
    await rename(untried, target);
    await settleFolder(folder);
    const removed = await discard(job, folder, await oldIn(folder, name, manifest, keep));
    const bytes = [manifest.log, ...manifest.tables].reduce((sum, file) => sum + file.bytes, 0);
    const freeBytes = await freeBytesIn(folder);
    await recordBackup(database, { ...about, problem: null, events: manifest.log.rows, bytes, freeBytes });
    return { folder: target, manifest, removed };
  } catch (error) {
    const problem = job.signal.aborted ? 'It was interrupted.' : wordsOf(error);
    const nothing = { problem, events: null, bytes: null };
    const freeBytes = await freeBytesIn(folder).catch(() => null);
    // If not even this can be recorded, the last good backup becomes stale, which is reported as well.
    await recordBackup(database, { ...about, ...nothing, freeBytes }).catch((cause: unknown) => {
      job.note(`The failure of the backup could not be recorded: ${wordsOf(cause)}`);
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
async function tryToRestore(
  job: Job,
  server: Client,
  { url, folder, name }: Record<'url' | 'folder' | 'name', string>,
): Promise<void> {
  const { progress, signal } = job;
  const verified = await verifyBackup(job, folder);
  await refuseWithoutRoom(server);
  await server.query(`create database ${name}`);
  const opened = new Job(job.shell, job.json);
  try {
    const trial = new URL(url);
    trial.pathname = `/${name}`;
    const client = await openClient(opened, trial.href, 'fairmark ops restore');
    await migrate(trial.href);
    await restoreBackup({ ...verified, client, progress, signal });
    const { store } = await openNamedLog(opened, trial.href);
    await rebuildTables(job, store, trial.href);
  } finally {
    await opened.close();
    await server.query(`drop database if exists ${name} with (force)`);
  }
}

/** A trial takes about as much room as the database. Where Postgres does not say where its files are, nothing is checked. */
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

/**
 * Drops the trials of killed commands; one with connections belongs to a running command. Returns how the names of this
 * database's trials begin: those of others on the server may be about to be connected to.
 */
async function dropLeftOver(server: Client): Promise<string> {
  const { rows } = await server.query<{ name: string }>('select current_database() as name');
  // Hashed, because a database may have a long name.
  const trials = `fairmark_trial_${hash('sha256', rows[0]?.name ?? '', 'hex').slice(0, 12)}_`;
  const left = await server.query<{ name: string }>(
    `select datname as name from pg_database d
      where starts_with(datname, $1)
        and not exists (select 1 from pg_stat_activity a where a.datname = d.datname)`,
    [trials],
  );
  for (const { name } of left.rows) await server.query(`drop database if exists ${name}`);
  return trials;
}

/** The nightly backups in a folder whose names have this ending, oldest first. */
async function namesIn(folder: string, ending = ''): Promise<string[]> {
  // The backup itself reports a missing folder.
  const names = existsSync(folder) ? await readdir(folder) : [];
  const isOne = (name: string) => name.endsWith(ending) && NAME.test(name.slice(0, name.length - ending.length));
  return names.filter(isOne).toSorted();
}

/** Tried backups of the newest one's log that exceed `keep`, oldest first; never the newest. */
async function oldIn(folder: string, newest: string, { log }: Manifest, keep: number): Promise<string[]> {
  const others: string[] = [];
  for (const name of await namesIn(folder)) {
    if (name === newest) continue;
    const manifest = await readManifest(path.join(folder, name)).catch(() => null);
    if (manifest?.log.id === log.id) others.push(name);
  }
  return others.slice(0, Math.max(0, others.length - (keep - 1)));
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
