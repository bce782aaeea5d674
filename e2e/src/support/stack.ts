import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PostgresEventStore, type EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA, migrate, type ServiceAddresses } from '@fairmark/read-models';
import { compareClubhouse } from '@fairmark/projector/testing/independent-fold';
import {
  createTestDatabase,
  endChild,
  freePort,
  hasEnded,
  isAlive,
  serviceAddresses,
  signal,
  startMailCatcher,
  startPostgres,
  startTestPostgres,
  TEST_POSTGRES_URL,
  type EmbeddedPostgres,
  type MailCatcher,
  type TestDatabase,
} from '@fairmark/tools';
import { importFile } from '@fairmark/server/courses/import/import-courses';
import pg from 'pg';
import { withDatabase } from '@fairmark/server';
import { eventually } from '@fairmark/events/testing/eventually';

/** The folder of this clone. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
/** Programs: bundled, and as other builds compile them. */
const PROGRAMS = {
  api: ['dist/api.js', 'services/api/dist/main.js'],
  projector: ['dist/projector.js', 'services/projector/dist/main.js'],
  fairmark: ['dist/fairmark.js', 'cli/dist/fairmark.main.js'],
} as const;

/** The file of a program in a build. */
function fileOf(program: keyof typeof PROGRAMS, build: string): string {
  const files = PROGRAMS[program].map((file) => path.join(build, file));
  const found = files.find(existsSync);
  if (found === undefined) throw new Error(`None of these files exists: ${files.join(', ')}`);
  return found;
}

/** Extended fourfold on an overloaded machine, which is still less than the timeout of hooks. */
const READY_WITHIN_MS = 50_000;
const CAUGHT_UP_WITHIN_MS = 60_000;

/** A process of the product that a test can kill, freeze and restart. */
export class Service {
  child: ChildProcess | null = null;
  output = '';
  /** A file for its log instead of {@link output}, from its next start on; /dev/full acts as a full disk. */
  logFile: string | null = null;

  constructor(
    readonly program: 'api' | 'projector',
    private readonly env: Record<string, string>,
    private readonly build = ROOT,
  ) {}

  /** `more`: settings for this start only. */
  start(more: Record<string, string> = {}): void {
    const log = this.logFile === null ? null : openSync(this.logFile, 'a');
    this.child = spawn(process.execPath, [fileOf(this.program, this.build)], {
      env: { PATH: process.env.PATH, ...this.env, ...more },
      stdio: ['ignore', log ?? 'pipe', 'pipe'],
    });
    if (log !== null) closeSync(log);
    const keep = (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-200_000));
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
  }

  /** Whether it has ended for any reason. */
  get ended(): boolean {
    return this.child === null || hasEnded(this.child);
  }

  /** Sends a signal and waits until the process has ended. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.child !== null) await endChild(this.child, signal);
  }

  /** Stops the process, with its connections open, until {@link thaw}. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }
}

type ApiOptions = { build?: string; logFile?: string | null; env?: Record<string, string> };

export interface StackOptions {
  apis?: number;
  projectors?: number;
  /** A migrated database elsewhere, instead of an embedded Postgres. */
  databaseUrl?: string;
  env?: Record<string, string>;
  /** Settings of a separate Postgres, for tests that read its log, kill or freeze it. By default suites share one. */
  postgres?: Record<string, string>;
  /** Folder of the build to start with; by default this clone. */
  build?: string;
}

/** The stack as in `npm start`: Postgres, api, projector and mail catcher in separate processes. */
export class Stack {
  readonly apis: Service[] = [];
  readonly bases: string[] = [];
  readonly projectors: Service[] = [];
  /** Base addresses of the projectors' metrics. */
  readonly projectorMetrics: string[] = [];

  /** A database in the Postgres that suites share. */
  private shared: TestDatabase | null = null;
  /** The running Postgres; `server` is the first one, which can remove the data. Null: the database is elsewhere. */
  private embedded: EmbeddedPostgres | null;
  private mails: MailCatcher | null = null;
  private env: Record<string, string> = {};
  private serviceEnv: Record<string, string> = {};
  /** Addresses with the services' own accounts; null: not migrated by this build, so they connect as the owner. */
  private addresses: ServiceAddresses | null = null;
  private connection: pg.Pool | null = null;
  private postgresLog: PostgresEventStore | null = null;

  private constructor(
    private readonly server: Awaited<ReturnType<typeof startTestPostgres>> | null,
    /** Log lines of the first Postgres. */
    readonly postgresLines: readonly string[],
  ) {
    this.embedded = server;
  }

