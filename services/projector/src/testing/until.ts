import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition, 20 s at most. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Not within ${withinMs} ms: ${condition.toString()}`);
    await sleep(10);
  }
}
