import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { settingNames } from '@fairmark/server/config/config';
import { placeOf, signalWithin } from '@fairmark/server/waiting/waiting';
import { KeptCertificate } from '../https/kept-certificate.js';
import { startPostgres } from '../postgres/postgres.js';
import type { Account } from '../system/account.js';
import { StartProblem } from '../system/problem.js';
import { hasEnded } from '../system/processes.js';
import { createDatabase, withAdvice } from './database.js';
import { httpsEnv, keepRenewing, phoneAddresses, prepareHttps } from './https.js';
import { LogFile } from './log-file.js';
import { ManagedProcess, type ProcessSpec } from './managed.js';
import { choosePort, promisedPorts, requirePorts, untilFreed } from './ports.js';
import { DEMO_COURSES, DEMO_SPONSORS, PROGRAMS, runToEnd, spawnProgram, type Program } from './programs.js';
import { claimData, leaveData } from './run-record.js';
import { serviceAccount } from './service-account.js';
import { jwtSecret, ROOT, serviceAddresses, serviceEnvs, Stopped, type StartSettings } from './settings.js';

/** More than a process may stay silent while it starts (`FIRST_LOOKS`), so that a slow machine gets a second try. */
const READY_WITHIN_MS = 10 * 60_000;
const LOOK_MS = 100;
const ASK_WITHIN_MS = 2_000;
/** An api that takes longer to answer is considered frozen. */
const FROZEN_AFTER_MS = 15_000;
/** A process that dies this often before the product was first ready will not recover. */
const DEATHS_AT_START = 3;
/** Less than ten seconds together. Services give up a second earlier (`runProcess`), so that their log says why. */
const SERVICES_WITHIN_MS = 6_000;
const MAIL_WITHIN_MS = 1_000;
const DATABASE_WITHIN_MS = 1_500;
/** Processes whose supervisor was killed drain and end by then (`guard.ts`). */
const LEFT_WITHIN_MS = 7_000;

/** Starts everything in order, keeps it running, and stops it in reverse order. */
export class Supervisor {
  private readonly cancel = new AbortController();
  private readonly ports: Set<number>;
  private readonly database: ManagedProcess[] = [];
  private readonly mail: ManagedProcess[] = [];
  private readonly services: ManagedProcess[] = [];
  /** The account for the services and commands of a start as root; null: the caller's. */
  private account: Account | null = null;
  /** Whether the data folder is this start's. */
  private claimed = false;
  private renewing: NodeJS.Timeout | undefined;
  private isReady = false;
  private hurried = false;
  private starting: ReturnType<Supervisor['startAll']> | null = null;
  private stopped: Promise<void> | null = null;

  constructor(
    private readonly settings: StartSettings,
    private readonly env: NodeJS.ProcessEnv,
    private readonly say: (line: string) => void,
  ) {
    this.ports = promisedPorts(settings);
  }

