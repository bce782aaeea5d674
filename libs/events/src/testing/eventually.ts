import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** On a busy machine a process may take long to start; a test itself gives up after a minute. */
const WITHIN_MS = 45_000;
const EVERY_MS = 10;
const MOST_OVERLOAD = 4;

/** A time that is promised, on this machine as it is now: longer in proportion while more wants to run than it has processors. */
export function onThisMachine(ms: number): number {
  const [load = 0] = loadavg();
  // Timers of Node take whole milliseconds only.
  return Math.round(ms * Math.min(Math.max(load / availableParallelism(), 1), MOST_OVERLOAD));
}

/** Whether more wants to run on this machine than any test waits for longer. */
export function isOverloaded(): boolean {
  return (loadavg()[0] ?? 0) > MOST_OVERLOAD * availableParallelism();
}

/** Waits until a condition holds; fails with what was waited for. `withinMs`: on a machine that is not overloaded. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string) = () => String(condition),
  withinMs?: number,
): Promise<void> {
  const begun = performance.now();
  while (!(await condition())) {
    const waitedMs = Math.round(performance.now() - begun);
    if (waitedMs > (withinMs === undefined ? WITHIN_MS : onThisMachine(withinMs))) {
      throw new Error(`Not within ${waitedMs} ms: ${typeof what === 'string' ? what : what()}`);
    }
    await sleep(EVERY_MS);
  }
}
