import { Refusal } from '../http/refusal.js';

/** Work that takes a lot of memory or of a core, a few pieces at a time; the others wait. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    /** Pieces of work at the same time, at least 1. */
    private readonly atOnce: number,
    /** How many may wait, at least 0. */
    private readonly maxWaiting: number,
  ) {}

  /** @throws Refusal UNAVAILABLE when too many are waiting */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= this.maxWaiting) throw new Refusal('UNAVAILABLE');
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      // The place passes on to the next one, or is free.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
