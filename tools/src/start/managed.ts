import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { runEvery } from '@fairmark/server/periodic/run-every';
import type { Account } from '../system/account.js';
import type { LogFile } from './log-file.js';
import { GUARD } from './programs.js';

export interface ProcessSpec {
  name: string;
  script: string;
  args?: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The account that runs it; the caller's by default. */
  account?: Account | null;
  /** The program that runs the script; this Node by default. */
  program?: string;
  /** Whether it answers requests; never rejects. Without it, the guard's messages are sufficient. */
  answers?: () => Promise<boolean>;
}

/** What a process reports to the supervisor. */
export interface ProcessEvents {
  /** It works: it said so, or was seen to answer. */
  started(pid: number): void;
  /** It died unexpectedly or could not be started; it is restarted after `againInMs`. */
  died(how: string, againInMs: number, deaths: number): void;
  /** It was silent for too long and is being killed. */
  frozen(): void;
  /** A message to print after its name. */
  says(words: string): void;
}

/** Pauses before restarts. */
export const RESTARTS = { first: 250, most: 15_000 };
/** A process that ran this long was healthy: its next death counts as the first again. */
const HEALTHY_MS = 30_000;
/**
 * The interval of checks, and how many in a row may find a process silent: 15 s. Counting checks instead of time means
 * that a supervisor that was itself stopped does not consider the others frozen.
 */
const LOOK_MS = 3_000;
const SILENT_LOOKS = 5;
/** The same before its first sign of life: on a slow machine it may have to wait for its schema. */
const FIRST_LOOKS = 60;

/** Calls `says` with the messages of a process for the terminal, such as what it is waiting for. */
export function hear(child: ChildProcess, says: (words: string) => void): void {
  child.on('message', (message) => {
    if (typeof message === 'object' && 'says' in message) says(String(message.says));
  });
}

/** Keeps one process running: starts it, restarts it when it dies, and stops it on request. */
export class ManagedProcess {
  private child: ChildProcess | null = null;
  private running: Promise<void> | null = null;
  private readonly ending = new AbortController();
  private deaths = 0;

  constructor(
    readonly spec: ProcessSpec,
    readonly log: LogFile,
    private readonly events: ProcessEvents,
    /** Milliseconds between two checks. */
    private readonly lookMs = LOOK_MS,
  ) {}

  /** The process id; 0 while it is not running. */
  get pid(): number {
    return this.child?.pid ?? 0;
  }

  start(): void {
    this.running = runEvery((progressed) => this.runOnce(progressed), {
      everyMs: 0,
      backOff: RESTARTS,
      signal: this.ending.signal,
      onError: (error, againInMs) => {
        const { message } = error as Error;
        this.log.write(`${this.spec.name}: ${message}`);
        this.deaths += 1;
        if (!this.ending.signal.aborted) this.events.died(message, againInMs, this.deaths);
      },
    });
  }

  /** Asks it to drain and end, and kills it after `withinMs`. Resolves when it has ended. */
  async stop(withinMs: number): Promise<void> {
    this.ending.abort();
    this.signal('SIGTERM');
    const timer = setTimeout(() => this.signal('SIGKILL'), withinMs);
    await this.running;
    clearTimeout(timer);
  }

  /** Kills it immediately. */
  kill(): void {
    this.ending.abort();
    this.signal('SIGKILL');
  }

  /** Signals the process if it has started: for one that could not, Node signals its own process group. */
  private signal(name: NodeJS.Signals): void {
    if (this.pid > 0) this.child?.kill(name);
  }

  /** Runs the process until it ends. Rejects if it died unexpectedly or could not be started. */
  private async runOnce(progressed: () => void): Promise<void> {
    const { program = process.execPath, script, args = [], env, account } = this.spec;
    this.log.begin();
    // A separate process group: Ctrl-C on the terminal reaches only the supervisor, which stops things in order.
    const child = spawn(program, ['--import', GUARD, script, ...args], {
      env,
      detached: true,
      stdio: ['ignore', this.log.fd, this.log.fd, 'ipc'],
      ...account,
    });
    this.child = child;
    hear(child, (words) => this.events.says(words));
    const exit = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    const healthy = setTimeout(() => {
      this.deaths = 0;
      progressed();
    }, HEALTHY_MS).unref();
    try {
      await once(child, 'spawn');
      // A signal could not be delivered.
      child.on('error', (error) => this.log.write(`${this.spec.name}: ${error.message}`));
      void this.watch(child);
      const how = await exit;
      if (!this.ending.signal.aborted) throw new Error(how);
    } finally {
      clearTimeout(healthy);
      this.child = null;
    }
  }

  /** Kills a process that sends nothing for too long. A frozen process may not react to any other signal. */
  private async watch(child: ChildProcess): Promise<void> {
    const { answers } = this.spec;
    let heard = false;
    let answered = false;
    let asking = false;
    let isUp = false;
    let silentChecks = 0;
    const works = (): void => {
      if (!isUp) this.events.started(child.pid ?? 0);
      isUp = true;
    };
    // One request at a time, so that a slow answer also counts.
    const ask = async (check: () => Promise<boolean>): Promise<void> => {
      asking = true;
      answered = (await check()) || answered;
      asking = false;
    };
    child.on('message', (message) => {
      heard = true;
      if (message !== 'listening') return;
      works();
      silentChecks = 0;
    });
    while (silentChecks < (isUp ? SILENT_LOOKS : FIRST_LOOKS)) {
      if (answers !== undefined && !asking) void ask(answers);
      await wait(this.lookMs, undefined, { ref: false });
      if (this.child !== child || this.ending.signal.aborted) return;
      const alive = heard && (answered || answers === undefined);
      if (alive) works();
      silentChecks = alive ? 0 : silentChecks + 1;
      heard = false;
      answered = false;
    }
    this.events.frozen();
    child.kill('SIGKILL');
  }
}
