import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Account } from '../system/account.js';
import { StartProblem } from '../system/problem.js';
import type { LogFile } from './log-file.js';
import { ROOT } from './settings.js';

const compiled = (script: string): string => path.join(ROOT, script);

/** The scripts that a start runs, each in a separate process. */
export const PROGRAMS = {
  fairmark: compiled('dist/fairmark.js'),
  backup: compiled('dist/fairmark.js'),
  mail: compiled('tools/dist/mail/main.js'),
  projector: compiled('dist/projector.js'),
  api: compiled('dist/api.js'),
};

/** Loaded into each of them before its own code. */
export const GUARD = compiled('tools/dist/start/guard.js');

export const DEMO_SPONSORS = path.join(ROOT, 'cli/demo/sponsors.json');

export const DEMO_COURSES = path.join(ROOT, 'cli/demo/courses.json');

const COMMAND_WITHIN_MS = 5 * 60_000;

/** A script with what it is given. */
export interface Program {
  script: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The account that runs it; null: the caller's. */
  account: Account | null;
  /** Called with its messages for the terminal, such as what it waits for. */
  says: (words: string) => void;
}

/** Starts a program, and resolves once it runs. What it prints goes to the log. */
export async function spawnProgram(program: Program, log: LogFile, options: SpawnOptions = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', GUARD, program.script, ...program.args], {
    env: program.env,
    // A separate process group: Ctrl-C on the terminal reaches only the supervisor, which stops things in order.
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    ...options,
    ...program.account,
  });
  child.on('message', (message) => {
    if (typeof message === 'object' && 'says' in message) program.says(String(message.says));
  });
  await once(child, 'spawn');
  // A signal could not be delivered.
  child.on('error', (error) => log.write(error.message));
  return child;
}

/** Runs a program to its end and returns its last line. Throws a StartProblem with its `purpose` if it fails or hangs. */
export async function runToEnd(purpose: string, program: Program, log: LogFile, cancel: AbortSignal): Promise<string> {
  cancel.throwIfAborted();
  log.begin();
  const child = await spawnProgram(program, log, {
    // Kept apart from warnings of Node and its libraries, which go to standard error.
    stdio: ['ignore', 'pipe', log.fd, 'ipc'],
    timeout: COMMAND_WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  const onCancel = (): void => void child.kill('SIGKILL');
  cancel.addEventListener('abort', onCancel, { once: true });
  if (cancel.aborted) onCancel();
  let lastLine = '';
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lastLine = line;
      log.write(line);
    });
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  cancel.removeEventListener('abort', onCancel);
  cancel.throwIfAborted();
  if (code === 0) return lastLine;
  throw new StartProblem(
    `${purpose} failed (${signal ?? `exit code ${code}`}):\n${log.tail()}\nAll of it: ${log.file}`,
  );
}
