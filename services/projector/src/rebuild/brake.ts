import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import type { LogReader } from '../log-reader/log-reader.js';

/**
 * How a rebuild makes way for golfers. Its process has a low priority, but what Postgres does for it has none; reading the log is what
 * drives both. So the brake stands before each page:
 *
 * - Five times a second it asks the database whether an api has asked it anything within the last second, and takes the time of
 *   that question. Nobody plays: no rest at all.
 * - Somebody plays: pages are short, and after each the rebuild rests some times as long as it has worked. The question was slow: it
 *   rests longer, up to REST.most times. It was quick: a little less each time, down to REST.least.
 *
 * Building keys and indexes is not braked: each is one statement, on one core, of a second or so.
 */
const LOOK_EVERY_MS = 200;
const REST = { least: 2, most: 8, shorter: 0.9, longer: 2 } as const;
/** A question that takes so long is slow: the machine is busy. */
const SLOW_MS = 15;
const REST_MAX_MS = 500;
/** Events per page while somebody plays. */
const PAGE = 1_000;

/** Sessions that serve golfers: queries of the api, and appends of what they did. */
const GOLFERS = `
  select from pg_stat_activity
  where datname = current_database() and application_name in ('fairmark api', 'fairmark log append')
    and (state = 'active' or state_change > clock_timestamp() - interval '1 second')
  limit 1`;

/** Measures whether somebody plays, and makes a reader of the log rest accordingly. */
export class Brake {
  private readonly pool: Pool;
  private readonly ending = new AbortController();
  private readonly looking: Promise<void>;
  private somebodyPlays = false;
  private factor: number = REST.least;

  constructor(databaseUrl: string, lookEveryMs = LOOK_EVERY_MS) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'fairmark rebuild brake',
      max: 1,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 5_000,
      query_timeout: 6_000,
      keepAlive: true,
    });
    // A connection that breaks between two looks is replaced for the next one.
    this.pool.on('error', () => undefined);
    this.looking = this.look(lookEveryMs);
  }

  /** How many times as long as it works a rebuild rests now; 0: nobody plays. */
  get resting(): number {
    return this.somebodyPlays ? this.factor : 0;
  }

  /** The same pages, shorter and less often while somebody plays. The database does nothing ahead then: it would during a rest. */
  reader(reader: LogReader): LogReader {
    const ahead = reader.ahead?.() ?? reader;
    let since = performance.now();
    return {
      page: async (after, limit) => {
        const { resting } = this;
        if (resting > 0) await this.rest(resting * (performance.now() - since));
        since = performance.now();
        return resting > 0 ? reader.page(after, Math.min(limit, PAGE)) : ahead.page(after, limit);
      },
    };
  }

  /** Rests no more. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.looking;
    if (!this.pool.ended) await this.pool.end();
  }

  private async look(everyMs: number): Promise<void> {
    while (!this.ending.signal.aborted) {
      const asked = performance.now();
      try {
        this.somebodyPlays = (await this.pool.query(GOLFERS)).rowCount !== 0;
      } catch {
        // Without an answer it is as before, and slow.
      }
      const slow = performance.now() - asked > SLOW_MS;
      const factor = this.factor * (slow ? REST.longer : REST.shorter);
      this.factor = Math.min(REST.most, Math.max(REST.least, factor));
      await this.rest(everyMs);
    }
  }

  private async rest(milliseconds: number): Promise<void> {
    const { signal } = this.ending;
    await sleep(Math.min(milliseconds, REST_MAX_MS), undefined, { signal }).catch(() => undefined);
  }
}
