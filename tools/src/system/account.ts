import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { StartProblem } from './problem.js';

/** A system account as which a process can be started. */
export interface Account {
  uid: number;
  gid: number;
}

const SHARED = '/var/lib/fairmark';
/** Enough to check a folder or a program's version. */
const LOOK_WITHIN_MS = 10_000;

/** Postgres refuses to run as root: under root it runs as the account `postgres`, or else `nobody`. Null if not under root. */
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
    throw new StartProblem('Running as root needs an account named postgres or nobody for the database');
  }
  return found;
}

/** Whether the account can create files in a folder. Tested as the account, because modes alone are not conclusive. */
export function canWrite(folder: string, account: Account | null): boolean {
  return succeeds('/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', folder], account) === true;
}

/** True if the account can run a program of this machine, otherwise the error. */
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

/** Postgres's environment: fixed, so that nothing else affects its language, zone, libraries or PG* settings. */
export const POSTGRES_ENV: NodeJS.ProcessEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Under root, a folder that every account can reach and only root can write. Throws if another account has it. */
export function sharedFolder(): string {
  makeOpen(SHARED);
  const { uid, mode } = lstatSync(SHARED);
  if (uid === 0 && (mode & 0o022) === 0) return SHARED;
  throw new StartProblem(
    `The database needs a folder that its account can reach: ${SHARED} is not root's alone. Set DATA_DIR to such a folder`,
  );
}

/** Creates a folder that others may enter, regardless of the umask. */
export function makeOpen(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755);
}
