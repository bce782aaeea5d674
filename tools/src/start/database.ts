import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Account } from '../postgres/account.js';
import { startPostgres, type EmbeddedPostgres, type StartOptions } from '../postgres/postgres.js';
import type { LogFile } from './log-file.js';

/** The database of the product on its Postgres. */
export const DATABASE = 'fairmark';

const FAST_WITHIN_MS = 1_500;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

export interface DatabaseEvents {
  started(pid: number): void;
  died(how: string): void;
  /** A restart failed; the next try comes after `againInMs`. */
  failed(error: Error, againInMs: number): void;
}

/** Keeps Postgres running on its folder and port, whatever happens to it, until it is stopped. */
export class Database {
  private readonly cancel = new AbortController();
  private restarting: Promise<void> | null = null;

  private constructor(
    private server: EmbeddedPostgres,
    private readonly log: LogFile,
    private readonly events: DatabaseEvents,
  ) {
    this.watch();
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
    this.cancel.abort();
    await this.restarting;
    const timer = setTimeout(() => this.hurry(), hurry ? 0 : FAST_WITHIN_MS);
    await this.server.stop();
    clearTimeout(timer);
  }

  /** Ends at once: nothing that was committed is lost. */
  hurry(): void {
    this.server.process.kill('SIGQUIT');
    this.server.process.kill('SIGCONT');
  }

  private watch(): void {
    this.events.started(this.server.process.pid ?? 0);
    const { process: server } = this.server;
    const died = (): void => {
      if (this.cancel.signal.aborted) return;
      this.events.died(server.signalCode ?? `exit code ${server.exitCode}`);
      this.restarting = this.restart();
    };
    // It may have died before anybody watched.
    if (server.exitCode !== null || server.signalCode !== null) died();
    else server.once('exit', died);
  }

  private async restart(): Promise<void> {
    const { dataDir, port } = this.server;
    const { signal } = this.cancel;
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        await wait(pauseMs, undefined, { signal });
        this.server = await startPostgres({ dataDir, port, signal, log: (line) => this.log.write(line) });
        this.watch();
        return;
      } catch (error) {
        if (!signal.aborted) this.events.failed(error as Error, pauseMs);
      }
    }
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
