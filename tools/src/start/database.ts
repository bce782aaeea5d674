import { once } from 'node:events';
import { runEvery } from '@fairmark/server/periodic/run-every';
import { Client } from 'pg';
import type { Account } from '../postgres/account.js';
import { startPostgres, type EmbeddedPostgres, type StartOptions } from '../postgres/postgres.js';
import type { LogFile } from './log-file.js';
import { RESTARTS } from './managed.js';

/** The database of the product on its Postgres. */
export const DATABASE = 'fairmark';

const FAST_WITHIN_MS = 1_500;

export interface DatabaseEvents {
  started(pid: number): void;
  /** It died, or could not be started again; the next try comes after `againInMs`. */
  died(how: string, againInMs: number): void;
}

/** Keeps Postgres running on its folder and port, whatever happens to it, until it is stopped. */
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
    this.running = runEvery((progressed) => this.live(progressed), {
      everyMs: 0,
      backOff: RESTARTS,
      signal,
      onError: (error, againInMs) => {
        if (!signal.aborted) this.events.died((error as Error).message, againInMs);
      },
    });
  }

  /** Starts Postgres and creates the database if it is not there. */
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

  /** Ends connections, writes everything, ends; with `hurry` it ends at once and the next start replays its log. */
  async stop(hurry: boolean): Promise<void> {
    this.ending.abort();
    const timer = setTimeout(() => this.hurry(), hurry ? 0 : FAST_WITHIN_MS);
    await this.server.stop();
    await this.running;
    clearTimeout(timer);
  }

  /** Ends at once: nothing that was committed is lost. */
  hurry(): void {
    this.server.process.kill('SIGQUIT');
    this.server.process.kill('SIGCONT');
  }

  /** One life of the server. Rejects when it died unasked, or could not be started. */
  private async live(progressed: () => void): Promise<void> {
    const { dataDir, port } = this.server;
    const { signal } = this.ending;
    if (!this.isFirst) {
      this.server = await startPostgres({ dataDir, port, signal, log: (line) => this.log.write(line) });
      progressed();
    }
    this.isFirst = false;
    const { process: server } = this.server;
    this.events.started(server.pid ?? 0);
    // The end may have been asked for meanwhile.
    if (signal.aborted) await this.server.stop();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
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
