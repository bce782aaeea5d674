import { Presets, SingleBar } from 'cli-progress';
import type { Shell } from './shell.js';

/** Says how far something long is. */
export interface Progress {
  /** Begins a stretch of work, ending the one before. `total` is what `add` sums up to; null: unknown. */
  begin(what: string, total: number | null): void;
  add(done: number): void;
  /** Says how far a stretch is, which begins with this where another one was shown. `speed`: words behind it. */
  show(what: string, done: number, total: number | null, speed?: string): void;
  stop(): void;
}

/** For output that is not watched. */
export const SILENT: Progress = {
  begin: () => undefined,
  add: () => undefined,
  show: () => undefined,
  stop: () => undefined,
};

/** Bars on the terminal of the operator; silent where stderr is a file, a pipe or a log, and where a program reads. */
export function progressOf(shell: Shell, json: boolean): Progress {
  return json || shell.stderr.isTTY !== true ? SILENT : new Bars();
}

class Bars implements Progress {
  #bar: SingleBar | null = null;
  #format = '';

  begin(what: string, total: number | null): void {
    this.stop();
    this.#format = formatOf(what, total);
    this.#bar = new SingleBar(
      { format: this.#format, stream: process.stderr, hideCursor: true },
      Presets.shades_classic,
    );
    this.#bar.start(Math.max(total ?? 0, 1), 0, { speed: '' });
  }

  add(done: number): void {
    this.#bar?.increment(done);
  }

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
