import { setTimeout as sleep } from 'node:timers/promises';
import { runEvery } from '@fairmark/server';
import { Client, type ClientBase } from 'pg';

export interface SessionOptions {
  databaseUrl: string;
  /** As the database shows it. */
  name: string;
  /** Statements that it begins with. */
  settings: string;
  queryTimeoutMs?: number;
}

const CLOSE_WITHIN_MS = 1_000;

/** One session of the database. Its advisory locks are rights to write: with the session gone, those are gone. */
export class DatabaseSession {
  readonly client: Client;
  private readonly ended = new AbortController();

  constructor(private readonly options: SessionOptions) {
    const { databaseUrl, name, queryTimeoutMs } = options;
    this.client = new Client({
      connectionString: databaseUrl,
      application_name: name,
      connectionTimeoutMillis: 5_000,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    });
    this.client.on('error', (error) => this.ended.abort(error));
    this.client.on('end', () => this.ended.abort(new Error('The connection ended')));
  }

  get signal(): AbortSignal {
    return this.ended.signal;
  }

  async connect(): Promise<void> {
    try {
      await this.client.connect();
      await this.client.query(this.options.settings);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Asks for an advisory lock without waiting for it. */
  async tryLock(lock: readonly [number, number]): Promise<boolean> {
    const text = 'select pg_try_advisory_lock($1, $2) as locked';
    const { rows } = await this.client.query<{ locked: boolean }>(text, [...lock]);
    return rows[0]?.locked === true;
  }

  /** Does something again and again until the session ends, so that the database knows that its owner is alive. */
  beatEvery(everyMs: number, beat: () => Promise<void>): void {
    void runEvery(beat, { everyMs, signal: this.signal, onError: (error) => this.ended.abort(error) });
  }

  /** All or nothing. */
  async transaction<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    await this.client.query('begin');
    try {
      const result = await work(this.client);
      await this.client.query('commit');
      return result;
    } catch (error) {
      // Without a connection there is no transaction any more.
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** Gives the lock back by ending the session; a query in hand is cut off. */
  async close(): Promise<void> {
    this.ended.abort(new Error('The session was closed'));
    const late = sleep(CLOSE_WITHIN_MS, undefined, { ref: false });
    await Promise.race([this.client.end().catch(() => undefined), late]);
    this.client.connection.stream.destroy();
  }
}
