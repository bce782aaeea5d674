import { once } from 'node:events';

/** Rejects when `signal` aborts, or when `done` ends the wait. */
export async function untilAborted(signal: AbortSignal, done: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort', { signal: done });
  throw new Error('Interrupted');
}
