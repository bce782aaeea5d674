import { PATIENCE_MS } from './patience.js';

/** What may wait under one key: a match, a golfer, a connection. */
const MAX_WAITING = 64;

interface Queue {
  last: Promise<unknown>;
  length: number;
}

/** One at a time per key, in order of arrival. */
export class KeyedMutex {
  private readonly queues = new Map<string, Queue>();

  /** @param unavailable what is thrown at work that is not begun */
  constructor(private readonly unavailable: () => Error) {}

  /**
   * Runs `work` when everything before it under this key has ended. What has waited for all of a command's patience is not begun
   * any more: its phone will ask again. @throws `unavailable` then, and when the queue is too long
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_WAITING) throw this.unavailable();
    this.queues.set(key, queue);
    queue.length += 1;
    const since = performance.now();
    const mine = queue.last.then(() => {
      if (performance.now() - since > PATIENCE_MS) throw this.unavailable();
      return work();
    });
    // The next one runs whatever becomes of this one, whose caller gets the failure.
    queue.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.queues.delete(key);
    }
  }
}
