import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PostgresProblem } from './problem.js';

/** A system account that a process can be started as. */
export interface Account {
  uid: number;
  gid: number;
}

/** Enough for a look at a folder or a program's version. */
const LOOK_WITHIN_MS = 10_000;

/** Postgres refuses to run as root: under root it runs as the account postgres, or nobody. Null for everybody else. */
export function unprivilegedAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      // macOS spells the account nobody as -2.
      .map(([name = '', , uid = '', gid = '']) => [name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] as const),
  );
  const found = accounts.get('postgres') ?? accounts.get('nobody');
  if (found === undefined) {
    throw new PostgresProblem('Running as root needs an account named postgres or nobody for the database');
  }
  return found;
}

/** Whether the account can create files in a folder; tried out as the account, because modes alone do not tell. */
export function canWrite(folder: string, account: Account | null): boolean {
  return succeeds('/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', folder], account) === true;
}

/** Whether the account can run a program of this machine: true, or what it said instead. */
export function succeeds(program: string, args: string[], account: Account | null): true | string {
  const { status, error, stderr } = spawnSync(program, args, {
    cwd: '/',
    env: POSTGRES_ENV,
    timeout: LOOK_WITHIN_MS,
    encoding: 'utf8',
    ...account,
  });
  return status === 0 ? true : (error?.message ?? stderr.trim());
}

/** Postgres's environment: nothing else may decide its language, zone or libraries, and no PG* of other servers. */
export const POSTGRES_ENV: NodeJS.ProcessEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
