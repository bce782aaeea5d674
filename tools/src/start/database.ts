import { once } from 'node:events';
import path from 'node:path';
import { freeBytesIn } from '@fairmark/server/disk/disks';
import { runEvery } from '@fairmark/server/periodic/run-every';
import { Client } from 'pg';
import type { Account } from '../system/account.js';
import { clusterFolder } from '../postgres/cluster.js';
import { startPostgres, type EmbeddedPostgres, type StartOptions } from '../postgres/postgres.js';
import { StartProblem } from '../system/problem.js';
import { hasEnded } from '../system/processes.js';
import type { LogFile } from './log-file.js';
import { RESTARTS } from './managed.js';

/** The database of the product on its Postgres. */
export const DATABASE = 'fairmark';

const FAST_WITHIN_MS = 1_500;
/** A first start writes 60 MB. */
const ROOM_BYTES = 100_000_000;

export interface DatabaseEvents {
  started(pid: number): void;
  /** It died or could not be restarted; the next attempt is after `againInMs`. */
  died(how: string, againInMs: number): void;
}

/** Keeps Postgres running on its folder and port, restarting it as necessary, until it is stopped. */
export class Database {
  private readonly ending = new AbortController();
  private readonly running: Promise<void>;
  private isFirst = true;

  private constructor(
    private server: EmbeddedPostgres,
    private readonly log: LogFile,
    private readonly events: DatabaseEvents,
  ) {
    const { signal } = this.ending;
    this.running = runEvery((progressed) => this.runOnce(progressed), {
      everyMs: 0,
      backOff: RESTARTS,
      signal,
      onError: (error, againInMs) => {
        if (!signal.aborted) this.events.died((error as Error).message, againInMs);
      },
    });
  }

  /** Starts Postgres and creates the database if it does not exist. */
  static async start(where: StartOptions, log: LogFile, events: DatabaseEvents): Promise<Database> {
    const server = await startPostgres({ ...where, log: (line) => log.write(line) });
    try {
      await createDatabase(server);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return new Database(server, log, events);
  }

  get url(): string {
    return this.server.url(DATABASE);
  }

  get folder(): string {
    return this.server.dataDir;
  }

  get account(): Account | null {
    return this.server.account;
  }

  /** Shuts down cleanly; with `hurry` immediately, so that the next start has to recover. */
  async stop(hurry: boolean): Promise<void> {
    this.ending.abort();
    const timer = setTimeout(() => this.hurry(), hurry ? 0 : FAST_WITHIN_MS);
    await this.server.stop();
    await this.running;
    clearTimeout(timer);
  }

  /** Ends immediately. Nothing that was committed is lost. */
  hurry(): void {
    this.server.process.kill('SIGQUIT');
    this.server.process.kill('SIGCONT');
  }

  /** Runs the server until it ends. Rejects if it died unexpectedly or could not be started. */
  private async runOnce(progressed: () => void): Promise<void> {
    const { dataDir, port } = this.server;
    const { signal } = this.ending;
    if (!this.isFirst) {
      this.server = await startPostgres({ dataDir, port, signal, log: (line) => this.log.write(line) });
      progressed();
    }
    this.isFirst = false;
    const { process: server } = this.server;
    this.events.started(server.pid ?? 0);
    // `stop` may have been called in the meantime.
    if (signal.aborted) await this.server.stop();
    if (!hasEnded(server)) await once(server, 'exit');
    if (!signal.aborted) throw new Error(server.signalCode ?? `exit code ${server.exitCode}`);
  }
}

async function createDatabase(server: EmbeddedPostgres): Promise<void> {
  const client = new Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** The error of a start, with what to do if the disk of its database is full. */
export async function withRoom(error: unknown, dataDir: string): Promise<unknown> {
  const folder = path.dirname(clusterFolder(path.join(dataDir, 'postgres')));
  const free = await freeBytesIn(folder).catch(() => Infinity);
  if (!(error instanceof Error) || free >= ROOM_BYTES) return error;
  const room = `Only ${Math.floor(free / 1_000_000)} MB are free on the disk of ${folder}`;
  return new StartProblem(`${error.message}\n${room}: make room there, or set DATA_DIR to a folder on another disk`, {
    cause: error,
  });
}
