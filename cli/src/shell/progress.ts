import { Presets, SingleBar } from 'cli-progress';
import type { Shell } from './shell.js';

/** Says how far something long is. */
export interface Progress {
  /** Begins a stretch of work, ending the one before. `total` is what `add` sums up to; null: unknown. */
  begin(what: string, total: number | null): void;
  add(done: number): void;
  /** Says how far a stretch of events is, and how fast; another one ends the one before. */
  show(stretch: Stretch): void;
  stop(): void;
}

/** A stretch of work whose speed is known. */
export interface Stretch {
  what: string;
  /** What is counted; events unless given. */
  unit?: string;
  /** How many, and how many there are; null: unknown. */
  done: number;
  total: number | null;
  eventsPerSecond: number | null;
  secondsLeft: number | null;
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
    this.#start(total === null ? `${what} {value}` : `${what} {bar} {percentage}% | {value} of {total}`, total);
  }

  show({ what, unit = 'events', done, total, eventsPerSecond, secondsLeft }: Stretch): void {
    const uncounted = done === 0 ? what : `${what} | {value} ${unit}`;
    const format = total === null ? uncounted : `${what} {bar} {percentage}% | {value} of {total} ${unit}{speed}`;
    const speed = [
      eventsPerSecond === null ? '' : ` | ${Math.round(eventsPerSecond).toLocaleString('en-AU')}/s`,
      secondsLeft === null ? '' : ` | ${Math.ceil(secondsLeft)} s left`,
    ].join('');
    if (format !== this.#format) this.#start(format, total, { speed });
    if (total !== null) this.#bar?.setTotal(Math.max(total, 1));
    this.#bar?.update(done, { speed });
  }

  add(done: number): void {
    this.#bar?.increment(done);
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
    this.#format = '';
  }

  #start(format: string, total: number | null, shown: Record<string, string> = {}): void {
    this.stop();
    this.#format = format;
    this.#bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic);
    this.#bar.start(Math.max(total ?? 0, 1), 0, shown);
  }
}
