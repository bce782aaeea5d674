import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { isAlive } from '@fairmark/tools';

export interface Process {
  pid: number;
  command: string;
}

/**
 * Running processes with a mark in their environment, a working directory in one of the folders, or one in their
 * command line. Postgres gets no environment but is found by its folder; its watcher shell has its id as an argument.
 */
export function processesOf(mark: string, folders: string[]): Process[] {
  const all = livingProcesses();
  const found = all.filter(
    ({ pid, command }) =>
      folders.some((folder) => command.includes(folder) || folderOf(pid).startsWith(folder)) ||
      read(pid, 'environ').includes(`FAIRMARK_MARK=${mark}`),
  );
  const watchers = all.filter(({ command }) =>
    found.some(({ pid }) => command.endsWith(`fairmark-postgres-watcher ${pid}`)),
  );
  return [...found, ...watchers];
}

function livingProcesses(): Process[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isAlive(pid))
    .map((pid) => ({ pid, command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended, or belongs to another account.
    return '';
  }
}
