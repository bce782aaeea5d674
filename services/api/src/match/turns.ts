import { Refusal } from '../platform/refusal.js';

/** What may wait under one key: a match, a golfer, a connection. */
const MAX_WAITING = 64;
/** Work that waited longer is not begun any more: its phone has given up or will ask again. */
const MAX_WAIT_MS = 5_000;

interface Queue {
  last: Promise<unknown>;
  length: number;
}

/** One at a time per key, in order of arrival. */
export class Turns {
  private readonly queues = new Map<string, Queue>();

  /** Runs `work` when everything before it under this key has ended. @throws Refusal UNAVAILABLE when the queue is too long. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_WAITING) throw new Refusal('UNAVAILABLE');
    this.queues.set(key, queue);
    queue.length += 1;
    const since = performance.now();
    const mine = queue.last.then(() => {
      if (performance.now() - since > MAX_WAIT_MS) throw new Refusal('UNAVAILABLE');
      return work();
    });
    // The next one runs whatever becomes of this one; its caller hears of the failure.
    queue.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.queues.delete(key);
    }
  }
}
