import { progressOf, type Progress } from './progress.js';
import { asCalled, type Shell } from './shell.js';

/** What a command works with: how it says what it found, and what it opened meanwhile. */
export class Job {
  readonly progress: Progress;
  /** How a connection to the database was lost; null: it was not. */
  lost: Error | null = null;
  readonly #closers: (() => Promise<unknown>)[] = [];

  /** `json`: for programs. They get one object on stdout, people get words. */
  constructor(
    readonly shell: Shell,
    readonly json: boolean,
  ) {
    this.progress = progressOf(shell, json);
  }

  get signal(): AbortSignal {
    return this.shell.signal;
  }

  /** Says what the command found. */
  result(result: Record<string, unknown>, words: string): void {
    this.progress.stop();
    this.shell.stdout.write(this.json ? `${jsonOf(result)}\n` : `${asCalled(this.shell, words)}\n`);
  }

  /** Says something beside the result. Programs do not get it. */
  note(words: string): void {
    if (!this.json) this.shell.stderr.write(`${words}\n`);
  }

  /** Says why there is no result. */
  failure(words: string, problems: readonly string[], details: Readonly<Record<string, unknown>> = {}): void {
    this.progress.stop();
    if (this.json) this.shell.stdout.write(`${jsonOf({ ok: false, error: words, problems, ...details })}\n`);
    this.shell.stderr.write(`${asCalled(this.shell, words)}\n`);
  }

  /** Has something closed at the end of the command; what was opened last is closed first. */
  atEnd(close: () => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  async close(): Promise<void> {
    this.progress.stop();
    for (const close of this.#closers.splice(0)) await close();
  }
}

/** Positions are larger than JSON's numbers may be: they are texts. */
function jsonOf(value: Record<string, unknown>): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}
