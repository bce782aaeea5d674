import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@fairmark/api/platform/tokens';

/**
 * A clock that shows each command its own moment: the rounds of a day are played at the same time, each at its own hour. Whoever
 * asks outside of a command gets the real time.
 */
export class DemoClock {
  private readonly moments = new AsyncLocalStorage<Date>();

  readonly now: Clock = () => this.moments.getStore() ?? new Date();

  /** Does something at a moment. */
  at<T>(moment: Date, action: () => Promise<T>): Promise<T> {
    return this.moments.run(moment, action);
  }
}
