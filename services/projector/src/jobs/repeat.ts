import { runEvery } from '@fairmark/server';

type Repeating = Omit<Parameters<typeof runEvery>[1], 'signal'>;

/** Repeats work as `runEvery` does, until `stop`, which aborts the signal and waits for the work in progress. */
export function repeat(
  work: (signal: AbortSignal, progressed: () => void) => Promise<void>,
  options: Repeating,
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
