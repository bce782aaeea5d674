import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartProblem } from '../system/problem.js';
import { commandOf, isAlive, signal } from '../system/processes.js';

/** In a data folder, the id of the process that started the postmaster. */
const OWNER_FILE = 'fairmark.owner';
const POSTMASTER_FILE = 'postmaster.pid';
const ENDED_WITHIN_MS = 10_000;
const LOOK_MS = 25;

/** Records in the data folder that this process runs its postmaster. */
export function claim(folder: string): void {
  const file = path.join(folder, OWNER_FILE);
  rmSync(file, { force: true });
  writeFileSync(file, `${process.pid}\n`);
}

/**
 * Ends the postmaster that a killed start left on this data folder, so that a new one can start. Throws if the process
 * that claimed it is alive, or if it does not end.
 */
export async function stopLeftovers(folder: string): Promise<void> {
  const postmaster = postmasterOf(folder);
  if (isPostmaster(postmaster, folder)) {
    const owner = firstNumber(path.join(folder, OWNER_FILE));
    if (isAlive(owner)) {
      throw new StartProblem(
        `The database in ${folder} is in use by process ${owner}, a command or another start. Try again when that has ended`,
      );
    }
    signal(postmaster, 'SIGINT');
    const until = performance.now() + ENDED_WITHIN_MS;
    while (isPostmaster(postmaster, folder)) {
      if (performance.now() > until) {
        throw new StartProblem(
          `The database of an earlier start does not stop. Try again in a minute, or kill it, which loses no saved data: kill -9 ${postmaster}`,
        );
      }
      await wait(LOOK_MS);
    }
  }
  // Another process may have its id by now, which Postgres would take for a running postmaster. Keep a file written
  // since the check above: it is not left over.
  if (SEES_FOLDERS && postmasterOf(folder) === postmaster) rmSync(path.join(folder, POSTMASTER_FILE), { force: true });
}

/** Process id of the data folder's postmaster; 0 if it names none. */
export function postmasterOf(folder: string): number {
  return firstNumber(path.join(folder, POSTMASTER_FILE));
}

/** Linux shows the working directory of a process; Postgres runs in its data folder. */
const SEES_FOLDERS = existsSync('/proc/self/cwd');

/** Whether a process is the running postmaster of a data folder, and not another one with its id. */
function isPostmaster(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  if (!SEES_FOLDERS) return commandOf(pid).includes(`postgres -D ${folder} `);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    // It has ended, or belongs to another account.
    return false;
  }
}

/** The number on the first line of a file; 0 when there is none. */
function firstNumber(file: string): number {
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || 0 : 0;
}
