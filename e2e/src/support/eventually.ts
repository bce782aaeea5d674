import { availableParallelism, loadavg } from 'node:os';

const EVERY_MS = 25;
const WITHIN_MS = 10_000;
const MOST_OVERLOAD = 4;

/** A time that is promised, on this machine as it is now: longer in proportion while more wants to run than it has processors. */
export function onThisMachine(ms: number): number {
  const [load = 0] = loadavg();
  // Timers of Node take whole milliseconds only.
  return Math.round(ms * Math.min(Math.max(load / availableParallelism(), 1), MOST_OVERLOAD));
}

/** Waits until a condition holds; fails with what was waited for. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string),
  withinMs = WITHIN_MS,
): Promise<void> {
  const begun = Date.now();
  for (;;) {
    if (await condition()) return;
    const waitedMs = Date.now() - begun;
    if (waitedMs > onThisMachine(withinMs)) {
      throw new Error(`Not within ${waitedMs} ms: ${typeof what === 'string' ? what : what()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
