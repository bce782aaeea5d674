import { setTimeout as sleep } from 'node:timers/promises';
import { runEvery } from '@fairmark/server';
import type { Pool } from 'pg';
import { openPool } from '../jobs/pool.js';
import type { Throttle } from '../log-reader/log-pages.js';

/**
 * How a rebuild makes way for golfers. Its process has a low priority, but what Postgres does for it has none; reading
 * the log is what drives both. So the throttle stands before each page:
 *
 * - Five times a second it asks the database whether an api has asked it anything within the last second, and measures
 * how long the answer takes. If nothing was asked, no golfer plays: no rest at all.
 * - While golfers play, pages are short, and after each the rebuild rests some times as long as it has worked. After a
 * slow answer it rests longer, up to REST.most times; after a quick one a little less each time, down to REST.least.
 *
 * Building keys and indexes is not throttled: each is one statement, on one core, of a second or so.
 */
const LOOK_EVERY_MS = 200;
const REST = { least: 2, most: 8, shorter: 0.9, longer: 2 } as const;
/** An answer that takes so long is slow: the machine is busy. */
const SLOW_MS = 15;
const REST_MAX_MS = 500;
/** Events per page while golfers play. */
const PAGE = 1_000;

/** Sessions that serve golfers: queries of the api, and appends of what they did. */
const GOLFERS = `
  select from pg_stat_activity
  where datname = current_database() and application_name in ('fairmark api', 'fairmark log append')
    and (state = 'active' or state_change > clock_timestamp() - interval '1 second')
  limit 1`;

/** Measures whether golfers play, and makes the reader of a rebuild rest accordingly. */
export class RebuildThrottle implements Throttle {
  private readonly pool: Pool;
  private readonly ending = new AbortController();
  private readonly looking: Promise<void>;
  private golfersPlay = false;
  private factor: number = REST.least;
  private since = performance.now();

  constructor(databaseUrl: string, everyMs = LOOK_EVERY_MS) {
    this.pool = openPool(databaseUrl, 'fairmark rebuild throttle', 1);
    const { signal } = this.ending;
    // Without an answer it is as before, and slow.
    this.looking = runEvery(() => this.look(), { everyMs, signal, onError: () => undefined });
  }

  /** How many times as long as it works a rebuild rests now; 0: no golfer plays. */
  get resting(): number {
    return this.golfersPlay ? this.factor : 0;
  }

  /** Rests after the work since the last page; gives how many events the next one may have. */
  async pause(pageSize: number): Promise<number> {
    const { resting } = this;
    const { signal } = this.ending;
    const rest = Math.min(resting * (performance.now() - this.since), REST_MAX_MS);
    if (resting > 0) await sleep(rest, undefined, { signal }).catch(() => undefined);
    this.since = performance.now();
    return resting > 0 ? Math.min(pageSize, PAGE) : pageSize;
  }

  /** Rests no more. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.looking;
    if (!this.pool.ended) await this.pool.end();
  }

  private async look(): Promise<void> {
    const asked = performance.now();
    try {
      this.golfersPlay = (await this.pool.query(GOLFERS)).rowCount !== 0;
    } finally {
      const slow = performance.now() - asked > SLOW_MS;
      const factor = this.factor * (slow ? REST.longer : REST.shorter);
      this.factor = Math.min(REST.most, Math.max(REST.least, factor));
    }
  }
}
