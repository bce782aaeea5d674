import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PostgresProblem } from './problem.js';

/** Written into a data folder: the process that started the postmaster. */
const OWNER_FILE = 'fairmark.owner';
const POSTMASTER_FILE = 'postmaster.pid';
const FAST_WITHIN_MS = 5_000;
const AT_ONCE_WITHIN_MS = 3_000;
const LOOK_MS = 25;

/** Whether a process runs. One that has ended but that nobody has asked for its exit code does not. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0) || isZombie(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Containers without an init process keep such entries for ever. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Says in the data folder that this process runs its postmaster. */
export function claim(folder: string): void {
  const file = path.join(folder, OWNER_FILE);
  rmSync(file, { force: true });
  writeFileSync(file, `${process.pid}\n`);
}

/**
 * Ends what an earlier, killed start left running on this data folder, so that a new postmaster can start at once. Only
 * processes of this very folder are touched. Throws when the process that claimed them is alive.
 */
export async function stopLeftovers(folder: string): Promise<void> {
  const postmaster = postmasterOf(folder);
  if (processesOf(folder).length > 0) {
    const owner = firstNumber(path.join(folder, OWNER_FILE));
    if (isAlive(owner) && processesOf(folder).includes(postmaster)) {
      throw new PostgresProblem(`The database in ${folder} is in use by process ${owner}`);
    }
    await endAll(folder);
  }
  // Its number may belong to something else by now, which Postgres would take for a living postmaster. One that was
  // written since the look above is no leftover.
  if (SEES_FOLDERS && postmasterOf(folder) === postmaster) rmSync(path.join(folder, POSTMASTER_FILE), { force: true });
}

/** Number of the postmaster that the data folder names; 0 when it names none. */
export function postmasterOf(folder: string): number {
  return firstNumber(path.join(folder, POSTMASTER_FILE));
}

/** Ends every process of the data folder, in an orderly way if possible. False when there is none. */
export async function endAll(folder: string): Promise<boolean> {
  if (processesOf(folder).length === 0) return false;
  const postmaster = postmasterOf(folder);
  if (processesOf(folder).includes(postmaster)) await endPostmaster(folder, postmaster);
  // Children of a postmaster that is gone end by themselves, unless they are frozen.
  if (!(await gone(folder, AT_ONCE_WITHIN_MS))) {
    for (const pid of processesOf(folder)) signal(pid, 'SIGKILL');
    await gone(folder, AT_ONCE_WITHIN_MS);
  }
  return true;
}

async function endPostmaster(folder: string, pid: number): Promise<void> {
  for (const [name, withinMs] of [
    ['SIGINT', FAST_WITHIN_MS],
    ['SIGQUIT', AT_ONCE_WITHIN_MS],
  ] as const) {
    signal(pid, name);
    // A frozen one would hear nothing.
    for (const member of processesOf(folder)) signal(member, 'SIGCONT');
    if (await gone(folder, withinMs)) return;
  }
  signal(pid, 'SIGKILL');
}

async function gone(folder: string, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (processesOf(folder).length > 0) {
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return true;
}

/** Linux tells the working folder of every process; Postgres and its children work in their data folder. */
const SEES_FOLDERS = existsSync('/proc/self/cwd');

/** The processes of a cluster: on Linux the postmaster and its children, elsewhere the postmaster. */
function processesOf(folder: string): number[] {
  if (!existsSync(folder)) return [];
  if (!SEES_FOLDERS) {
    return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(`postgres -D ${folder} `))
      .map((line) => Number.parseInt(line, 10));
  }
  const real = realpathSync(folder);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && (worksIn(pid, real) || isStartingOn(pid, folder)));
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // It has ended, or belongs to somebody else.
    return false;
  }
}

/** A postmaster that has not got as far as its folder yet. */
function isStartingOn(pid: number, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`postgres\0-D\0${folder}\0`);
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The number on the first line of a file; 0 when there is none. */
function firstNumber(file: string): number {
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || 0 : 0;
}
