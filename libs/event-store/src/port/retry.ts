import { setTimeout as sleep } from 'node:timers/promises';

/** Back-off between attempts, milliseconds: the first pause, doubled after each failure up to the longest. */
export interface Pauses {
  first: number;
  most: number;
}

const PAUSES: Pauses = { first: 50, most: 2_000 };

/** The pause after a number of failures, with jitter over its upper half. `spread`: 0 to below 1. */
export function pauseAfter(failures: number, { first, most }: Pauses = PAUSES, spread = Math.random()): number {
  return Math.min(first * 2 ** failures, most) * (0.5 + spread / 2);
}

/** Retries until success, an error for which `again` is false, or the time limit. Throws the last error. */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { withinMs, again }: { withinMs: number; again: (error: unknown) => boolean },
): Promise<Result> {
  const until = performance.now() + withinMs;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = pauseAfter(failures);
      if (!again(error) || performance.now() + pauseMs >= until) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Rejects with the error of `late` if `work` takes longer than `ms`; its outcome is then ignored. */
export function within<Result>(
  ms: number,
  work: Promise<Result>,
  late = () => new Error(`No answer within ${ms} ms`),
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
