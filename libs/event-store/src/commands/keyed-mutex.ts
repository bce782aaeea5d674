import { setTimeout as pause } from 'node:timers/promises';

/** How long a command may retry. With the log's last attempt (3 s), less than the 8 s after which a phone retries. */
const PATIENCE_MS = 4_000;
const PAUSE_MS = { first: 20, most: 500 };

/** Most calls that may be queued under one key, such as a match, a golfer or a connection. */
const MAX_WAITING = 64;

interface Queue {
  last: Promise<unknown>;
  length: number;
}

/** Runs one call at a time per key, in order of arrival. */
export class KeyedMutex {
  private readonly queues = new Map<string, Queue>();

  /** @param unavailable makes the error for work that is rejected before it starts */
  constructor(private readonly unavailable: () => Error) {}

  /**
   * Runs `work` after everything queued before it under this key. Work that has waited longer than a command's time
   * limit is not started, since the phone will retry. @throws `unavailable` in that case, and when the queue is full
   */
  async run<T>(key: string, work: (patience: Patience) => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_WAITING) throw this.unavailable();
    this.queues.set(key, queue);
    queue.length += 1;
    const patience = new Patience();
    const result = queue.last.then(() => {
      if (patience.isOver) throw this.unavailable();
      return work(patience);
    });
    // A failure goes to the caller of this work; the next in the queue runs all the same.
    queue.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.queues.delete(key);
    }
  }
}

/** Time limit and back-off of one command, counted from its arrival. */
export class Patience {
  private readonly until = performance.now() + PATIENCE_MS;
  private retries = 0;

  get isOver(): boolean {
    return performance.now() >= this.until;
  }

  /** Waits with growing, random back-off, except before the first retry. Returns false immediately when time is up. */
  async pauseBeforeRetry(): Promise<boolean> {
    if (this.isOver) return false;
    if (this.retries > 0) await pause(Math.random() * Math.min(PAUSE_MS.first * 2 ** this.retries, PAUSE_MS.most));
    this.retries += 1;
    return true;
  }
}
