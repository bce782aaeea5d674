import { Presets, SingleBar } from 'cli-progress';
import type { Shell } from './shell.js';

/** Shows the progress of long work. */
export interface Progress {
  /** Begins a phase, ending the previous one. `total` is the sum of all calls of `add`; null if unknown. */
  begin(what: string, total: number | null): void;
  add(done: number): void;
  /** Shows how far a phase is, beginning it if another one was shown. `speed`: words after it. */
  show(what: string, done: number, total: number | null, speed?: string): void;
  stop(): void;
}

/** For output that no person watches. */
export const SILENT: Progress = {
  begin: () => undefined,
  add: () => undefined,
  show: () => undefined,
  stop: () => undefined,
};

/** Bars on the operator's terminal; silent if stderr is a file, a pipe or a log, and for programs. */
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