  private get postgres(): EmbeddedPostgres {
    if (this.embedded === null) throw new Error('The database of this stack is elsewhere');
    return this.embedded;
  }

  /** Starts everything and waits until it serves. Cleans up if that fails. */
  static async start(options: StackOptions = {}): Promise<Stack> {
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const { databaseUrl, postgres: settings } = options;
    const shares = settings === undefined && process.env[TEST_POSTGRES_URL] !== undefined;
    const needsOwn = databaseUrl === undefined && !shares;
    const stack = new Stack(needsOwn ? await startTestPostgres({ log, settings }) : null, lines);
    try {
      await stack.setUp(options);
      return stack;
    } catch (error) {
      await stack.stop();
      throw error;
    }
  }

  private async setUp(options: StackOptions): Promise<void> {
    const { build = ROOT } = options;
    this.env = { DATABASE_URL: options.databaseUrl ?? (await this.newDatabase(build)), ...options.env };
    if (options.databaseUrl === undefined) await this.migrate(build);
    this.mails = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
    await this.importCourses(path.join(build, 'e2e/courses.json'), build);
    this.serviceEnv = {
      SMTP_URL: this.mails.smtpUrl,
      JWT_SECRET: randomBytes(32).toString('base64'),
      HOST: '127.0.0.1',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'info',
      ...this.env,
    };
    for (let n = 0; n < (options.projectors ?? 1); n += 1) await this.addProjector(build);
    for (let n = 0; n < (options.apis ?? 1); n += 1) await this.addApi({ build });
    await Promise.all(this.bases.map((_, index) => this.ready(index)));
  }

  /** Starts one more projector. */
  async addProjector(build = ROOT): Promise<void> {
    const port = await freePort();
    this.projectorMetrics.push(`http://127.0.0.1:${port}`);
    const env = { ...this.serviceEnv, ...this.account('projector'), PORT: '1', METRICS_PORT: String(port) };
    const projector = new Service('projector', env, build);
    this.projectors.push(projector);
    projector.start();
  }

  /** Starts one more api without waiting until it is {@link ready}. Returns its index. */
  async addApi({ build = ROOT, logFile = null, env = {} }: ApiOptions = {}): Promise<number> {
    const port = await freePort();
    const api = new Service('api', { ...this.serviceEnv, ...this.account('api'), PORT: String(port), ...env }, build);
    api.logFile = logFile;
    api.start();
    this.bases.push(`http://127.0.0.1:${port}`);
    return this.apis.push(api) - 1;
  }

  private account(service: keyof ServiceAddresses): Record<string, string> {
    return this.addresses === null ? {} : { DATABASE_URL: this.addresses[service] };
  }

  private async newDatabase(build: string): Promise<string> {
    if (this.embedded === null) {
      this.shared = await createTestDatabase(build === ROOT ? migrate : undefined);
      return this.shared.url;
    }
    await withDatabase(this.postgres.url('postgres'), (admin) => admin.query('create database fairmark'));
    return this.postgres.url('fairmark');
  }

  /** Migrates the database to a build's schemas. */
  async migrate(build = ROOT): Promise<void> {
    if (build !== ROOT) {
      await this.ops(['migrate'], build);
      return;
    }
    this.addresses ??= serviceAddresses(this.databaseUrl);
    await migrate(this.databaseUrl, { services: this.addresses });
  }

  get databaseUrl(): string {
    return this.env.DATABASE_URL ?? '';
  }

  /** A single connection of the test to its database, which may be in a transaction. */
  get database(): pg.Pool {
    if (this.connection !== null) return this.connection;
    this.connection = new pg.Pool({ connectionString: this.databaseUrl, max: 1, idleTimeoutMillis: 0 });
    // Some tests end its sessions or Postgres.
    this.connection.on('error', () => undefined);
    return this.connection;
  }

  /** The log in Postgres. */
  get log(): PostgresEventStore {
    return (this.postgresLog ??= new PostgresEventStore({ connectionString: this.databaseUrl }));
  }

  /** Waits until the projector has caught up, and returns every difference between tables and log, in words. */
  async differences(log: EventStore = this.log): Promise<string[]> {
    const checkpoint = `select position from ${CLUBHOUSE_SCHEMA}.checkpoint`;
    await eventually(
      async () => {
        const { rows } = await this.database.query<{ position: string }>(checkpoint);
        return BigInt(rows[0]?.position ?? 0) === ((await log.head()) ?? 0n);
      },
      'the projector reaches the head of the log',
      CAUGHT_UP_WITHIN_MS,
    );
    return compareClubhouse(this.databaseUrl, log);
  }

