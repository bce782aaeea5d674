import { readdirSync, readlinkSync } from 'node:fs';
import { commandOf, isAlive } from '../system/processes.js';

export interface Process {
  pid: number;
  command: string;
  /** Its working directory; empty if it belongs to another account. */
  folder: string;
}

/** Every other running process of this machine, which must be Linux. */
export function livingProcesses(): Process[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isAlive(pid))
    .map((pid) => ({ pid, command: commandOf(pid).trim(), folder: folderOf(pid) }));
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
