import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  canWrite,
  makeOpen,
  POSTGRES_ENV,
  sharedFolder,
  unprivilegedAccount,
  type Account,
} from '../system/account.js';
import { StartProblem } from '../system/problem.js';
import { isAlive } from '../system/processes.js';

/** The superuser of a cluster. The product uses it too, because it alone uses the cluster. */
export const SUPERUSER = 'fairmark';

const VERSION_FILE = 'PG_VERSION';
const PASSWORD_FILE = 'fairmark.password';
const INITDB_WITHIN_MS = 120_000;
const REMOVED_TRIES_MAX = 1_000;

/** The folder of a cluster and the account that owns it (null: the caller's). */
export interface Cluster {
  readonly folder: string;
  readonly account: Account | null;
}

/**
 * Decides where the cluster requested at `wanted` is kept. That is `wanted`, unless the process is root and the
 * database's account cannot reach it: then it is a shared folder of the machine, recorded in a file beside `wanted`.
 */
export function placeCluster(wanted: string): Cluster {
  const account = unprivilegedAccount();
  const recorded = clusterFolder(wanted);
  if (recorded !== wanted && !existsSync(recorded)) {
    throw new StartProblem(
      `The database was kept in ${recorded}, which does not exist. Restore it, or remove ${noteOf(wanted)} to start with an empty one`,
    );
  }
  if (recorded !== wanted || existsSync(path.join(wanted, VERSION_FILE))) return existing(recorded, account);
  // Only the cluster gets the mode: its account must be able to enter the folders created above it.
  mkdirSync(path.dirname(wanted), { recursive: true });
  mkdirSync(wanted, { recursive: true, mode: 0o700 });
  if (readdirSync(wanted).length > 0) {
    throw new StartProblem(`${wanted} holds other files and no database: choose another folder`);
  }
  if (account === null) return { folder: wanted, account };
  chownSync(wanted, account.uid, account.gid);
  if (canWrite(wanted, account)) return { folder: wanted, account };
  rmdirSync(wanted);
  const place = path.join(sharedFolder(), createHash('sha256').update(wanted).digest('hex').slice(0, 12));
  makeOpen(place);
  const folder = path.join(place, 'postgres');
  // It exists already if only `wanted` was removed: its data is used again rather than lost.
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, account.uid, account.gid);
  }
  writeFileSync(noteOf(wanted), `${folder}\n`);
  return { folder, account };
}

/** Where the cluster requested at `wanted` is, if it was placed before. */
export function clusterFolder(wanted: string): string {
  return existsSync(noteOf(wanted)) ? readFileSync(noteOf(wanted), 'utf8').trim() : wanted;
}

/** The file beside a cluster's requested place that names its actual one. */
function noteOf(wanted: string): string {
  return `${wanted}.location`;
}

/** Under root a cluster runs as its owner, who may be an ordinary user. */
function existing(folder: string, account: Account | null): Cluster {
  const { uid, gid } = statSync(folder);
  const owner = account !== null && uid !== 0 ? { uid, gid } : account;
  if (account === null && uid !== process.getuid?.()) {
    throw new StartProblem(
      `The database in ${folder} belongs to another account (${uid}): start as that account or as root`,
    );
  }
  if (!canWrite(folder, owner)) {
    throw new StartProblem(
      `The database in ${folder} cannot be reached by its account (${owner?.uid ?? uid}): open the folders above it`,
    );
  }
  return { folder, account: owner };
}

/** Creates the cluster, completely or not at all, if it does not exist yet. */
export async function makeCluster({ folder, account }: Cluster, initdb: string, signal?: AbortSignal): Promise<void> {
  if (existsSync(path.join(folder, VERSION_FILE))) return;
  removeHalfMade(folder);
  const making = `${folder}.making-${process.pid}`;
  const passwordFile = `${making}.password`;
  mkdirSync(making, { mode: 0o700 });
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account !== null) for (const file of [making, passwordFile]) chownSync(file, account.uid, account.gid);
  const args = ['-D', making, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  await runInitdb(initdb, [...args, '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'], account, signal);
  renameSync(passwordFile, path.join(making, PASSWORD_FILE));
  // A rename over an empty folder is atomic: an unfinished cluster never has the final name.
  renameSync(making, folder);
}

export function passwordOf(folder: string): string {
  return readFileSync(passwordFileOf(folder), 'utf8').trim();
}

/** The file with the password. */
export function passwordFileOf(folder: string): string {
  return path.join(folder, PASSWORD_FILE);
}

function removeHalfMade(folder: string): void {
  const prefix = `${path.basename(folder)}.making-`;
  for (const name of readdirSync(path.dirname(folder))) {
    const maker = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : NaN;
    if (Number.isNaN(maker) || (maker !== process.pid && isAlive(maker))) continue;
    const half = path.join(path.dirname(folder), name);
    // Where its initdb still writes, Node 24 may leave the folder without an error.
    for (let tries = 0; tries < REMOVED_TRIES_MAX && existsSync(half); tries += 1) {
      rmSync(half, { recursive: true, force: true, maxRetries: 10 });
    }
  }
}

async function runInitdb(initdb: string, args: string[], account: Account | null, signal?: AbortSignal): Promise<void> {
  const child = spawn(initdb, args, {
    env: POSTGRES_ENV,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: INITDB_WITHIN_MS,
    killSignal: 'SIGKILL',
    signal,
    ...account,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) {
    throw new StartProblem(`The database could not be created: ${said.trim() || `initdb ended with ${code}`}`);
  }
}
