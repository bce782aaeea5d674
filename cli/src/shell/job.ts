import { Presets, SingleBar } from 'cli-progress';
import { asCalled, type Shell } from './shell.js';

/** What a command works with: its output, and the resources to close at its end. */
export class Job {
  readonly progress: Progress;
  /** Why a connection to the database was lost; null if none was. */
  lost: Error | null = null;
  readonly #closers: (() => Promise<unknown>)[] = [];

  /** `json`: for programs, which get one object on stdout instead of words. */
  constructor(
    readonly shell: Shell,
    readonly json: boolean,
  ) {
    this.progress = new Progress(!json && shell.stderr.isTTY === true);
  }

  get signal(): AbortSignal {
    return this.shell.signal;
  }

  /** Prints the result. */
  result(result: Record<string, unknown>, words: string): void {
    this.progress.stop();
    this.shell.stdout.write(this.json ? `${jsonOf({ ok: true, ...result })}\n` : `${asCalled(this.shell, words)}\n`);
  }

  /** Prints something besides the result, except for programs. */
  note(words: string): void {
    if (!this.json) this.shell.stderr.write(`${words}\n`);
  }

  /** Prints why there is no result. */
  failure(words: string, problems: readonly string[], details: Readonly<Record<string, unknown>> = {}): void {
    this.progress.stop();
    if (this.json) this.shell.stdout.write(`${jsonOf({ ok: false, error: words, problems, ...details })}\n`);
    this.shell.stderr.write(`${asCalled(this.shell, words)}\n`);
  }

  /** Registers a function that closes something at the end of the command, in reverse order of opening. */
  atEnd(close: () => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  async close(): Promise<void> {
    this.progress.stop();
    for (const close of this.#closers.splice(0)) await close();
  }
}

/** What long work needs of its job: where to show progress, and the signal that stops it. */
export type LongWork = Pick<Job, 'progress' | 'signal'>;

/** Shows the progress of long work as bars on the operator's terminal, or nothing where no person watches. */
export class Progress {
  #bar: SingleBar | null = null;
  #format = '';

  constructor(readonly isShown: boolean) {}

  /** Begins a phase, ending the previous one. `total` is the sum of all calls of `add`; null if unknown. */
  begin(what: string, total: number | null): void {
    this.stop();
    if (!this.isShown) return;
    this.#format = formatOf(what, total);
    const options = { format: this.#format, stream: process.stderr, hideCursor: true };
    this.#bar = new SingleBar(options, Presets.shades_classic);
    this.#bar.start(Math.max(total ?? 0, 1), 0, { speed: '' });
  }

  add(done: number): void {
    this.#bar?.increment(done);
  }

  /** Shows how far a phase is, beginning it if another one was shown. `speed`: words after it. */
  show(what: string, done: number, total: number | null, speed = ''): void {
    if (formatOf(what, total) !== this.#format) this.begin(what, total);
    if (total !== null) this.#bar?.setTotal(Math.max(total, 1));
    this.#bar?.update(done, { speed });
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
    this.#format = '';
  }
}

function formatOf(what: string, total: number | null): string {
  return total === null ? `${what} {value}` : `${what} {bar} {percentage}% | {value} of {total}{speed}`;
}

/** Positions can exceed the range of JSON numbers, so they become strings. */
function jsonOf(value: Record<string, unknown>): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}
