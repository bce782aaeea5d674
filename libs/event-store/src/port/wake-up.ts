/** Wakes waiting readers. Several calls may wake a reader once, but no call after it read `version` is missed. */
export class WakeUp {
  /** Take it before looking for news, and pass it to `wait` if there are none. */
  version = 0;
  private waiting = new Set<() => void>();

  call(): void {
    this.version += 1;
    for (const resume of this.waiting) resume();
  }

  /** Resolves at the next call (immediately if there was one since `seen`), after `timeoutMs` or on abort. */
  async wait(seen: number, { timeoutMs, signal }: { timeoutMs?: number; signal?: AbortSignal }): Promise<void> {
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
