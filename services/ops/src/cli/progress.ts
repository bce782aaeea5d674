import { Presets, SingleBar } from 'cli-progress';
import type { Shell } from './shell.js';

/** Says how far something long is. */
export interface Progress {
  /** Begins a stretch of work, ending the one before. `total` is what `add` sums up to; null: unknown. */
  begin(what: string, total: number | null): void;
  add(done: number): void;
  stop(): void;
}

/** Nobody watches. */
export const SILENT: Progress = { begin: () => undefined, add: () => undefined, stop: () => undefined };

/** Bars on the terminal of the operator; silent where stderr is a file, a pipe or a log, and where a program reads. */
export function progressOf(shell: Shell, json: boolean): Progress {
  return json || shell.stderr.isTTY !== true ? SILENT : new Bars();
}

class Bars implements Progress {
  #bar: SingleBar | null = null;

  begin(what: string, total: number | null): void {
    this.stop();
    const format = total === null ? `${what} {value}` : `${what} {bar} {percentage}% | {value} of {total}`;
    this.#bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic);
    this.#bar.start(Math.max(total ?? 0, 1), 0);
  }

  add(done: number): void {
    this.#bar?.increment(done);
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }
}
