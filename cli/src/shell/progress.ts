import { Presets, SingleBar } from 'cli-progress';
import type { Shell } from './shell.js';

/** Shows the progress of long work. */
export type Progress = ReturnType<typeof bars>;

/** For output that no person watches. */
export const SILENT: Progress = {
  begin: () => undefined,
  add: () => undefined,
  show: () => undefined,
  stop: () => undefined,
};

/** Bars on the operator's terminal; silent if stderr is a file, a pipe or a log, and for programs. */
export function progressOf(shell: Shell, json: boolean): Progress {
  return json || shell.stderr.isTTY !== true ? SILENT : bars();
}

function bars() {
  let bar: SingleBar | null = null;
  let format = '';
  const stop = (): void => {
    bar?.stop();
    bar = null;
    format = '';
  };
  /** Begins a phase, ending the previous one. `total` is the sum of all calls of `add`; null if unknown. */
  const begin = (what: string, total: number | null): void => {
    stop();
    format = formatOf(what, total);
    bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic);
    bar.start(Math.max(total ?? 0, 1), 0, { speed: '' });
  };
  return {
    begin,
    add: (done: number): void => bar?.increment(done),
    /** Shows how far a phase is, beginning it if another one was shown. `speed`: words after it. */
    show: (what: string, done: number, total: number | null, speed = ''): void => {
      if (formatOf(what, total) !== format) begin(what, total);
      if (total !== null) bar?.setTotal(Math.max(total, 1));
      bar?.update(done, { speed });
    },
    stop,
  };
}

function formatOf(what: string, total: number | null): string {
  return total === null ? `${what} {value}` : `${what} {bar} {percentage}% | {value} of {total}{speed}`;
}
