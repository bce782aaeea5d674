import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { settingNames } from '@fairmark/server/config/config';
import { placeOf, signalWithin } from '@fairmark/server/waiting/waiting';
import type { Account } from '../system/account.js';
import { StartProblem } from '../system/problem.js';
import { keepDatabase, withAdvice, type Database } from './database.js';
import { httpsEnv, keepRenewing, phoneAddresses, prepareHttps } from './https.js';
import { LogFile } from './log-file.js';
import { ManagedProcess } from './managed.js';
import { runOneShot } from './one-shot.js';
import { choosePort, promisedPorts, requirePorts, untilFreed } from './ports.js';
import { DEMO_COURSES, DEMO_SPONSORS, PROGRAMS } from './programs.js';
import { claimData, leaveData } from './run-record.js';
import { serviceAccount } from './service-account.js';
import {
  jwtSecret,
  ROOT,
  serviceAddresses,
  serviceEnvs,
  Stopped,
  type BackupSettings,
  type StartSettings,
} from './settings.js';

/** Where the running product can be reached. */
export type Addresses = Awaited<ReturnType<Supervisor['start']>>;

interface MailPorts {
  smtp: number;
  web: number;
}

/** More than a process may stay silent while it starts (`FIRST_LOOKS`), so that a slow machine gets a second try. */
const READY_WITHIN_MS = 10 * 60_000;
const LOOK_MS = 100;
const TRIM_EVERY_MS = 10_000;
const ASK_WITHIN_MS = 2_000;
/** An api that takes longer to answer is considered frozen. */
const FROZEN_AFTER_MS = 15_000;
/** A process that dies this often before the product was first ready will not recover. */
const DEATHS_AT_START = 3;
/** Less than ten seconds together. Services give up a second earlier (`runProcess`), so that their log says why. */
const DRAIN_WITHIN_MS = 6_000;
const MAIL_WITHIN_MS = 1_000;
/** Processes whose supervisor was killed drain and end by then (`guard.ts`). */
const LEFT_WITHIN_MS = 7_000;

/** Starts everything in order, keeps it running, and stops it in reverse order. */
export class Supervisor {
  private readonly cancel = new AbortController();
  private readonly services: ManagedProcess[] = [];
  private readonly ports: Set<number>;
  private mail: ManagedProcess | null = null;
  private database: Database | null = null;
  /** The account for the services and commands of a start as root; null: the caller's. */
  private account: Account | null = null;
  /** Whether the data folder is this start's. */
  private claimed = false;
  private renewing: NodeJS.Timeout | undefined;
  private isReady = false;
  private hurried = false;
  private starting: Promise<unknown> | null = null;
  private stopped: Promise<void> | null = null;

  constructor(
    private readonly settings: StartSettings,
    private readonly env: NodeJS.ProcessEnv,
    private readonly say: (line: string) => void,
  ) {
    this.ports = promisedPorts(settings);
  }

  /** Resolves once the product serves. If it cannot or `stop` was called, stops everything and rejects. */
  async start() {
    try {
      const starting = this.startAll();
      this.starting = starting;
      return await starting;
    } catch (error) {
      const reason: unknown = this.cancel.signal.aborted ? this.cancel.signal.reason : error;
      await this.stop();
      throw reason instanceof Stopped ? reason : await withAdvice(reason, this.settings.dataDir);
    }
  }

  /** Api and projector drain, then the mail catcher and Postgres end. */
  stop(): Promise<void> {
    this.stopped ??= this.stopAll();
    return this.stopped;
  }

  /** Kills everything. Nothing acknowledged is lost: the database recovers at the next start. */
  hurry(): void {
    this.hurried = true;
    for (const one of [...this.services, this.mail]) one?.kill();
    this.database?.hurry();
  }

