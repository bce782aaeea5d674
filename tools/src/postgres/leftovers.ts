import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartProblem } from '../problem.js';
import { allCommands, gone, isAlive, signal } from './processes.js';

/** In a data folder, the id of the process that started the postmaster. */
const OWNER_FILE = 'fairmark.owner';
const POSTMASTER_FILE = 'postmaster.pid';
/** Signals and time limits for a postmaster: a fast shutdown, then an immediate one. */
const ENDINGS = [
  ['SIGINT', 5_000],
  ['SIGQUIT', 3_000],
] as const;
const KILLED_WITHIN_MS = 3_000;

/** Records in the data folder that this process runs its postmaster. */
export function claim(folder: string): void {
  const file = path.join(folder, OWNER_FILE);
  rmSync(file, { force: true });
  writeFileSync(file, `${process.pid}\n`);
}

/**
 * Ends what a killed start left running on this data folder, so that a new postmaster can start. Only processes of this
 * folder are ended. Throws if the process that claimed them is alive.
 */
export async function stopLeftovers(folder: string): Promise<void> {
  const postmaster = postmasterOf(folder);
  const running = processesOf(folder);
  if (running.length > 0) {
    const owner = firstNumber(path.join(folder, OWNER_FILE));
    if (isAlive(owner) && running.includes(postmaster)) {
      throw new StartProblem(`The database in ${folder} is in use by process ${owner}`);
    }
    await endAll(folder);
  }
  // Another process may have its id by now, which Postgres would take for a running postmaster. Keep a file written
  // since the check above: it is not left over.
  if (SEES_FOLDERS && postmasterOf(folder) === postmaster) rmSync(path.join(folder, POSTMASTER_FILE), { force: true });
}

/** Process id of the data folder's postmaster; 0 if it names none. */
export function postmasterOf(folder: string): number {
  return firstNumber(path.join(folder, POSTMASTER_FILE));
}

/** Ends every process of the data folder, cleanly if possible. */
async function endAll(folder: string): Promise<void> {
  const members = () => processesOf(folder);
  const postmaster = postmasterOf(folder);
  for (const [name, withinMs] of ENDINGS) {
    if (members().includes(postmaster)) signal(postmaster, name);
    // Wake stopped processes, which would not notice. Children of a dead postmaster end on their own.
    for (const pid of members()) signal(pid, 'SIGCONT');
    if (await gone(members, withinMs)) return;
  }
  for (const pid of members()) signal(pid, 'SIGKILL');
  await gone(members, KILLED_WITHIN_MS);
}

/** Linux shows the working directory of a process; Postgres and its children run in their data folder. */
const SEES_FOLDERS = existsSync('/proc/self/cwd');

/** The processes of a cluster: on Linux the postmaster and its children, elsewhere the postmaster. */
function processesOf(folder: string): number[] {
  if (!existsSync(folder)) return [];
  const real = realpathSync(folder);
  // A new postmaster may not have changed to its folder yet.
  const belongs = ([pid, command]: [number, string]): boolean =>
    worksIn(pid, real) || command.includes(`postgres -D ${folder} `);
  return [...allCommands()].filter(belongs).map(([pid]) => pid);
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // It has ended, belongs to another account, or this is not Linux.
    return false;
  }
}

/** The number on the first line of a file; 0 when there is none. */
function firstNumber(file: string): number {
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || 0 : 0;
}
