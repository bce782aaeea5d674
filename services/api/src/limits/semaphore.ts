import { Refusal } from '../http/refusal.js';

/** Runs work that needs much memory or CPU, a few pieces at a time; the rest queues. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    /** Pieces of work that may run concurrently, at least 1. */
    private readonly maxRunning: number,
    /** Pieces of work that may queue, at least 0. */
    private readonly maxWaiting: number,
  ) {}

  /** @throws Refusal UNAVAILABLE when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.maxRunning) {
      if (this.waiting.length >= this.maxWaiting) throw new Refusal('UNAVAILABLE');
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      // Hand the slot to the next in the queue, or free it.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