  private async startAll() {
    const { dataDir, port, metricsPorts, backup } = this.settings;
    if (this.env.DATABASE_URL) this.say('DATABASE_URL is ignored: npm start has its own database, in the data folder.');
    mkdirSync(dataDir, { recursive: true });
    // Created by the first start: later an empty folder means that there are no anchors, a missing one a problem.
    for (const name of ['anchors', 'backups']) mkdirSync(path.join(dataDir, name), { recursive: true, mode: 0o700 });
    const wasKilled = claimData(dataDir);
    this.claimed = true;
    if (wasKilled) {
      await untilFreed(this.settings, signalWithin(this.cancel.signal, LEFT_WITHIN_MS));
    }
    await requirePorts(this.settings);
    const key = jwtSecret(this.env, dataDir);
    this.say('Starting the database …');
    const database = await this.startDatabase();
    this.account = serviceAccount(database.account, this.settings, this.env, this.say);
    const mailPorts = await this.startMail();
    const https = await prepareHttps(this.settings, this.account, this.say);
    const env = { ...this.serviceEnv(database, mailPorts), ...httpsEnv(https), JWT_SECRET: key };
    this.shareAddresses(env);
    const setup = this.setup(env);
    await setup('The migration of the database', 'migrate');
    this.say('Starting the services …');
    const envs = serviceEnvs(env, metricsPorts);
    for (const name of ['projector', 'api'] as const) this.services.push(this.run(name, envs[name]));
    const [demoPlayer] = await Promise.all([
      this.settings.demo ? loadDemo(setup) : this.lockDemoOut(setup),
      this.ready(),
    ]);
    if (backup !== null) this.services.push(this.run('backup', env, nightly(backup)));
    this.isReady = true;
    if (https?.own === true) this.renewing = keepRenewing(dataDir, this.account, this.say);
    return {
      api: `http://localhost:${port}`,
      /** Null if no phone can reach it. */
      phones: await phoneAddresses(this.settings, https),
      inbox: mailPorts === null ? null : `http://localhost:${mailPorts.web}`,
      /** Without its password, which is in the file. */
      database: placeOf(database.url),
      databaseUrlFile: this.sharedFile('database-url'),
      databaseFolder: database.folder,
      logs: this.logs,
      backup,
      demoPlayer,
    };
  }

  /** The environment shared by the services and commands of this start. */
  private serviceEnv(database: Database, mailPorts: MailPorts | null): NodeJS.ProcessEnv {
    const { dataDir, backup, smtpUrl } = this.settings;
    const accounts = serviceAddresses(database.url);
    return {
      NODE_ENV: 'production',
      // From Node 22.1 on compiled code is cached here, which makes restarts a third faster.
      NODE_COMPILE_CACHE: path.join(dataDir, 'compile-cache'),
      ...this.env,
      WEB_DIR: this.env.WEB_DIR || path.join(ROOT, 'web', 'dist'),
      ANCHOR_DIR: this.env.ANCHOR_DIR || path.join(dataDir, 'anchors'),
      ASSETS_DIR: this.env.ASSETS_DIR || path.join(dataDir, 'assets'),
      DISK_DIRS: this.env.DISK_DIRS || diskDirs(database.folder, backup),
      PORT: String(this.settings.port),
      HOST: this.settings.host,
      DATABASE_URL: database.url,
      API_DATABASE_URL: accounts.api,
      PROJECTOR_DATABASE_URL: accounts.projector,
      SMTP_URL: smtpUrl ?? `smtp://127.0.0.1:${mailPorts?.smtp}`,
    };
  }

  private async stopAll(): Promise<void> {
    this.cancel.abort(new Stopped());
    clearInterval(this.renewing);
    // A start in progress ends at its next step; what it has started by then is stopped below.
    await this.starting?.catch(() => undefined);
    await Promise.all(this.services.map((service) => service.stop(this.hurried ? 0 : DRAIN_WITHIN_MS)));
    await this.mail?.stop(this.hurried ? 0 : MAIL_WITHIN_MS);
    await this.database?.stop(this.hurried);
    if (!this.claimed) return;
    for (const name of ['database-url', 'environment.json'] as const) rmSync(this.sharedFile(name), { force: true });
    leaveData(this.settings.dataDir);
  }

  private log(name: string): LogFile {
    const log = new LogFile(this.logs, name);
    setInterval(() => log.trim(), TRIM_EVERY_MS).unref();
    return log;
  }

  private get logs(): string {
    return path.join(this.settings.dataDir, 'logs');
  }

  /** Writes the settings of database and services for other commands (`tools/run.mjs`) while the product runs. */
  private shareAddresses(env: NodeJS.ProcessEnv): void {
    const settings = Object.fromEntries(settingNames().map((name) => [name, env[name]]));
    writeFileSync(this.sharedFile('database-url'), `${env.DATABASE_URL}\n`, { mode: 0o600 });
    writeFileSync(this.sharedFile('environment.json'), JSON.stringify(settings, null, 2), { mode: 0o600 });
  }

  private sharedFile(name: 'database-url' | 'environment.json'): string {
    return path.join(this.settings.dataDir, name);
  }

  /** Starts the mail catcher, unless there is a real mail server. */
  private async startMail(): Promise<MailPorts | null> {
    const { smtpUrl, mailSmtpPort, mailWebPort, dataDir } = this.settings;
    if (smtpUrl !== undefined) return null;
    const smtp = await choosePort(mailSmtpPort, this.ports);
    const web = await choosePort(mailWebPort, this.ports);
    const own = { MAIL_SMTP_PORT: `${smtp}`, MAIL_WEB_PORT: `${web}`, MAIL_FOLDER: path.join(dataDir, 'mail') };
    this.mail = this.run('mail', { NODE_ENV: 'production', ...this.env, ...own });
    return { smtp, web };
  }

