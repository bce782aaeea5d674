import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Account } from '../system/account.js';
import type { LogFile } from './log-file.js';
import { hear } from './managed.js';
import { GUARD, PROGRAMS } from './programs.js';
import { StartProblem } from '../system/problem.js';

export interface OneShot {
  /** What it does, for error messages. */
  purpose: string;
  command: string[];
  env: NodeJS.ProcessEnv;
  /** The account that runs it; null: the caller's. */
  account: Account | null;
  /** Called with its messages for the terminal. */
  says: (words: string) => void;
}

const ENDED_WITHIN_MS = 5 * 60_000;

/** Runs a command of the start, logs it and returns its last line. Throws `StartProblem` if it fails or hangs. */
export async function runOneShot(shot: OneShot, log: LogFile, cancel: AbortSignal): Promise<string> {
  cancel.throwIfAborted();
  log.begin();
  const child = spawn(process.execPath, ['--import', GUARD, PROGRAMS.fairmark, ...shot.command], {
    env: shot.env,
    detached: true,
    // Kept apart from warnings of Node and its libraries, which go to standard error.
    stdio: ['ignore', 'pipe', log.fd, 'ipc'],
    timeout: ENDED_WITHIN_MS,
    killSignal: 'SIGKILL',
    ...shot.account,
  });
  hear(child, shot.says);
  let lastLine = '';
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lastLine = line;
      log.write(line);
    });
  }
  const onCancel = (): void => void child.kill('SIGKILL');
  cancel.addEventListener('abort', onCancel, { once: true });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  cancel.removeEventListener('abort', onCancel);
  cancel.throwIfAborted();
  if (code !== 0) {
    throw new StartProblem(
      `${shot.purpose} failed (${signal ?? `exit code ${code}`}):\n${log.tail()}\nAll of it: ${log.file}`,
    );
  }
  return lastLine;
}
