import { setTimeout as pause } from 'node:timers/promises';

/** How long a command may retry. With the log's last attempt (3 s), less than the 8 s after which a phone retries. */
export const PATIENCE_MS = 4_000;
const PAUSE_MS = { first: 20, most: 500 };

/** Retry budget and back-off of one command, counted from its arrival. */
export class Patience {
  private readonly until = performance.now() + PATIENCE_MS;
  private retries = 0;

  /** Waits with growing, random back-off, except before the first retry. Returns false immediately when time is up. */
  async pauseBeforeRetry(): Promise<boolean> {
    if (performance.now() >= this.until) return false;
    if (this.retries > 0) await pause(Math.random() * Math.min(PAUSE_MS.first * 2 ** this.retries, PAUSE_MS.most));
    this.retries += 1;
    return true;
  }
}
