import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 25;
/** Linux has a folder for every process. */
const HAS_PROC = existsSync('/proc/self/cmdline');

/** Whether a process is running. A zombie, which has ended but was not waited for, is not. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0) || isZombie(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Containers without an init process keep zombies forever. */
function isZombie(pid: number): boolean {
  return /^State:\s+[ZX]/m.test(readProc(pid, 'status'));
}

/** The command line of a process, with a space after each word; empty if it has ended. */
export function commandOf(pid: number): string {
  if (HAS_PROC) return readProc(pid, 'cmdline').replaceAll('\0', ' ');
  return allCommands().get(pid) ?? '';
}

/** The ids of all processes of this machine, with their command lines. */
export function allCommands(): Map<number, string> {
  if (HAS_PROC) {
    const pids = readdirSync('/proc').map(Number);
    return new Map(pids.filter((pid) => pid > 0).map((pid) => [pid, commandOf(pid)]));
  }
  const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).trim().split('\n');
  return new Map(lines.map((line) => [Number.parseInt(line, 10), `${line.trim().replace(/^\d+ +/, '')} `]));
}

function readProc(pid: number, file: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended, or this is not Linux.
    return '';
  }
}

/** Sends a signal, unless the process has ended. Throws if it belongs to another account. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until `find` lists no processes. False if some are left after `withinMs`. */
export async function gone(find: () => unknown[], withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (find().length > 0) {
    if (Date.now() > until) return false;
    await wait(LOOK_MS);
  }
  return true;
}
