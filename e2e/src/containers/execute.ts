import { spawn } from 'node:child_process';

/** Exit code and output of a program. */
export interface Ended {
  /** Exit code; null after a signal. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface ExecuteOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** The program is killed after this time. */
  timeoutMs: number;
}

/** Runs a program and resolves with any exit code. Rejects if it cannot be started or takes too long. */
export function execute(command: string, args: readonly string[], options: ExecuteOptions): Promise<Ended> {
  const { cwd, env, timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let [stdout, stderr] = ['', ''];
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      // Kill the whole process group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      if (late) reject(new Error(`${called(command, args)} took more than ${timeoutMs / 1_000} s\n${stdout}${stderr}`));
      else resolve({ code, stdout, stderr });
    });
  });
}

/** Runs a program and returns its output. Rejects with that output unless it exits with 0. */
export async function succeed(command: string, args: readonly string[], options: ExecuteOptions): Promise<Ended> {
  const ended = await execute(command, args, options);
  if (ended.code === 0) return ended;
  throw new Error(`${called(command, args)} ended with ${ended.code}\n${ended.stdout}${ended.stderr}`.trimEnd());
}

const called = (command: string, args: readonly string[]): string => [command, ...args].join(' ');
