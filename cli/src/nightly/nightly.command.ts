import { setTimeout as sleep } from 'node:timers/promises';
import { Option } from 'commander';
import type { CommandSpec } from '../shell/command.js';
import { Misused, wordsOf } from '../shell/failure.js';
import { Job } from '../shell/job.js';
import { counted } from '../shell/output.js';
import { resolvePath } from '../shell/shell.js';
import { describe, summary } from '../backup/manifest.js';
import { makeNightly, type Nightly } from './nightly.js';

const RETRY_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

interface Options {
  keep: number;
  at: string;
  once: boolean;
}

/** `backup nightly FOLDER`. */
export const nightlyCommand: CommandSpec = {
  name: 'nightly',
  summary: 'back up each night, try each backup, and keep the last ones',
  about: `
Runs until it is ended. Each night it makes a backup, verifies it, restores it into a database of its own on the
same server as a trial (the role of DATABASE_URL must be allowed to make one), removes what is older than the last
ones, and writes down what became of it: /ops, the metrics and the log of the projector warn of a failed or stale
backup and of a disk that runs full. A failed one is tried again after an hour.

A folder on another machine's disk protects from more than one on this.`,
  args: [['<folder>', 'where the backups are kept; it must be there']],
  options: [
    new Option('--keep <number>', 'backups to keep').default(14).argParser(Number),
    new Option('--at <time>', 'time of day, HH:MM by the clock of this machine').default('03:00'),
    new Option('--once', 'make one now and end, for a timer of your own').default(false),
  ],
  examples: [
    ['Back up each night at three', 'backup nightly /backups'],
    ['Back up now and keep a week', 'backup nightly /backups --once --keep 7'],
  ],
  interrupted: 'No backup is half made: what was being written is gone.',
  run: async (job, { keep, at, once }: Options, given: string) => {
    const nightly = { folder: resolvePath(job.shell, given), keep: keepOf(keep) };
    const time = timeOf(at);
    job.shell.stepBack?.();
    if (once) {
      await night(job, nightly);
      return;
    }
    job.note(`Backs up into ${nightly.folder} each day at ${at}.`);
    for (let waitMs = untilNext(time, new Date()); !job.signal.aborted;) {
      await sleep(waitMs, undefined, { signal: job.signal });
      waitMs = (await isMade(job, nightly)) ? untilNext(time, new Date()) : RETRY_MS;
    }
  },
};

/** What is opened for a night is closed after it. */
async function isMade(job: Job, nightly: Nightly): Promise<boolean> {
  const tonight = new Job(job.shell, job.json);
  try {
    await night(tonight, nightly);
    return true;
  } catch (error) {
    if (job.signal.aborted) throw error;
    tonight.failure(`${new Date().toISOString()} The backup failed: ${wordsOf(error)}`, []);
    return false;
  } finally {
    await tonight.close();
  }
}

async function night(job: Job, nightly: Nightly): Promise<void> {
  const { folder, manifest, removed } = await makeNightly(job, nightly, new Date());
  job.result(
    { ok: true, folder, ...summary(manifest), removed },
    `Backed up ${describe(manifest)} into ${folder}, restored it as a trial, removed ${counted(removed.length, 'older one')}.`,
  );
}

function keepOf(keep: number): number {
  if (Number.isInteger(keep) && keep >= 1 && keep <= 1_000) return keep;
  throw new Misused('--keep must be a whole number from 1 to 1000');
}

function timeOf(at: string): { hours: number; minutes: number } {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) ?? [];
  if (hours === undefined || minutes === undefined) throw new Misused('--at must be a time of day, such as 03:00');
  return { hours: Number(hours), minutes: Number(minutes) };
}

/** Milliseconds until it is this time of day next. */
export function untilNext({ hours, minutes }: { hours: number; minutes: number }, now: Date): number {
  const next = new Date(now);
  next.setHours(hours, minutes, 0, 0);
  if (next <= now) next.setDate(next.getDate() + 1);
  return Math.min(next.getTime() - now.getTime(), 2 * DAY_MS);
}
