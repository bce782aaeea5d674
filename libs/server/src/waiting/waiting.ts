import type { EventEmitter } from 'node:events';

/**
 * Emitted on `process`, with what it waits for, when a wait takes too long, for `runProcess` and the supervisor's
 * guard; without a listener, as in a command, it goes to standard error.
 */
export const WAITS_FOR = 'fairmark:waits-for';

const AFTER_MS = 5_000;

/** An address without user, password and settings, for messages. */
export function placeOf(address: string): string {
  return address.replace(/^([\w+.-]+:\/\/)?(.*@)?/s, '$1').replace(/\?.*$/s, '');
}

/** Does `work`, and announces once that it takes longer than five seconds. `name`: as it follows "Waiting for". */
export async function announced<Result>(name: string | (() => string), work: () => Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => {
    const what = typeof name === 'string' ? name : name();
    const listeners: EventEmitter = process;
    if (!listeners.emit(WAITS_FOR, what)) process.stderr.write(`Waiting for ${what} …\n`);
  }, AFTER_MS).unref();
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** If a supervisor started this process, prints words on its terminal after the process's name (tools/src/start). */
export function tellSupervisor(words: string): void {
  if (process.connected) process.send?.({ says: words }, () => undefined);
}

/** Aborts with `signal`, or after `ms`. */
export function signalWithin(signal: AbortSignal, ms: number): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  // Node 20 collects a timeout that only `any` refers to, which then never aborts; a listener keeps it.
  timeout.addEventListener('abort', () => undefined);
  return AbortSignal.any([signal, timeout]);
}
