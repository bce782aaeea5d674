import { once } from 'node:events';
import path from 'node:path';
import { freeBytesIn } from '@fairmark/server/disk/disks';
import { repeat } from '@fairmark/server/periodic/run-every';
import { Client } from 'pg';
import { clusterFolder } from '../postgres/cluster.js';
import { startPostgres, type EmbeddedPostgres, type StartOptions } from '../postgres/postgres.js';
import { StartProblem } from '../system/problem.js';
import { hasEnded } from '../system/processes.js';
import type { LogFile } from './log-file.js';
import { RESTARTS } from './managed.js';

/** The database of the product on its Postgres. */
const DATABASE = 'fairmark';

const FAST_WITHIN_MS = 1_500;
/** A first start writes 60 MB. */
const ROOM_BYTES = 100_000_000;

export interface DatabaseEvents {
  started(pid: number): void;
  /** It died or could not be restarted; the next attempt is after `againInMs`. */
  died(how: string, againInMs: number): void;
}

/** The product's Postgres while it is kept running. */
export type Database = Awaited<ReturnType<typeof keepDatabase>>;

/** Starts Postgres with the product's database, and restarts it on its folder and port as necessary until it is stopped. */
export async function keepDatabase(where: StartOptions, log: LogFile, events: DatabaseEvents) {
  const options = { ...where, log: (line: string) => log.write(line) };
  let server = await startPostgres(options);
  const { port, account, dataDir: folder } = server;
  const url = await createDatabase(server).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  let stopping = false;
  /** Runs until it ends. Rejects if it died unexpectedly or could not be started. */
  const runOnce = async (signal: AbortSignal, progressed: () => void): Promise<void> => {
    if (hasEnded(server.process)) {
      server = await startPostgres({ ...options, dataDir: folder, port: () => port, signal });
      progressed();
    }
    const child = server.process;
    events.started(child.pid ?? 0);
    // `stop` may have been called in the meantime.
    if (signal.aborted) await server.stop();
    if (!hasEnded(child)) await once(child, 'exit');
    if (!signal.aborted) throw new Error(child.signalCode ?? `exit code ${child.exitCode}`);
  };
  const running = repeat(runOnce, {
    everyMs: 0,
    backOff: RESTARTS,
    onError: (error, againInMs) => {
      if (!stopping) events.died((error as Error).message, againInMs);
    },
  });
  /** Ends it immediately. Nothing that was committed is lost. */
  const hurry = (): void => {
    server.process.kill('SIGQUIT');
    server.process.kill('SIGCONT');
  };
  return {
    url,
    folder,
    account,
    hurry,
    /** Shuts down cleanly; with `hurried` immediately, so that the next start has to recover. */
    stop: async (hurried: boolean): Promise<void> => {
      stopping = true;
      const ended = running.stop();
      const timer = setTimeout(hurry, hurried ? 0 : FAST_WITHIN_MS);
      await server.stop();
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Creates the product's database if it does not exist, and returns its address. */
export async function createDatabase(server: EmbeddedPostgres): Promise<string> {
  const client = new Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return server.url(DATABASE);
  } finally {
    await client.end();
  }
}

/** The error of a start, with what to do if the data folder cannot be used or the disk of its database is full. */
export async function withAdvice(error: unknown, dataDir: string): Promise<unknown> {
  const { code = '', message, path: place } = error as NodeJS.ErrnoException;
  if (
    /^(EACCES|EEXIST|ENOENT|ENOTDIR|EPERM|EROFS)$/.test(code) &&
    place &&
    (place.startsWith(dataDir) || dataDir.startsWith(place))
  ) {
    return new StartProblem(`${message}\nUse the account that owns the data folder, or set DATA_DIR to another folder`);
  }
  const folder = path.dirname(clusterFolder(path.join(dataDir, 'postgres')));
  const free = await freeBytesIn(folder).catch(() => Infinity);
  if (!(error instanceof Error) || free >= ROOM_BYTES) return error;
  const room = `Only ${Math.floor(free / 1_000_000)} MB are free on the disk of ${folder}`;
  return new StartProblem(`${error.message}\n${room}: make room there, or set DATA_DIR to a folder on another disk`, {
    cause: error,
  });
}
