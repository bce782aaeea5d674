import { spawn } from 'node:child_process';

/** How a program ended, and what it said. */
export interface Ended {
  /** Exit code; null after a signal. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** How a program is run. */
export interface ExecuteOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** After which it is killed. */
  timeoutMs: number;
  /** Given to its standard input, which is empty otherwise. */
  input?: string;
}

/** Runs a program to its end, whatever that is. Rejects when it cannot be started, or took too long. */
export function execute(command: string, args: readonly string[], options: ExecuteOptions): Promise<Ended> {
  const { cwd, env, timeoutMs, input = '' } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { cwd, env, stdio: 'pipe', detached: true });
    let [stdout, stderr] = ['', ''];
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      // With all that it started.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    // One that reads none may be gone before it is given any.
    child.stdin.on('error', () => undefined).end(input);
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

/** Runs a program that has to end with 0, and answers what it said. Rejects with all of that when it does not. */
export async function succeed(command: string, args: readonly string[], options: ExecuteOptions): Promise<Ended> {
  const ended = await execute(command, args, options);
  if (ended.code === 0) return ended;
  throw new Error(`${called(command, args)} ended with ${ended.code}\n${ended.stdout}${ended.stderr}`.trimEnd());
}

const called = (command: string, args: readonly string[]): string => [command, ...args].join(' ');
