import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { runEvery } from '@fairmark/server/periodic/run-every';
import { hasEnded } from '../system/processes.js';
import type { LogFile } from './log-file.js';

export interface ProcessSpec {
  name: string;
  log: LogFile;
  /** Starts it, and resolves once it runs; rejects if it cannot. The signal cancels a start that takes long. */
  spawn: (signal: AbortSignal) => Promise<ChildProcess>;
  /** Whether it answers requests; never rejects. Without it, the guard's messages are sufficient. */
  answers?: () => Promise<boolean>;
  /** The signals that ask it to end, and that end it at once. */
  ends?: readonly [ask: NodeJS.Signals, force: NodeJS.Signals];
  /** Milliseconds between two checks. */
  lookMs?: number;
}

/** What is reported of a process. */
export interface ProcessEvents {
  /** It works: it said so, or was seen to answer. */
  started(pid: number): void;
  /** It died unexpectedly or could not be started; it is restarted after `againInMs`. */
  died(how: string, againInMs: number, deaths: number): void;
  /** It was silent for too long and is being killed. */
  frozen(): void;
}

/** Pauses before restarts. */
const RESTARTS = { first: 250, most: 15_000 };
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

/** Keeps one process running from its construction on: restarts it when it dies or freezes, and stops it on request. */
export class ManagedProcess {
  private readonly ending = new AbortController();
  private readonly running: Promise<void>;
  private child: ChildProcess | null = null;
  /** The last signal, for a process that is just being started. */
  private sent: NodeJS.Signals | null = null;
  private deaths = 0;

  constructor(
    private readonly spec: ProcessSpec,
    private readonly events: ProcessEvents,
  ) {
    const { signal } = this.ending;
    const onError = (error: unknown, againInMs: number): void => {
      const { message } = error as Error;
      spec.log.write(`${spec.name}: ${message}`);
      this.deaths += 1;
      if (!signal.aborted) events.died(message, againInMs, this.deaths);
    };
    this.running = runEvery((progressed) => this.runOnce(progressed), {
      everyMs: 0,
      backOff: RESTARTS,
      signal,
      onError,
    });
  }

  /** Asks it to drain and end, and ends it after `withinMs`. Resolves when it has ended. */
  async stop(withinMs: number): Promise<void> {
    this.end(this.spec.ends?.[0] ?? 'SIGTERM');
    const timer = setTimeout(() => this.kill(), withinMs);
    await this.running;
    clearTimeout(timer);
  }

  /** Ends it immediately, also a frozen one. */
  kill(): void {
    this.end(this.spec.ends?.[1] ?? 'SIGKILL');
  }

  private end(signal: NodeJS.Signals): void {
    this.ending.abort();
    this.sent = signal;
    this.child?.kill(signal);
    // A stopped process (SIGSTOP) handles most signals only after it has been continued.
    this.child?.kill('SIGCONT');
  }

  /** Runs the process until it ends. Rejects if it died unexpectedly or could not be started. */
  private async runOnce(progressed: () => void): Promise<void> {
    this.spec.log.begin();
    const child = await this.spec.spawn(this.ending.signal);
    this.child = child;
    const healthy = setTimeout(() => {
      this.deaths = 0;
      progressed();
    }, HEALTHY_MS).unref();
    if (this.sent !== null) child.kill(this.sent);
    else if (child.connected) void this.watch(child);
    else this.events.started(child.pid ?? 0);
    // Not `once`, which a signal that cannot be delivered would reject.
    if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve));
    clearTimeout(healthy);
    this.child = null;
    if (!this.ending.signal.aborted) throw new Error(child.signalCode ?? `exit code ${child.exitCode}`);
  }

  /** Kills a process that sends nothing for too long. A frozen process may not react to any other signal. */
  private async watch(child: ChildProcess): Promise<void> {
    const { answers = () => Promise.resolve(true), lookMs = LOOK_MS } = this.spec;
    let [heard, answered, asking, isUp] = [false, false, false, false];
    let silentChecks = 0;
    const works = (): void => {
      if (!isUp) this.events.started(child.pid ?? 0);
      isUp = true;
      silentChecks = 0;
    };
    // One request at a time, so that a slow answer also counts.
    const ask = async (): Promise<void> => {
      if (asking) return;
      asking = true;
      answered = (await answers()) || answered;
      asking = false;
    };
    child.on('message', (message) => {
      heard = true;
      if (message === 'listening') works();
    });
    while (silentChecks < (isUp ? SILENT_LOOKS : FIRST_LOOKS)) {
      void ask();
      await wait(lookMs, undefined, { ref: false });
      if (this.child !== child || this.ending.signal.aborted) return;
      silentChecks += 1;
      if (heard && answered) works();
      heard = false;
      answered = false;
    }
    this.events.frozen();
    child.kill('SIGKILL');
  }
}
