const LOCK = 'fairmark.outbox';

/** The browser's locks, as far as they are needed here. */
export interface Locks {
  request<T>(name: string, options: LockOptions, work: (lock: object | null) => Promise<T>): Promise<T>;
}

/**
 * Lets only one tab of a phone work at a time, where the browser can tell. A tab that the phone put to sleep may hold the turn:
 * a tab that waited in vain for it goes on without, and does not wait again until it is free. Sending twice does no harm, waiting
 * for ever would.
 *
 * @param locks undefined where there are none, as with plain http
 * @param waitMs how long to wait for a turn
 */
export function createTurns(locks: Locks | undefined, waitMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  let asleep = false;
  return async (work) => {
    if (locks === undefined) return work();
    if (asleep) {
      return locks.request(LOCK, { ifAvailable: true }, (lock) => {
        asleep = lock === null;
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
      asleep = true;
      return work();
    }
  };
}
