import { setTimeout as pause } from 'node:timers/promises';

/** Waits for the next of evenly spaced moments. A late client continues immediately and does not catch up. */
export class Pace {
  private next = performance.now();

  constructor(private readonly everyMs: number) {}

  async turn(): Promise<void> {
    const now = performance.now();
    this.next = Math.max(this.next + this.everyMs, now);
    if (this.next > now) await pause(this.next - now);
  }
}

/** Milliseconds of a clock shared by all processes of this machine. */
export function sharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
