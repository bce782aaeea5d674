import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

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
export async function execute(
  command: string,
  args: readonly string[],
  { timeoutMs, ...place }: ExecuteOptions,
): Promise<Ended> {
  const child = spawn(command, [...args], { ...place, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // Kill the whole process group.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, timeoutMs);
  try {
    const closes = once(child, 'close') as Promise<[number | null]>;
    const [[code], stdout, stderr] = await Promise.all([closes, text(child.stdout), text(child.stderr)]);
    if (!late) return { code, stdout, stderr };
    throw new Error(`${called(command, args)} took more than ${timeoutMs / 1_000} s\n${stdout}${stderr}`);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a program and returns its output. Rejects with that output unless it exits with 0. */
export async function succeed(command: string, args: readonly string[], options: ExecuteOptions): Promise<Ended> {
  const ended = await execute(command, args, options);
  if (ended.code === 0) return ended;
  throw new Error(`${called(command, args)} ended with ${ended.code}\n${ended.stdout}${ended.stderr}`.trimEnd());
}

const called = (command: string, args: readonly string[]): string => [command, ...args].join(' ');