  /**
   * Resolves once the product serves, with what to print of it. If it cannot or `stop` was called, stops everything and
   * rejects.
   */
  async start() {
    try {
      this.starting = this.startAll();
      return await this.starting;
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
    for (const one of [...this.services, ...this.mail, ...this.database]) one.kill();
  }

  private async startAll() {
    const { dataDir, port, metricsPorts, demo } = this.settings;
    if (this.env.DATABASE_URL) this.say('DATABASE_URL is ignored: npm start has its own database, in the data folder.');
    mkdirSync(dataDir, { recursive: true });
    // Created by the first start: later an empty folder means that there are no anchors, a missing one a problem.
    for (const name of ['anchors', 'backups']) mkdirSync(this.place(name), { recursive: true, mode: 0o700 });
    const wasKilled = claimData(dataDir);
    this.claimed = true;
    if (wasKilled) await untilFreed(this.settings, signalWithin(this.cancel.signal, LEFT_WITHIN_MS));
    await requirePorts(this.settings);
    const key = jwtSecret(this.env, dataDir);
    this.say('Starting the database …');
    const { url, server } = await this.startDatabase();
    this.account = serviceAccount(server.account, this.settings, this.env, this.say);
    const mail = await this.startMail();
    const kept = new KeptCertificate(this.place('https'), this.account);
    const https = await prepareHttps(this.settings, kept, this.say);
    const env = { ...this.serviceEnv(url, server.dataDir), ...mail.env, ...httpsEnv(https), JWT_SECRET: key };
    this.shareAddresses(env);
    const setup = this.setup(env);
    await setup('The migration of the database', 'migrate');
    this.say('Starting the services …');
    const envs = serviceEnvs(env, metricsPorts);
    for (const name of ['projector', 'api'] as const) this.services.push(this.run(name, envs[name]));
    const [demoPlayer] = await Promise.all([demo ? loadDemo(setup) : this.lockDemoOut(setup), this.ready()]);
    const backups = this.startBackups(env);
    this.isReady = true;
    if (https?.own === true) this.renewing = keepRenewing(kept, this.say);
    const api = `http://localhost:${port}`;
    const phones = await phoneAddresses(this.settings, https);
    return {
      /** Names and addresses; null: there is none. */
      rows: {
        Fairmark: api,
        'On phones': phones.http,
        '  secure': phones.https,
        'API page': `${api}/api/docs`,
        'Mail inbox': mail.inbox,
        Database: placeOf(url),
        '  to connect': `the address in ${this.place('database-url')}`,
        '  its files': server.dataDir,
        Logs: this.place('logs'),
        Backups: backups,
        'Demo player': demoPlayer,
      },
      /** What phones have to trust first, if anything. */
      trust: phones.trust,
    };
  }

  /** The environment shared by the services and commands of this start. */
  private serviceEnv(databaseUrl: string, databaseFolder: string): NodeJS.ProcessEnv {
    const { port, host, backup } = this.settings;
    const accounts = serviceAddresses(databaseUrl);
    return {
      NODE_ENV: 'production',
      // From Node 22.1 on compiled code is cached here, which makes restarts a third faster.
      NODE_COMPILE_CACHE: this.place('compile-cache'),
      ...this.env,
      WEB_DIR: this.env.WEB_DIR || path.join(ROOT, 'web', 'dist'),
      ANCHOR_DIR: this.env.ANCHOR_DIR || this.place('anchors'),
      ASSETS_DIR: this.env.ASSETS_DIR || this.place('assets'),
      DISK_DIRS: this.env.DISK_DIRS || [databaseFolder, ...(backup === null ? [] : [backup.dir])].join(path.delimiter),
      PORT: String(port),
      HOST: host,
      DATABASE_URL: databaseUrl,
      API_DATABASE_URL: accounts.api,
      PROJECTOR_DATABASE_URL: accounts.projector,
    };
  }

  private async stopAll(): Promise<void> {
    this.cancel.abort(new Stopped());
    clearInterval(this.renewing);
    // A start in progress ends at its next step; what it has started by then is stopped below.
    await this.starting?.catch(() => undefined);
    for (const [processes, withinMs] of [
      [this.services, SERVICES_WITHIN_MS],
      [this.mail, MAIL_WITHIN_MS],
      [this.database, DATABASE_WITHIN_MS],
    ] as const) {
      await Promise.all(processes.map((one) => one.stop(this.hurried ? 0 : withinMs)));
    }
    if (!this.claimed) return;
    for (const name of ['database-url', 'environment.json']) rmSync(this.place(name), { force: true });
    leaveData(this.settings.dataDir);
  }

  /** A file or folder in the data folder. */
  private place(name: string): string {
    return path.join(this.settings.dataDir, name);
  }

  private log(name: string): LogFile {
    return new LogFile(this.place('logs'), name);
  }

  /** Writes the settings of database and services for other commands (`tools/run.mjs`) while the product runs. */
  private shareAddresses(env: NodeJS.ProcessEnv): void {
    const settings = Object.fromEntries(settingNames().map((name) => [name, env[name]]));
    writeFileSync(this.place('database-url'), `${env.DATABASE_URL}\n`, { mode: 0o600 });
    writeFileSync(this.place('environment.json'), JSON.stringify(settings, null, 2), { mode: 0o600 });
  }

  /** Starts the mail catcher, unless there is a real mail server. */
  private async startMail(): Promise<{ env: NodeJS.ProcessEnv; inbox: string | null }> {
    const { smtpUrl, mailSmtpPort, mailWebPort } = this.settings;
    if (smtpUrl !== undefined) return { env: { SMTP_URL: smtpUrl }, inbox: null };
    const smtp = await choosePort(mailSmtpPort, this.ports);
    const web = await choosePort(mailWebPort, this.ports);
    const own = { MAIL_SMTP_PORT: `${smtp}`, MAIL_WEB_PORT: `${web}`, MAIL_FOLDER: this.place('mail') };
    this.mail.push(this.run('mail', { NODE_ENV: 'production', ...this.env, ...own }));
    return { env: { SMTP_URL: `smtp://127.0.0.1:${smtp}` }, inbox: `http://localhost:${web}` };
  }

  /** Starts Postgres with the product's database, and keeps it running on its folder and port. */
  private async startDatabase() {
    const log = this.log('postgres');
    const options = { dataDir: this.place('postgres'), log: (line: string) => log.write(line) };
    const choose = () => choosePort(this.settings.postgresPort, this.ports);
    let server = await startPostgres({ ...options, port: choose, signal: this.cancel.signal });
    const { port } = server;
    const spawn = async (signal: AbortSignal) => {
      if (hasEnded(server.process)) server = await startPostgres({ ...options, port: () => port, signal });
      return server.process;
    };
    this.database.push(this.keep({ name: 'database', log, spawn, ends: ['SIGINT', 'SIGQUIT'] }));
    return { url: await createDatabase(server), server };
  }

  /** Starts the nightly backups, unless they are off. Returns what to print of them. */
  private startBackups(env: NodeJS.ProcessEnv): string {
    if (this.settings.backup === null) return 'none: BACKUP is off';
    const { dir, at, keep } = this.settings.backup;
    this.services.push(this.run('backup', env, ['backup', 'nightly', dir, '--at', at, '--keep', keep]));
    return `${dir}, at ${at}; the last ${keep} are kept`;
  }

  /** Returns a function that runs a command of the command line to its end and returns its last line. */
  private setup(env: NodeJS.ProcessEnv): Setup {
    const log = this.log('setup');
    const says = (words: string) => this.say(`The start ${words}`);
    return (purpose, ...args) => {
      const program = { script: PROGRAMS.fairmark, args, env, account: this.account, says };
      return runToEnd(purpose, program, log, this.cancel.signal);
    };
  }

  /** The demo's players of earlier starts have a public password. */
  private async lockDemoOut(setup: Setup): Promise<null> {
    const said = await setup('Locking out the demo players', 'demo-players', '--lock-out');
    if (!said.startsWith('0 ')) this.say(`DEMO is off: ${said}.`);
    return null;
  }

  private run(name: keyof typeof PROGRAMS, env: NodeJS.ProcessEnv, args: string[] = []): ManagedProcess {
    const says = (words: string) => this.say(`The ${name} ${words}`);
    const program: Program = { script: PROGRAMS[name], args, env, account: this.account, says };
    const log = this.log(name);
    const answers = async () => (await tryFetch(this.health('live'), FROZEN_AFTER_MS)) !== null;
    return this.keep({
      name,
      log,
      spawn: () => spawnProgram(program, log),
      answers: name === 'api' ? answers : undefined,
    });
  }

  /** Keeps a process running, and says what happens to it. */
  private keep(spec: ProcessSpec): ManagedProcess {
    const { name, log } = spec;
    let runs = 0;
    return new ManagedProcess(spec, {
      started: (pid) => {
        runs += 1;
        if (this.isReady && runs > 1) this.say(`The ${name} is running again (process ${pid}).`);
      },
      died: (how, againInMs, deaths) => {
        // By the system, which does not tell the process; by hand; or because it was frozen, which was said before.
        const why = how === 'SIGKILL' ? `${how}, as when memory runs out` : how;
        const said = `The ${name} died (${why}). Its last log lines, from ${log.file}:\n${log.tail()}`;
        if (!this.isReady && deaths >= DEATHS_AT_START) this.cancel.abort(new StartProblem(said));
        else this.say(`${said}\nStarting it again in ${againInMs / 1_000} s.`);
      },
      frozen: () => this.say(`The ${name} no longer answers: ending it.`),
    });
  }

  private async ready(): Promise<void> {
    const until = performance.now() + READY_WITHIN_MS;
    while ((await tryFetch(this.health('ready'), ASK_WITHIN_MS))?.ok !== true) {
      this.cancel.signal.throwIfAborted();
      if (performance.now() > until) {
        throw new StartProblem(`The api was not ready after ${READY_WITHIN_MS / 1_000} s: see ${this.place('logs')}`);
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
