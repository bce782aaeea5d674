import { setTimeout as sleep } from 'node:timers/promises';

/** On a busy machine a process may take long to start; a test itself gives up after a minute. */
const WITHIN_MS = 45_000;
const EVERY_MS = 10;

/** Waits until a condition holds; fails with what was waited for. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string) = () => String(condition),
  withinMs = WITHIN_MS,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end) {
      throw new Error(`Not within ${withinMs} ms: ${typeof what === 'string' ? what : what()}`);
    }
    await sleep(EVERY_MS);
  }
}
