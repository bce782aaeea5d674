import { setTimeout as sleep } from 'node:timers/promises';
import type { Pauses } from '@fairmark/event-store';

export interface RunEveryOptions {
  /** Pause after a run that succeeded, milliseconds. */
  everyMs: number;
  /** Pauses after failed runs; default `everyMs`. */
  backOff?: Pauses;
  /** Ends the loop: no further run starts, and a pause is cut short. */
  signal: AbortSignal;
  /** Reports a failed run and the pause after it. May return a different pause, in milliseconds. */
  onError: (error: unknown, retryInMs: number) => number | void;
}

/**
 * Runs `work` immediately and then periodically, never concurrently. Resolves after the signal, once the last run has
 * ended. Long-running work calls `progressed` after each success, which resets the back-off.
 */
export async function runEvery(
  work: (progressed: () => void) => Promise<void> | void,
  { everyMs, backOff = { first: everyMs, most: everyMs }, signal, onError }: RunEveryOptions,
): Promise<void> {
  let retryInMs = backOff.first;
  const progressed = (): void => {
    retryInMs = backOff.first;
  };
  while (!signal.aborted) {
    let pauseMs = everyMs;
    try {
      await work(progressed);
      progressed();
    } catch (error) {
      pauseMs = onError(error, retryInMs) ?? retryInMs;
      retryInMs = Math.min(2 * retryInMs, backOff.most);
    }
    // Rejects only on abort, which the loop condition handles.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
