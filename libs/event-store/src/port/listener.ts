import { setTimeout as sleep } from 'node:timers/promises';
import { pauseAfter } from './retry.js';
import type { WakeUp } from './wake-up.js';

/**
 * Listens over one connection, and calls `heard` once it does and whenever there may be new events.
 * Resolves when the connection should be replaced or the signal aborts, rejects when it was lost.
 */
export type Listen = (heard: () => void, signal: AbortSignal) => Promise<void>;

/** Keeps a store listening for new events, over one connection after another. */
export class Listener {
  private readonly ending = new AbortController();
  private running: Promise<void> | null = null;

  constructor(
    private readonly news: WakeUp,
    private readonly listen: Listen,
    private readonly onLost: (error: unknown) => void,
  ) {}

  /** Listens from now on; further calls change nothing. */
  start(): void {
    this.running ??= this.run(this.ending.signal);
  }

  async close(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    const heard = (): void => {
      failures = 0;
      this.news.call();
    };
    while (!signal.aborted) {
      try {
        await this.listen(heard, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.onLost(error);
        // Rejects only when the signal cuts it short, which the loop sees.
        await sleep(pauseAfter(failures), undefined, { signal }).catch(() => undefined);
        failures += 1;
      }
      // Events that came meanwhile were not announced.
      this.news.call();
    }
  }
}
