import { setTimeout as pause } from 'node:timers/promises';

/** Waits for the next of evenly spaced moments; a client that is late goes on at once and is not hurried afterwards. */
export class Pace {
  private next = performance.now();

  constructor(private readonly everyMs: number) {}

  async turn(): Promise<void> {
    const now = performance.now();
    this.next = Math.max(this.next + this.everyMs, now);
    if (this.next > now) await pause(this.next - now);
  }
}

/** Milliseconds of a clock that every process of this machine reads the same. */
export function sharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
