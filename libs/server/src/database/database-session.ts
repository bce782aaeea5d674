import { within } from '@fairmark/event-store';
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { runEvery } from '../periodic/run-every.js';
import { transaction } from './queries.js';

const CLOSE_WITHIN_MS = 1_000;
/** By these probes Postgres ends the session of a dead host, and so its locks, within a quarter of a minute. */
const PROBES = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

/** A database session of its own: what it listens to and its advisory locks, which may grant a right, end with it. */
export class DatabaseSession {
  readonly client: Client;
  private readonly ended = new AbortController();
  readonly signal: AbortSignal = this.ended.signal;

  /** `settings`: statements that configure the session. */
  constructor(
    config: ClientConfig,
    private readonly settings: string,
  ) {
    this.client = new Client({ connectionTimeoutMillis: 5_000, keepAlive: true, ...config });
    this.client.on('error', (error) => this.ended.abort(error));
    this.client.on('end', () => this.ended.abort(new Error('The connection ended')));
  }

  async connect(): Promise<void> {
    try {
      await this.client.connect();
      await this.client.query(`${PROBES}; ${this.settings}`);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async tryLock(lock: readonly [number, number]): Promise<boolean> {
    const text = 'select pg_try_advisory_lock($1, $2) as locked';
    const { rows } = await this.client.query<{ locked: boolean }>(text, [...lock]);
    return rows[0]?.locked === true;
  }

  /** Calls `beat` until the session ends, to keep the database from timing it out; a failed beat ends the session. */
  beatEvery(everyMs: number, beat: () => Promise<void>): void {
    void runEvery(beat, { everyMs, signal: this.signal, onError: (error) => this.ended.abort(error) });
  }

  async transaction<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    return transaction(this.client, () => work(this.client));
  }

  /** Ends the session, which releases its locks and cuts off a running query. */
  async close(): Promise<void> {
    this.ended.abort(new Error('The session was closed'));
    await within(CLOSE_WITHIN_MS, this.client.end()).catch(() => undefined);
    this.client.connection.stream.destroy();
  }
}
