import { setTimeout as pause } from 'node:timers/promises';

/** How long a command tries; with the log's last attempt, 3 s, less than the 8 s after which a phone sends again. */
export const PATIENCE_MS = 4_000;
const PAUSE_MS = { first: 20, most: 500 };

/** The time that one command has, from its arrival on. */
export class Patience {
  private readonly until = performance.now() + PATIENCE_MS;
  private tries = 0;

  /** Pauses, not before the second time, then longer each time and spread by chance. False, at once, when no time is left for another try. */
  async again(): Promise<boolean> {
    if (performance.now() >= this.until) return false;
    if (this.tries > 0) await pause(Math.random() * Math.min(PAUSE_MS.first * 2 ** this.tries, PAUSE_MS.most));
    this.tries += 1;
    return true;
  }
}
