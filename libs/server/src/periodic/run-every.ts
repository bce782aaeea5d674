import { setTimeout as sleep } from 'node:timers/promises';
import type { Pauses } from '@fairmark/event-store';

export interface RunEveryOptions {
  everyMs: number;
  backOff?: Pauses;
  /** Ends the loop: no further run starts, and a pause is cut short. */
  signal: AbortSignal;
  /** Reports a failed run and the pause after it. May return a different pause, in milliseconds. */
  onError: (error: unknown, retryInMs: number) => number | void;
}

/** Runs `work` at once and then periodically, until the signal. Long work calls `progressed` to reset the back-off. */
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

/** Runs work as `runEvery` does, until `stop`, which aborts the work's signal and waits for the run in progress. */
export function repeat(
  work: (signal: AbortSignal, progressed: () => void) => Promise<void> | void,
  options: Omit<RunEveryOptions, 'signal'>,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const running = runEvery((progressed) => work(signal, progressed), { ...options, signal });
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}
