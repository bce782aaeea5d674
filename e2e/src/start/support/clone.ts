import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, releasePostgres, unprivilegedAccount } from '@fairmark/tools';
import { eventually } from '../../support/eventually.js';
import { processesOf, type Process } from './processes.js';
import { StartedProduct } from './started-product.js';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
/** What is made by running the product or belongs to git; everything else is the product. */
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'coverage']);
/** Every folder that may have modules of its own. */
export const WORKSPACES = ['.', 'bench', 'tools', 'e2e', 'web', ...foldersOf('libs'), ...foldersOf('services')];

export interface CloneOptions {
  /** Name of the folder, below a new one of its own. */
  name?: string;
  /** Mode of the folder above it: 0o700 is a closed home. */
  homeMode?: number;
  /** Owned and started by an ordinary account. Those who run the tests as one are that account anyway. */
  asOrdinaryUser?: boolean;
}

/** A copy of this repository in a folder of its own, with its own data, which a test starts, kills and starts again. */
export class Clone {
  private readonly mark = randomUUID();
  private readonly products: StartedProduct[] = [];

  private constructor(
    readonly home: string,
    readonly folder: string,
    readonly port: number,
    private readonly account: { uid: number; gid: number } | null,
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
    for (const workspace of WORKSPACES) shareModules(path.join(ROOT, workspace), path.join(folder, workspace));
    chmodSync(home, homeMode);
    return new Clone(home, folder, await freePort(), account);
  }

  get dataDir(): string {
    return path.join(this.folder, '.data');
  }

  /** `npm start`, as somebody types it on a terminal. */
  start(env: Record<string, string> = {}): StartedProduct {
    const child = spawn('npm', ['start'], {
      cwd: this.folder,
      // No LANG, no LC_*: a machine whose language was never set up.
      env: { PATH: process.env.PATH, HOME: this.home, PORT: String(this.port), FAIRMARK_MARK: this.mark, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...this.account,
    });
    const product = new StartedProduct(child, this.port);
    this.products.push(product);
    return product;
  }

  /** Everything that runs because of this clone, Postgres included. */
  processes(): Process[] {
    return processesOf(this.mark, [this.folder, this.databaseFolder()]);
  }

  /** Kills everything at the same moment, as when the machine loses its power. */
  async killEverything(spare: (process: Process) => boolean = () => false): Promise<void> {
    await eventually(() => {
      // Again and again: one that is listed may have started another before it is frozen.
      const victims = this.processes().filter((one) => !spare(one));
      // Frozen first: nobody sees the others die and tidies up.
      for (const { pid } of victims) signalQuietly(pid, 'SIGSTOP');
      for (const { pid } of victims) signalQuietly(pid, 'SIGKILL');
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

  /** Ends what still runs and removes the folder. */
  async remove(): Promise<void> {
    await this.killEverything();
    await releasePostgres(path.join(this.dataDir, 'postgres'));
    const elsewhere = this.databaseFolder();
    if (!elsewhere.startsWith(this.folder)) rmSync(path.dirname(elsewhere), { recursive: true, force: true });
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  private databaseFolder(): string {
    const note = path.join(this.dataDir, 'postgres.location');
    return existsSync(note) ? readFileSync(note, 'utf8').trim() : path.join(this.dataDir, 'postgres');
  }
}

function foldersOf(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder)).map((name) => path.join(folder, name));
}

/** What says which packages are installed; an install in the original writes it in place. */
const RECORDS = ['.package-lock.json', '.fairmark-installed'];

/** Hard links: hundreds of megabytes in a second. Installed packages are replaced, not written to; their records are copied. */
export function shareModules(from: string, to: string): void {
  const modules = path.join(from, 'node_modules');
  if (!existsSync(modules)) return;
  try {
    execFileSync('cp', ['-al', modules, to], { stdio: 'pipe' });
    for (const name of RECORDS) {
      const record = path.join(to, 'node_modules', name);
      if (!existsSync(record)) continue;
      rmSync(record);
      copyFileSync(path.join(modules, name), record);
    }
  } catch {
    // Another file system, or links to others' files are forbidden.
    rmSync(path.join(to, 'node_modules'), { recursive: true, force: true });
    execFileSync('cp', ['-a', modules, to]);
  }
}

function signalQuietly(pid: number, signal: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in between.
  }
}
