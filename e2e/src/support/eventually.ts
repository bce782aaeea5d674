const EVERY_MS = 25;
const WITHIN_MS = 10_000;

/** Waits until a condition holds; fails with what was waited for. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string),
  withinMs = WITHIN_MS,
): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    if (await condition()) return;
    if (Date.now() > until) throw new Error(`Not within ${withinMs} ms: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
