import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PostgresEventStore, type EventStore } from '@fairmark/events';
import { until } from '@fairmark/events/testing/database';
import { CLUBHOUSE_LOCK, CLUBHOUSE_SCHEMA, createLogger, migrate } from '@fairmark/platform';
import { createTestDatabase } from '@fairmark/tools';
import { Pool } from 'pg';
import { startProjector, type Projector, type ProjectorOptions } from '../projection/projector.js';
import { compareClubhouse } from './independent-fold.js';

/** A migrated database with a log, on which tests start projectors, and everything that has to be ended afterwards. */
export class Stand {
  private readonly projectors: Projector[] = [];
  private readonly children: ChildProcess[] = [];

  private constructor(
    readonly url: string,
    readonly store: PostgresEventStore,
    readonly pool: Pool,
    private readonly drop: () => Promise<void>,
  ) {}

  static async make(): Promise<Stand> {
    const database = await createTestDatabase();
    await migrate(database.url);
    const pool = new Pool({ connectionString: database.url, max: 4 });
    pool.on('error', () => undefined);
    return new Stand(database.url, new PostgresEventStore({ connectionString: database.url }), pool, () =>
      database.drop(),
    );
  }

  /** A projector in this process. */
  project(options: Partial<ProjectorOptions> = {}): Projector {
    const logger = createLogger('projector', 'silent');
    const projector = startProjector({ databaseUrl: this.url, store: this.store, logger, ...options });
    this.projectors.push(projector);
    return projector;
  }

  /** A projector as a process of its own, for tests that kill or freeze it; `settings` beside those that it needs. */
  spawn(settings: Readonly<Record<string, string>> = {}): ChildProcess {
    const main = path.resolve('services/projector/dist/main.js');
    if (!existsSync(main)) throw new Error('Compile first: npx tsc -b services/projector');
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: this.url,
        SMTP_URL: 'smtp://127.0.0.1:1',
        JWT_SECRET: randomBytes(32).toString('base64'),
        LOG_LEVEL: 'silent',
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.children.push(child);
    return child;
  }

  async kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async checkpoint(): Promise<bigint | null> {
    const { rows } = await this.pool.query<{ position: string | null }>(
      `select position from ${CLUBHOUSE_SCHEMA}.checkpoint`,
    );
    const position = rows[0]?.position ?? null;
    return position === null ? null : BigInt(position);
  }

  /** Until the tables are as far as the log. */
  async caughtUp(store: EventStore = this.store): Promise<void> {
    await until(async () => (await this.checkpoint()) === (await store.head()));
  }

  /** Database process of the projector that has the lock; null when none has it. */
  async holder(): Promise<number | null> {
    const { rows } = await this.pool.query<{ pid: number }>(
      `select pid from pg_locks
       where locktype = 'advisory' and classid = $1 and objid = $2 and granted
         and database = (select oid from pg_database where datname = current_database())`,
      [...CLUBHOUSE_LOCK],
    );
    return rows[0]?.pid ?? null;
  }

  differences(store: EventStore = this.store): Promise<string[]> {
    return compareClubhouse(this.url, store);
  }

  async parked(): Promise<{ stream: string; type: string; error: string }[]> {
    const { rows } = await this.pool.query<{ stream: string; type: string; error: string }>(
      `select stream, type, error from ${CLUBHOUSE_SCHEMA}.parked_events order by position`,
    );
    return rows;
  }

  async end(): Promise<void> {
    await Promise.all(this.projectors.map((projector) => projector.stop()));
    for (const child of this.children) {
      child.kill('SIGCONT');
      await this.kill(child);
    }
    await this.store.close();
    await this.pool.end();
    await this.drop();
  }
}
