import { setTimeout as pause } from 'node:timers/promises';
import { Line } from './line.js';

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

/** How many calls a second so many clients make together. */
export interface Rate {
  perSecond: number;
  clients: number;
}

/**
 * Clients that call at an even rate, each over a connection of its own, until the signal aborts. Returns the milliseconds
 * of each call.
 */
export async function callEvenly(
  port: number,
  { perSecond, clients }: Rate,
  signal: AbortSignal,
  call: (line: Line) => Promise<unknown>,
): Promise<number[]> {
  const latencies: number[] = [];
  const client = async (): Promise<void> => {
    const line = new Line(port);
    const pace = new Pace((1_000 * clients) / perSecond);
    try {
      for (;;) {
        await pace.turn();
        if (signal.aborted) return;
        const sent = performance.now();
        await call(line);
        latencies.push(performance.now() - sent);
      }
    } finally {
      await line.close();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return latencies;
}

/** Milliseconds of a clock shared by all processes of this machine. */
export function sharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
