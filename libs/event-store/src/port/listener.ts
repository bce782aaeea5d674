import { setTimeout as sleep } from 'node:timers/promises';
import { pauseAfter } from './retry.js';
import type { WakeUp } from './wake-up.js';

/**
 * Listens over one connection. Calls `notify` once connected and whenever there may be new events. Resolves when the
 * connection should be replaced or the signal aborts; rejects when the connection was lost.
 */
export type Listen = (notify: () => void, signal: AbortSignal) => Promise<void>;

/** Keeps a store listening for new events, and reconnects with back-off. */
export class Listener {
  private readonly ending = new AbortController();
  private running: Promise<void> | null = null;

  constructor(
    private readonly news: WakeUp,
    private readonly listen: Listen,
    private readonly onLost: (error: unknown) => void,
  ) {}

  /** Starts listening; idempotent. */
  start(): void {
    this.running ??= this.run(this.ending.signal);
  }

  async close(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    const notify = (): void => {
      failures = 0;
      this.news.call();
    };
    while (!signal.aborted) {
      try {
        await this.listen(notify, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.onLost(error);
        // Rejects only on abort, which the loop condition handles.
        await sleep(pauseAfter(failures), undefined, { signal }).catch(() => undefined);
        failures += 1;
      }
      // Events appended while disconnected were not announced.
      this.news.call();
    }
  }
}
