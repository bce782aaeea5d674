import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { unprivilegedAccount } from '../postgres/account.js';
import type { Target } from './dockerfile.js';

/** How a target is run without an engine. */
export interface RunOptions {
  /** Stands for the image's working folder. */
  folder: string;
  env: Record<string, string>;
}

/** How a command ended, and all it said. */
export interface Ended {
  code: number | null;
  output: string;
}

const ENDS_WITHIN_MS = 60_000;
const LOOK_MS = 100;

/**
 * A target of the Dockerfile, run as an engine would, as far as that goes without one: its command, its environment and nothing
 * of ours, in its folder, and not as root.
 */
export class Container {
  private said = '';

  private constructor(
    private readonly target: Target,
    private readonly options: RunOptions,
    readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    }
  }

  static start(target: Target, options: RunOptions, command = target.command): Container {
    const [program = '', ...args] = [...target.entrypoint, ...command];
    const child = spawn(programOf(program), args, { ...place(target, options), stdio: ['ignore', 'pipe', 'pipe'] });
    return new Container(target, options, child);
  }

  get output(): string {
    return this.said;
  }

  /** What the health check of the target says now: its exit code. */
  health(): number | null {
    const [program = '', ...args] = this.target.healthcheck;
    const options = { ...place(this.target, this.options), timeout: ENDS_WITHIN_MS };
    return spawnSync(programOf(program), args, options).status;
  }

  /** Waits until the health check is content; throws when it is not in time, or when the process ended. */
  async healthy(): Promise<void> {
    const until = Date.now() + ENDS_WITHIN_MS;
    while (this.health() !== 0) {
      if (this.child.exitCode !== null || Date.now() > until) throw new Error(`It does not get well:\n${this.said}`);
      await pause(LOOK_MS);
    }
  }

  /** Waits for its end, which `signal` asks for. */
  async end(signal?: NodeJS.Signals): Promise<Ended> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const timer = setTimeout(() => this.child.kill('SIGKILL'), ENDS_WITHIN_MS);
      const closed = once(this.child, 'close');
      if (signal !== undefined) this.child.kill(signal);
      await closed;
      clearTimeout(timer);
    }
    return { code: this.child.exitCode, output: this.said };
  }
}

function programOf(name: string): string {
  return name === 'node' ? process.execPath : name;
}

function place(target: Target, { folder, env }: RunOptions) {
  const inFolder = Object.entries(target.env).map(([name, value]) => [name, value.replace(target.workdir, folder)]);
  return { cwd: folder, env: { ...Object.fromEntries(inFolder), ...env }, ...unprivilegedAccount() };
}
