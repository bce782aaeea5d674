import type { ClientBase } from 'pg';
import { Client } from 'pg';

export interface SessionOptions {
  databaseUrl: string;
  /** As the database shows it. */
  name: string;
  /** Statements that it begins with. */
  settings: string;
  /** The advisory lock that it asks for. */
  lock: readonly [number, number];
  queryTimeoutMs?: number;
}

const CLOSE_WITHIN_MS = 1_000;

/** A database session whose lock is the right to write: with the session gone, that right is gone. */
export class LockSession {
  readonly client: Client;
  private readonly ended = new AbortController();
  private heart: NodeJS.Timeout | undefined;

  constructor(private readonly options: SessionOptions) {
    const { databaseUrl, name, queryTimeoutMs } = options;
    this.client = new Client({
      connectionString: databaseUrl,
      application_name: name,
      connectionTimeoutMillis: 5_000,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    });
    this.client.on('error', (error) => this.end(error));
    this.client.on('end', () => this.end(new Error('The connection ended')));
  }

  /** Aborts when the session has ended. */
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

  /** Asks for the lock without waiting for it. */
  async tryLock(): Promise<boolean> {
    const { rows } = await this.client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
      ...this.options.lock,
    ]);
    return rows[0]?.locked === true;
  }

  /** Does something again and again until the session ends, so that the database knows that its owner is alive. */
  beatEvery(milliseconds: number, beat: () => Promise<void>): void {
    let beating = false;
    this.heart = setInterval(() => {
      if (beating) return;
      beating = true;
      beat()
        .catch((error: Error) => this.end(error))
        .finally(() => (beating = false));
    }, milliseconds);
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
    this.end(new Error('The session was closed'));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_WITHIN_MS)));
    await Promise.race([this.client.end().catch(() => undefined), late]);
    clearTimeout(timer);
    this.client.connection.stream.destroy();
  }

  protected end(error: Error): void {
    clearInterval(this.heart);
    this.ended.abort(error);
  }
}
