const LOCK = 'fairmark.outbox';

/** The part of the Web Locks API that is used here. */
export interface Locks {
  request<T>(name: string, options: LockOptions, work: (lock: object | null) => Promise<T>): Promise<T>;
}

/**
 * Lets only one tab work at a time, if the browser has locks. A suspended tab may hold the lock, so a tab that timed
 * out waiting works without it, and does not wait again until the lock is free: sending twice does no harm, but
 * waiting forever would.
 *
 * @param locks undefined if not supported, as with plain http
 * @param waitMs how long to wait for the lock
 */
export function createTurns(locks: Locks | undefined, waitMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  let timedOut = false;
  return async (work) => {
    if (locks === undefined) return work();
    if (timedOut) {
      return locks.request(LOCK, { ifAvailable: true }, (lock) => {
        timedOut = lock === null;
        return work();
      });
    }
    let begun = false;
    try {
      return await locks.request(LOCK, { signal: AbortSignal.timeout(waitMs) }, () => {
        begun = true;
        return work();
      });
    } catch (error) {
      if (begun) throw error;
      timedOut = true;
      return work();
    }
  };
}
