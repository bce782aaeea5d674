import { setTimeout as sleep } from 'node:timers/promises';
import * as is from '@fairmark/server/config/setting-kinds';
import { Option } from 'commander';
import { describe, summary } from './backup/manifest.js';
import { verifyBackup } from './backup/verify-backup.js';
import { backUp } from './backup/write-backup.js';
import { isMadeSince, makeNightly } from './nightly/nightly.js';
import { reading, type CommandSpec } from './shell/command.js';
import { wordsOf } from './shell/failure.js';
import { Job } from './shell/job.js';
import { openDatabase } from './shell/open.js';
import { counted } from './shell/output.js';
import { resolvePath } from './shell/shell.js';

const verifyCommand: CommandSpec = {
  name: 'verify',
  summary: 'check that a backup is intact',
  about: `
Checks every file's hash, the number and order of events, the hash of every event and the chain of every round.
Needs no database. Problems are listed, and the exit code is then 1.`,
  args: [['<folder>', 'a backup']],
  examples: [['Check a backup', 'backup verify /backups/monday']],
  run: async (job, _options, given: string) => {
    const folder = resolvePath(job.shell, given);
    const { manifest } = await verifyBackup(job, folder);
    const words = `${folder}, made at ${manifest.createdAt}, is intact: ${describe(manifest)}.`;
    job.result({ folder, ...summary(manifest) }, words);
  },
};

/** Delay before a missed backup is made up, so that processes started together with this one go first. */
const MISSED_MS = 30_000;
const RETRY_MS = 3_600_000;

const nightlyCommand: CommandSpec = {
  name: 'nightly',
  summary: 'back up every night, test each backup, and keep the latest ones',
  about: `
Runs until it is stopped. Every night it makes a backup, verifies it, restores it as a trial into a new database on
the same server (the role of DATABASE_URL must be allowed to create one), removes backups beyond the number to
keep, and records the result: /ops, the metrics and the projector's log warn of a failed or stale backup and of a
disk that is filling up. A failed backup is tried again after an hour; one that is missing when this starts is
made after half a minute.

A folder on the disk of another machine protects better than one on this machine.`,
  args: [['<folder>', 'where the backups are kept; it must exist']],
  options: [
    new Option('--keep <number>', 'backups to keep')
      .default(14)
      .env('BACKUP_KEEP')
      .argParser(reading(is.number(1, 1_000))),
    new Option('--at <time>', 'time of day, HH:MM by the clock of this machine')
      .default('03:00')
      .env('BACKUP_AT')
      .argParser(reading(is.timeOfDay)),
    new Option('--once', 'make one now and exit, for your own timer').default(false),
  ],
  examples: [
    ['Back up every night at three', 'backup nightly /backups'],
    ['Back up now and keep a week', 'backup nightly /backups --once --keep 7'],
  ],
  interrupted: 'The good backups stay as they were.',
  run: async (job, { keep, at, once }: { keep: number; at: string; once: boolean }, given: string) => {
    const folder = resolvePath(job.shell, given);
    job.shell.stepBack?.();
    if (once) {
      await backUpNow(job, folder, keep);
      return;
    }
    job.note(`Backing up to ${folder} every day at ${at}.`);
    for (let waitMs = MISSED_MS; ;) {
      await sleep(waitMs, undefined, { signal: job.signal }).catch(() => undefined);
      // Nothing is interrupted between two backups.
      if (job.signal.aborted) return;
      const isMade = await ensureBackup(job, folder, keep, lastTime(at, new Date()));
      // At most an hour, so that a suspended machine or a changed clock delays a backup by no more.
      waitMs = isMade ? Math.min(untilNext(at, new Date()), RETRY_MS) : RETRY_MS;
    }
  },
};

export const backupCommand: CommandSpec = {
  name: 'backup',
  summary: 'back up everything that cannot be derived',
  about: `
Writes the log of all rounds and competitions, accounts, courses and adverts, as of one moment,
to a new folder, whether Fairmark is running or not. Tables that are derived from the log are left out: a restore
rebuilds them.

The folder holds personal data and password hashes. Only you can read its files; keep it that way.`,
  args: [['<folder>', 'a folder that does not exist yet']],
  examples: [
    ['Back up', 'backup /backups/monday'],
    ['Check a backup', 'backup verify /backups/monday'],
    ['Back up every night', 'backup nightly /backups'],
  ],
  interrupted: 'The incomplete backup was removed.',
  run: async (job, _options, given: string) => {
    const folder = resolvePath(job.shell, given);
    const manifest = await backUp(job, await openDatabase(job), folder);
    job.result({ folder, ...summary(manifest) }, `Backed up ${describe(manifest)} to ${folder}.`);
  },
  commands: [verifyCommand, nightlyCommand],
};

/** Makes a backup unless there is a good one since this time, and closes what it opened. False if it failed. */
async function ensureBackup(job: Job, parent: string, keep: number, since: Date): Promise<boolean> {
  const own = new Job(job.shell, job.json);
  try {
    if (await isMadeSince(own, parent, since)) return true;
    const folder = await backUpNow(own, parent, keep);
    job.shell.tell?.(`is in ${folder} and was restored as a trial.`);
    return true;
  } catch (error) {
    if (job.signal.aborted) throw error;
    own.failure(`${new Date().toISOString()} The backup failed: ${wordsOf(error)}`, []);
    job.shell.tell?.(`failed and will be tried again in an hour: ${wordsOf(error)}`);
    return false;
  } finally {
    await own.close();
  }
}

async function backUpNow(job: Job, parent: string, keep: number): Promise<string> {
  const { folder, manifest, removed } = await makeNightly(job, parent, keep);
  job.result(
    { folder, ...summary(manifest), removed },
    `Backed up ${describe(manifest)} to ${folder}, restored it as a trial, removed ${counted(removed.length, 'older one')}.`,
  );
  return folder;
}

/** The last time it was `at` o'clock (HH:MM, local time). */
export function lastTime(at: string, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const time = new Date(now);
  time.setHours(hours, minutes, 0, 0);
  if (time > now) time.setDate(time.getDate() - 1);
  return time;
}

/** Milliseconds until it is next `at` o'clock (HH:MM, local time). */
export function untilNext(at: string, now: Date): number {
  const next = lastTime(at, now);
  next.setDate(next.getDate() + 1);
  return next.getTime() - now.getTime();
}
