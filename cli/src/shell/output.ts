import { asCalled, type Shell } from './shell.js';

/** A result as JSON: what a program reads from stdout. */
export type Result = Record<string, unknown>;

/** How a command says what it found: words for people, or JSON for programs, never both on stdout. */
export class Output {
  constructor(
    private readonly shell: Shell,
    readonly json: boolean,
  ) {}

  /** The result of the whole command: one JSON object, or the words. */
  result(result: Result, words: string): void {
    this.shell.stdout.write(this.json ? `${jsonOf(result)}\n` : `${asCalled(this.shell, words)}\n`);
  }

  /** One of many results: a line of JSONL, or a line of words. */
  row(row: Result, words: string): void {
    this.result(row, words);
  }

  /** Something to know beside the result. Programs do not hear of it. */
  note(words: string): void {
    if (!this.json) this.shell.stderr.write(`${words}\n`);
  }

  /** Why there is no result. */
  failure(words: string, problems: readonly string[], details: Readonly<Result> = {}): void {
    if (this.json) this.shell.stdout.write(`${jsonOf({ ok: false, error: words, problems, ...details })}\n`);
    this.shell.stderr.write(`${asCalled(this.shell, words)}\n`);
  }
}

/** Positions are larger than JSON's numbers may be: they are texts. */
function jsonOf(value: Result): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}

/** A number as people read it. */
export function counted(count: number | bigint, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 || count === 1n ? one : many}`;
}
