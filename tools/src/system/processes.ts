import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

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
  return `${spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()} `;
}

/** When a process started, as the system writes it; empty if it has ended. */
export function startOf(pid: number): string {
  if (!HAS_PROC) return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  // The 22nd field; the second one, in parentheses, may contain spaces.
  return readProc(pid, 'stat').replace(/^.*\)/s, '').split(' ')[20] ?? '';
}

/** What Linux says of a process; empty if it has ended. */
export function readProc(pid: number, file: 'cmdline' | 'environ' | 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended or belongs to another account, or this is not Linux.
    return '';
  }
}

/** Whether a child process has ended for any reason. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Signals a child process, also a frozen one, and waits until it has ended. */
export async function endChild(child: ChildProcess, name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill(name);
  child.kill('SIGCONT');
  await gone;
}

/** Sends a signal, unless the process has ended. Throws if it belongs to another account. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
