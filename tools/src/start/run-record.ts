import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { commandOf, isAlive, startOf } from '../system/processes.js';
import { StartProblem } from '../system/problem.js';
import { replaceFile } from '../system/replace-file.js';

/** A process, and what tells it from another one with its id, also from another installation's supervisor. */
interface Running {
  pid: number;
  /** A word of its command line. */
  word: string;
  /** When it started; earlier releases did not record it. */
  started?: string;
}

/**
 * Claims the data folder for this process, in a file that also shows commands that Fairmark runs. Returns whether an
 * earlier start was killed; throws a StartProblem if it still runs.
 */
export function claimData(dataDir: string): boolean {
  const file = fileIn(dataDir);
  const earlier = supervisorIn(file);
  // In a restarted container this process may have the id of the killed one.
  if (earlier !== null && earlier.pid !== process.pid && isStill(earlier)) {
    throw new StartProblem(
      `Fairmark is already running on ${dataDir} (process ${earlier.pid}). Stop it first; or run a second one with DATA_DIR and PORT set to others`,
    );
  }
  const { pid } = process;
  const supervisor: Running = { pid, word: path.basename(process.argv[1] ?? ''), started: startOf(pid) };
  replaceFile(file, JSON.stringify({ supervisor }), { mode: 0o644 });
  return earlier !== null;
}

/** Whether the start that claimed the data folder still runs: a killed one leaves its files. */
export function isRunning(dataDir: string): boolean {
  const supervisor = supervisorIn(fileIn(dataDir));
  return supervisor !== null && isStill(supervisor);
}

/** Gives the data folder up at the end of an orderly stop. */
export function leaveData(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'running.json');
}

/** The supervisor of a start that runs or was killed; null without one. */
function supervisorIn(file: string): Running | null {
  if (!existsSync(file)) return null;
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { supervisor: Running }).supervisor;
  } catch {
    // Truncated by a power cut: no process of that start survived.
    return null;
  }
}

/** Whether the id still belongs to the recorded process. */
function isStill({ pid, word, started }: Running): boolean {
  return isAlive(pid) && commandOf(pid).includes(word) && (started ?? startOf(pid)) === startOf(pid);
}
