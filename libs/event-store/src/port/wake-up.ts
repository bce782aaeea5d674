/** Wakes readers of news. Calls in a row count as one; none between a reader's `version` and its `wait` is lost. */
export class WakeUp {
  /** Read it before looking for news, hand it to `wait` after finding none. */
  version = 0;
  private waiting = new Set<() => void>();

  call(): void {
    this.version += 1;
    for (const resume of this.waiting) resume();
  }

  /** Resolves at the next call (at once if there was one since `seen`), after `timeoutMs`, or when the signal aborts. */
  async wait(seen: number, options: { timeoutMs?: number; signal?: AbortSignal } = {}): Promise<void> {
    const { timeoutMs, signal } = options;
    if (this.version !== seen || signal?.aborted === true) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.waiting.delete(done);
        signal?.removeEventListener('abort', done);
        clearTimeout(timer);
        resolve();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(done, timeoutMs);
      this.waiting.add(done);
      signal?.addEventListener('abort', done);
    });
  }
}
