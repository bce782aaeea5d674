import { setTimeout as sleep } from 'node:timers/promises';
import { pauseAfter } from './retry.js';
import type { WakeUp } from './wake-up.js';

/**
 * Listens over one connection. Calls `notify` once connected and whenever there may be new events. Resolves when the
 * connection should be replaced or the signal aborts; rejects when the connection was lost.
 */
export type Listen = (notify: () => void, signal: AbortSignal) => Promise<void>;

/** Listens until the signal aborts, and reconnects with back-off. Wakes `news` whenever there may be new events. */
export async function keepListening(
  listen: Listen,
  news: WakeUp,
  { signal, onLost }: { signal: AbortSignal; onLost: (error: unknown) => void },
): Promise<void> {
  let failures = 0;
  const notify = (): void => {
    failures = 0;
    news.call();
  };
  while (!signal.aborted) {
    try {
      await listen(notify, signal);
    } catch (error) {
      if (signal.aborted) return;
      onLost(error);
      // Rejects only on abort, which the loop condition handles.
      await sleep(pauseAfter(failures), undefined, { signal }).catch(() => undefined);
      failures += 1;
    }
    // Events appended while disconnected were not announced.
    news.call();
  }
}