  private async startDatabase(): Promise<Database> {
    const dataDir = path.join(this.settings.dataDir, 'postgres');
    const port = () => choosePort(this.settings.postgresPort, this.ports);
    this.database = await keepDatabase({ dataDir, port, signal: this.cancel.signal }, this.log('postgres'), {
      started: (pid) => this.isReady && this.say(`The database is running again (process ${pid}).`),
      died: (how, againInMs) => this.say(`The database died (${how}). Starting it again in ${againInMs / 1_000} s.`),
    });
    return this.database;
  }

  /** Returns a function that runs a command of the command line to its end and returns its last line. */
  private setup(env: NodeJS.ProcessEnv): Setup {
    const log = this.log('setup');
    const says = (words: string) => this.say(`The start ${words}`);
    return (purpose, ...command) =>
      runOneShot({ purpose, command, env, account: this.account, says }, log, this.cancel.signal);
  }

  /** The demo's players of earlier starts have a public password. */
  private async lockDemoOut(setup: Setup): Promise<null> {
    const said = await setup('Locking out the demo players', 'demo-players', '--lock-out');
    if (!said.startsWith('0 ')) this.say(`DEMO is off: ${said}.`);
    return null;
  }

  private run(name: keyof typeof PROGRAMS, env: NodeJS.ProcessEnv, args: string[] = []): ManagedProcess {
    const script = PROGRAMS[name];
    const answers = async () => (await tryFetch(this.health('live'), FROZEN_AFTER_MS)) !== null;
    const spec = { name, script, args, env, account: this.account, answers: name === 'api' ? answers : undefined };
    let runs = 0;
    const managed = new ManagedProcess(spec, this.log(name), {
      started: (pid) => {
        runs += 1;
        if (this.isReady && runs > 1) this.say(`The ${name} is running again (process ${pid}).`);
      },
      died: (how, againInMs, deaths) => {
        // By the system, which does not tell the process; by hand; or because it was frozen, which was said before.
        const why = how === 'SIGKILL' ? `${how}, as when memory runs out` : how;
        const said = `The ${name} died (${why}). Its last log lines, from ${managed.log.file}:\n${managed.log.tail()}`;
        if (!this.isReady && deaths >= DEATHS_AT_START) this.cancel.abort(new StartProblem(said));
        else this.say(`${said}\nStarting it again in ${againInMs / 1_000} s.`);
      },
      frozen: () => this.say(`The ${name} no longer answers: ending it.`),
      says: (words) => this.say(`The ${name} ${words}`),
    });
    managed.start();
    return managed;
  }

  private async ready(): Promise<void> {
    const until = performance.now() + READY_WITHIN_MS;
    while ((await tryFetch(this.health('ready'), ASK_WITHIN_MS))?.ok !== true) {
      this.cancel.signal.throwIfAborted();
      if (performance.now() > until) {
        throw new StartProblem(`The api was not ready after ${READY_WITHIN_MS / 1_000} s: see ${this.logs}`);
      }
      await wait(LOOK_MS);
    }
    this.cancel.signal.throwIfAborted();
  }

  /** Address of the api's health check on this machine. */
  private health(of: 'live' | 'ready'): string {
    const { host, port } = this.settings;
    const open = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    return `http://${open.includes(':') ? `[${open}]` : open}:${port}/health/${of}`;
  }
}

function nightly({ dir, at, keep }: BackupSettings): string[] {
  return ['backup', 'nightly', dir, '--at', at, '--keep', keep];
}

/** Folders whose disks are monitored for free space. */
function diskDirs(databaseFolder: string, backup: BackupSettings | null): string {
  return [databaseFolder, ...(backup === null ? [] : [backup.dir])].join(path.delimiter);
}

type Setup = (purpose: string, ...command: string[]) => Promise<string>;

/** Loads the demo's courses, sponsors and players if missing. Returns how one of the players signs in. */
async function loadDemo(setup: Setup): Promise<string | null> {
  const sponsors = async () => {
    await setup('Loading the demo courses', 'courses', 'import', DEMO_COURSES);
    await setup('Loading the demo sponsors', 'sponsors', 'import', '--where-none', DEMO_SPONSORS);
  };
  const [players] = await Promise.all([setup('Creating the demo players', 'demo-players'), sponsors()]);
  // The line has the number of players created, then how one signs in.
  return players.split('; ').at(-1) ?? null;
}

/** The response, or null if there was none in time. An error response means that the process is not frozen. */
async function tryFetch(url: string, withinMs: number): Promise<Response | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
    await response.body?.cancel();
    return response;
  } catch {
    return null;
  }
}
