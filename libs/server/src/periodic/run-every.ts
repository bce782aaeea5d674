import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses after failures, milliseconds: the first, and the longest that doubling leads to. */
export interface BackOff {
  first: number;
  most: number;
}

export interface RunEveryOptions {
  /** Pause after a run that succeeded, milliseconds. */
  everyMs: number;
  /** Pauses after runs that failed; without it they are as long as any other. */
  backOff?: BackOff;
  /** Ends it: no run begins afterwards, and pauses are cut short. */
  signal: AbortSignal;
  /** Reports a failed run and the pause after it. May return another pause for this failure. */
  onError: (error: unknown, retryInMs: number) => number | void;
}

/**
 * Runs work at once and then periodically, never twice at the same time. Resolves after the signal, when the last run has
 * ended. Work that lasts calls `progressed` where it succeeds so far: the next failure is a first one again.
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
    // Rejects only when the signal cuts it short, which the loop sees.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
