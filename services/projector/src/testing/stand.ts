import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PostgresEventStore, type EventStore, type LogPage } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { CLUBHOUSE_DDL, CLUBHOUSE_NEXT, CLUBHOUSE_OLD, CLUBHOUSE_SCHEMA, migrate } from '@fairmark/read-models';
import { createLogger, openPool } from '@fairmark/server';
import { createTestDatabase } from '@fairmark/tools';
import type { Pool, QueryResultRow } from 'pg';
import { type OwedWork, startWork, type RunningWork } from '../jobs/job-queue.js';
import { Projector, type ProjectorOptions } from '../projection/projector.js';
import type { RebuildOptions } from '../rebuild/build-tables.js';
import { rebuildClubhouse, type RebuildResult } from '../rebuild/rebuild-clubhouse.js';
import { verifyClubhouse, type VerifyOptions, type VerifyResult } from '../rebuild/verify-clubhouse.js';
import { compareClubhouse } from './independent-fold.js';

/**
 * Empties a database instead of creating and migrating another one, which takes ten times as long. Its log keeps its id. The
 * derived tables are rebuilt, because tests replace them.
 */
const CLEAR = `
  set local session_replication_role = replica;
  alter table log.events disable trigger unchangeable;
  do $$ declare name text; begin
    for name in
      select format('%I.%I', table_schema, table_name) from information_schema.tables
      where table_schema in ('app', 'log', 'jobs') and table_type = 'BASE TABLE'
        and table_name not in ('identity', 'migrations', 'schema_parts', 'migration', 'meta')
    loop
      execute 'delete from ' || name;
    end loop;
  end $$;
  alter table log.events enable always trigger unchangeable;
  drop schema if exists ${CLUBHOUSE_SCHEMA}, ${CLUBHOUSE_NEXT}, ${CLUBHOUSE_OLD} cascade;
  ${CLUBHOUSE_DDL}`;

/** The projector's program, compiled. */
export const PROGRAM = path.resolve('dist/projector.js');

/** Longer than the product's timeout for its log, since tests share the machine. */
const PATIENT_MS = 30_000;

const ofProgram = (more: string): string =>
  `from pg_stat_activity where datname = current_database() and application_name = $1 and ${more}`;

/** A log with a hook before each page, of the log or of a stream, that is read. */
class HookedStore extends PostgresEventStore {
  constructor(
    connectionString: string,
    private readonly before: (what: 'log' | 'stream') => Promise<unknown>,
  ) {
    super({ connectionString, timeoutMs: PATIENT_MS });
  }

  override async readPage(...read: Parameters<EventStore['readPage']>): Promise<LogPage> {
    await this.before('log');
    return super.readPage(...read);
  }

  override async readStream(...read: Parameters<EventStore['readStream']>): Promise<RecordedEvent[]> {
    await this.before('stream');
    return super.readStream(...read);
  }
}

/** A migrated database with a log, on which tests start projectors, and all that must be stopped afterwards. */
export class Stand {
  private readonly running: { stop(): Promise<void> }[] = [];
  private readonly children: ChildProcess[] = [];
  private readonly stores: EventStore[] = [];

  url = '';
  store!: PostgresEventStore;
  pool!: Pool;
  private drop: () => Promise<void> = async () => undefined;

  /** For the tests of this file or `describe`: usable once they run, and empty at the beginning of each unless `kept`. */
  static forSuite<Kind extends Stand>(this: new () => Kind, { kept = false } = {}): Kind {
    const stand = new this();
    beforeAll(() => stand.open());
    if (!kept) afterEach(() => stand.clear());
    afterAll(() => stand.end());
    return stand;
  }

  async open(): Promise<this> {
    const database = await createTestDatabase(migrate);
    this.url = database.url;
    this.drop = () => database.drop();
    this.pool = openPool(database.url, 'test', 4);
    this.store = new PostgresEventStore({ connectionString: database.url, timeoutMs: PATIENT_MS });
    return this;
  }

  /** The options for work on it, with a silent logger. */
  get place(): ProjectorOptions {
    return { databaseUrl: this.url, store: this.store, logger: createLogger('test', 'silent') };
  }

  /** Registers something to stop at the end of the test. */
  keep<Running extends { stop(): Promise<void> }>(running: Running): Running {
    this.running.push(running);
    return running;
  }

  project(options: Partial<ProjectorOptions> = {}): Projector {
    return this.keep(new Projector({ ...this.place, ...options }));
  }

