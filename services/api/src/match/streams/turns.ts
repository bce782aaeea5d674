import { Refusal } from '../../http/refusal.js';
import { PATIENCE_MS } from './patience.js';

/** What may wait under one key: a match, a golfer, a connection. */
const MAX_WAITING = 64;

interface Queue {
  last: Promise<unknown>;
  length: number;
}

/** One at a time per key, in order of arrival. */
export class Turns {
  private readonly queues = new Map<string, Queue>();

  /**
   * Runs `work` when everything before it under this key has ended. What has waited for all of a command's patience is not begun
   * any more: its phone will ask again. @throws Refusal UNAVAILABLE then, and when the queue is too long
   */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_WAITING) throw new Refusal('UNAVAILABLE');
    this.queues.set(key, queue);
    queue.length += 1;
    const since = performance.now();
    const mine = queue.last.then(() => {
      if (performance.now() - since > PATIENCE_MS) throw new Refusal('UNAVAILABLE');
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
