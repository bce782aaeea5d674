import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { runEvery } from '@fairmark/server/periodic/run-every';
import type { Account } from '../postgres/account.js';
import type { LogFile } from './log-file.js';
import { GUARD } from './programs.js';

export interface ProcessSpec {
  name: string;
  script: string;
  args?: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Who runs it; the caller, unless said otherwise. */
  account?: Account | null;
  /** What runs the script; this Node, unless a test says otherwise. */
  program?: string;
  /** Whether it answers requests; never rejects. Without it, the messages of its guard are enough. */
  answers?: () => Promise<boolean>;
}

/** What a process reports to the supervisor. */
export interface ProcessEvents {
  started(pid: number): void;
  /** It died unasked, or could not be started; it starts again after `againInMs`. */
  died(how: string, againInMs: number, deaths: number): void;
  /** It runs, but was silent for too long: it is ended now, which makes it die. */
  frozen(): void;
  /** Words that follow its name. */
  says(words: string): void;
}

/** Pauses before restarts. */
export const RESTARTS = { first: 250, most: 15_000 };
/** A process that lived this long was healthy: its next death is a first one again. */
const HEALTHY_MS = 30_000;
/**
 * How often a process must send a message, and how often in a row it may not: 15 s. Looks are
 * counted, not time, so that a supervisor that was stopped itself does not take the others for frozen.
 */
const LOOK_MS = 3_000;
const SILENT_LOOKS = 5;
/** Until it says that it works, or answers: it may have to wait for its schema, on a slow machine. */
const FIRST_LOOKS = 60;

/** Calls `says` with the words of a process for the terminal, such as what it waits for. */
export function hear(child: ChildProcess, says: (words: string) => void): void {
  child.on('message', (message) => {
    if (typeof message === 'object' && 'says' in message) says(String(message.says));
  });
}

/** Keeps one process running: starts it, restarts it when it dies, ends it on request. */
export class ManagedProcess {
  private child: ChildProcess | null = null;
  private running: Promise<void> | null = null;
  private readonly ending = new AbortController();
  private deaths = 0;

  constructor(
    readonly spec: ProcessSpec,
    readonly log: LogFile,
    private readonly events: ProcessEvents,
    /** Milliseconds between two looks. */
    private readonly lookMs = LOOK_MS,
  ) {}

  /** 0 while it is not running. */
  get pid(): number {
    return this.child?.pid ?? 0;
  }

  start(): void {
    this.running = runEvery((progressed) => this.live(progressed), {
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

  /** Asks it to drain and end; kills it when it has not after `withinMs`. Resolves when it is gone. */
  async stop(withinMs: number): Promise<void> {
    this.ending.abort();
    this.child?.kill('SIGTERM');
    const timer = setTimeout(() => this.child?.kill('SIGKILL'), withinMs);
    await this.running;
    clearTimeout(timer);
  }

  /** Ends it at once. */
  kill(): void {
    this.ending.abort();
    this.child?.kill('SIGKILL');
  }

  /** One life of it. Rejects when it died unasked, or could not be started. */
  private async live(progressed: () => void): Promise<void> {
    const { program = process.execPath, script, args = [], env, account } = this.spec;
    // A group of its own, so that Ctrl-C on the terminal reaches the supervisor alone, which stops things in order.
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
      // Of a signal that it missed.
      child.on('error', (error) => this.log.write(`${this.spec.name}: ${error.message}`));
      this.events.started(this.pid);
      void this.watch(child);
      const how = await exit;
      if (!this.ending.signal.aborted) throw new Error(how);
    } finally {
      clearTimeout(healthy);
      this.child = null;
    }
  }

  /** Ends a process that is silent for too long. Whatever has frozen it, only a kill reaches it. */
  private async watch(child: ChildProcess): Promise<void> {
    const { answers } = this.spec;
    let heard = false;
    let answered = false;
    let asking = false;
    let known = false;
    let silent = 0;
    // One question at a time, so that a slow answer counts as well.
    const ask = async (check: () => Promise<boolean>): Promise<void> => {
      asking = true;
      answered = (await check()) || answered;
      asking = false;
    };
    child.on('message', (message) => {
      heard = true;
      if (message !== 'listening') return;
      known = true;
      silent = 0;
    });
    while (silent < (known ? SILENT_LOOKS : FIRST_LOOKS)) {
      if (answers !== undefined && !asking) void ask(answers);
      await wait(this.lookMs, undefined, { ref: false });
      if (this.child !== child || this.ending.signal.aborted) return;
      const alive = heard && (answered || answers === undefined);
      known ||= alive;
      silent = alive ? 0 : silent + 1;
      heard = false;
      answered = false;
    }
    this.events.frozen();
    child.kill('SIGKILL');
  }
}
