import { Presets, SingleBar } from 'cli-progress';

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