  /** What an api reports as unreachable; null if it accepts no requests. */
  async away(index = 0): Promise<string[] | null> {
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`${this.bases[index]}/health/ready`, { signal }).catch(() => null);
    // Earlier builds only report that they are ready.
    return answer?.ok === true ? (((await answer.json()) as { away?: string[] }).away ?? []) : null;
  }

  /** Waits until an api serves and can reach everything. */
  async ready(index = 0): Promise<void> {
    const api = this.apis[index];
    const ended = (): boolean => api?.ended !== false;
    await eventually(
      async () => ended() || (await this.away(index))?.length === 0,
      () => `api ${index} is ready. Its output: ${api?.output.slice(-2_000)}`,
      READY_WITHIN_MS,
    );
    if (ended()) throw new Error(`Api ${index} ended before it was ready. Its output: ${api?.output.slice(-2_000)}`);
  }

  /** The link of the newest mail to an address. */
  readonly linkFromMail = async (email: string): Promise<URL> => {
    let link: string | undefined;
    await eventually(() => {
      const mail = this.mails?.mailsTo(email).at(-1);
      link = mail?.text.match(/https?:\/\/\S+/)?.[0];
      return link !== undefined;
    }, `a mail to ${email}`);
    return new URL(link ?? '');
  };

  /** The mails to an address since the mail server was last started. */
  mailsTo(email: string): { subject: string; text: string }[] {
    return this.mails?.mailsTo(email) ?? [];
  }

  /** Stops the mail server. Returns a function that restarts it. */
  async stopMails(): Promise<() => Promise<void>> {
    const { smtpPort } = this.mails ?? {};
    await this.mails?.stop();
    return async () => {
      this.mails = await startMailCatcher({ smtpPort: smtpPort ?? 0, httpPort: 0 });
    };
  }

  private async importCourses(file: string, build: string): Promise<void> {
    if (build !== ROOT) {
      await this.ops(['courses', 'import', file], build);
      return;
    }
    const imported = await importFile(file, this.databaseUrl);
    if (!imported.ok) throw new Error(JSON.stringify(imported.problems));
    await this.database.query('update app.courses set time_zone = $1', [zoneOfSuites()]);
  }

  /** Runs `npm run rebuild` and returns its output. */
  rebuild(): Promise<string> {
    return this.ops(['rebuild']);
  }

  /** Runs `npm run ops -- …` on this database and returns its output. Rejects if it fails. */
  async ops(args: string[], build = ROOT): Promise<string> {
    const env = { PATH: process.env.PATH, ...this.env };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [fileOf('fairmark', build), ...args], {
      env,
    });
    return stdout + stderr;
  }

  /** Kills Postgres with all its processes, as in a power failure, and restarts it on the same folder. */
  async crashPostgres(): Promise<void> {
    const { process: server, dataDir, port } = this.postgres;
    // List the backends first: after the postmaster's end they cannot be found, as each has its own session.
    const family = this.postgresFamily();
    for (const member of family) signal(member, 'SIGKILL');
    await endChild(server);
    await eventually(() => !family.some(isAlive), 'Postgres is dead');
    this.embedded = await startPostgres({ dataDir, port: () => port });
  }

  /** Freezes Postgres with its connections open, as on a machine that swaps. Returns a function that thaws it. */
  freezePostgres(): () => void {
    const family = this.postgresFamily();
    for (const pid of family) signal(pid, 'SIGSTOP');
    return () => {
      for (const pid of family) signal(pid, 'SIGCONT');
    };
  }

  /** The running processes of Postgres: the postmaster and its children. */
  postgresFamily(): number[] {
    const server = this.postgres.process.pid ?? 0;
    return isAlive(server) ? [server, ...childrenOf(server)] : [];
  }

  async stop(): Promise<void> {
    await this.connection?.end();
    await this.postgresLog?.close();
    await Promise.all([...this.apis, ...this.projectors].map((service) => service.kill('SIGTERM')));
    await this.mails?.stop();
    await this.embedded?.stop();
    await this.server?.remove();
    await this.shared?.drop();
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** A course's time zone in which no day ends within two hours: a leaderboard is of the course's day. */
function zoneOfSuites(): string {
  const melbourne = 'Australia/Melbourne';
  const hour = new Intl.DateTimeFormat('en-AU', { timeZone: melbourne, hour: 'numeric', hourCycle: 'h23' });
  return Number(hour.format()) < 22 ? melbourne : 'Australia/Perth';
}