  /** Runs a projector that has reached the end of the log. */
  async live(options: Partial<ProjectorOptions> = {}): Promise<Projector> {
    const projector = this.project(options);
    await eventually(() => projector.health().state === 'LIVE');
    await this.caughtUp(options.store);
    return projector;
  }

  /** Runs a projector to the end of the log, and stops it. */
  async projected(options?: Partial<ProjectorOptions>): Promise<void> {
    await (await this.live(options)).stop();
  }

  rebuild(options: Partial<RebuildOptions> = {}): Promise<RebuildResult> {
    return rebuildClubhouse({ ...this.place, ...options });
  }

  verify(options: Partial<VerifyOptions> = {}): Promise<VerifyResult> {
    return verifyClubhouse({ ...this.place, ...options });
  }

  /** Background work with very short polling. */
  work(work: OwedWork): RunningWork {
    return this.keep(startWork({ ...work, everyMs: 50 }, this.place));
  }

  /** Runs a statement behind the projector's back; `rm.` stands for the schema of the derived tables. */
  async sql<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>(text.replaceAll('rm.', `${CLUBHOUSE_SCHEMA}.`), values)).rows;
  }

  /** Changes the checkpoint behind the projector's back. */
  async moves(change: string): Promise<void> {
    await this.sql(`update rm.checkpoint set ${change}`);
  }

  /** The environment of a process on it, with `more`. */
  env(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    const [SMTP_URL, JWT_SECRET] = ['smtp://127.0.0.1:1', randomBytes(32).toString('base64')];
    return { PATH: process.env.PATH, DATABASE_URL: this.url, SMTP_URL, JWT_SECRET, LOG_LEVEL: 'silent', ...more };
  }

  /** A projector as a process of its own, for tests that kill or freeze it; `settings` beside those that it needs. */
  spawn(settings: Readonly<Record<string, string>> = {}): ChildProcess {
    if (!existsSync(PROGRAM)) throw new Error('Compile first: npx tsc -b services/projector');
    const child = spawn(process.execPath, [PROGRAM], {
      env: this.env(settings),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.children.push(child);
    return child;
  }

  /** Its log, with a hook. */
  hooked(before: HookedStore['before']): EventStore {
    const store = new HookedStore(this.url, before);
    this.stores.push(store);
    return store;
  }

  async kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async checkpoint(): Promise<bigint | null> {
    const [row] = await this.sql<{ position: string | null }>('select position from rm.checkpoint');
    const position = row?.position ?? null;
    return position === null ? null : BigInt(position);
  }

  /** Waits until the tables have reached the end of the log. */
  async caughtUp(store: EventStore = this.store): Promise<void> {
    await eventually(async () => (await this.checkpoint()) === (await store.head()));
  }

  /** Number of a program's sessions on the database; `more` is a further condition. */
  async sessions(program: string, more = 'true'): Promise<number> {
    const { rowCount } = await this.pool.query(`select ${ofProgram(more)}`, [program]);
    return rowCount ?? 0;
  }

  /** Number of a program's sessions that wait for a lock. */
  waiting(program: string): Promise<number> {
    return this.sessions(program, `wait_event_type = 'Lock'`);
  }

  /** Terminates the sessions of a program, as an outage does. Returns their number. */
  async cut(program: string, more = 'true'): Promise<number> {
    const { rowCount } = await this.pool.query(`select pg_terminate_backend(pid, 5000) ${ofProgram(more)}`, [program]);
    return rowCount ?? 0;
  }

  differences(store: EventStore = this.store): Promise<string[]> {
    return compareClubhouse(this.url, store);
  }

  parked(): Promise<{ stream: string; type: string; error: string }[]> {
    return this.sql('select stream, type, error from rm.parked_events order by position');
  }

  /** Stops everything on it, and resets the database. */
  async clear(): Promise<void> {
    await this.stopAll();
    // One transaction.
    await this.pool.query(CLEAR);
  }

  protected async stopAll(): Promise<void> {
    await Promise.all(this.running.splice(0).map((running) => running.stop()));
    await Promise.all(this.stores.splice(0).map((store) => store.close()));
    for (const child of this.children.splice(0)) {
      child.kill('SIGCONT');
      await this.kill(child);
    }
  }

  async end(): Promise<void> {
    await this.stopAll();
    await this.store.close();
    await this.pool.end();
    await this.drop();
  }
}
