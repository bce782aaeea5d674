import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** On a busy machine a process may take long to start; tests have a timeout of a minute. */
const WITHIN_MS = 45_000;
/** Pauses between looks: a tenth of the time waited so far, so that long waits cost little and short ones end at once. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 50;
const MOST_OVERLOAD = 4;

/** A promised time, scaled to the load: longer while more processes want to run than there are processors. */
export function onThisMachine(ms: number): number {
  const [load = 0] = loadavg();
  // Timers of Node take whole milliseconds only.
  return Math.round(ms * Math.min(Math.max(load / availableParallelism(), 1), MOST_OVERLOAD));
}

/** Whether the load is beyond the longest factor that tests wait for. */
export function isOverloaded(): boolean {
  return (loadavg()[0] ?? 0) > MOST_OVERLOAD * availableParallelism();
}

/** Waits until a condition holds; fails with its description. `withinMs` holds for a machine that is not overloaded. */
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
    await sleep(Math.min(FIRST_PAUSE_MS + waitedMs / 10, LONGEST_PAUSE_MS));
  }
}
