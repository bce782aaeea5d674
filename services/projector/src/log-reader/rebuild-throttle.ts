import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, repeat } from '@fairmark/server';
import type { Pool } from 'pg';

/**
 * How a rebuild makes way for golfers, as Postgres knows no priorities (ADR 16): while a probe finds an api active,
 * pages are short, and it rests for a multiple of each one's time, which slow probes raise and quick ones lower.
 */
const PROBE_EVERY_MS = 200;
const REST = { least: 2, most: 8, shorter: 0.9, longer: 2 } as const;
/** A query that takes longer is slow, so the machine is busy. */
const SLOW_MS = 15;
const REST_MAX_MS = 500;
const PAGE = 400;

const GOLFERS = `
  select from pg_stat_activity
  where datname = current_database() and application_name in ('fairmark api', 'fairmark log append')
    and (state = 'active' or state_change > clock_timestamp() - interval '1 second')
  limit 1`;

/** Detects whether golfers are active, and makes a rebuild's log reader rest accordingly. */
export class RebuildThrottle {
  private readonly pool: Pool;
  private readonly probing: ReturnType<typeof repeat>;
  private golfersActive = false;
  private factor: number = REST.least;
  private since = performance.now();

  constructor(databaseUrl: string, everyMs = PROBE_EVERY_MS) {
    this.pool = openPool(databaseUrl, 'fairmark rebuild throttle', 1);
    // A failed query counts as slow, and leaves `golfersActive` unchanged.
    this.probing = repeat(() => this.probe(), { everyMs, onError: () => undefined });
  }

  /** The factor by which rests are longer than the work before them; 0 while no golfers are active. */
  get resting(): number {
    return this.golfersActive ? this.factor : 0;
  }

  /** Rests in proportion to the work since the last call; returns how many events the next page may have. */
  async pause(pageSize: number): Promise<number> {
    const { resting } = this;
    const rest = Math.min(resting * (performance.now() - this.since), REST_MAX_MS);
    if (resting > 0) await sleep(rest);
    this.since = performance.now();
    return resting > 0 ? Math.min(pageSize, PAGE) : pageSize;
  }

  async stop(): Promise<void> {
    await this.probing.stop();
    await this.pool.end();
  }

  private async probe(): Promise<void> {
    const began = performance.now();
    try {
      this.golfersActive = (await this.pool.query(GOLFERS)).rowCount !== 0;
    } finally {
      const slow = performance.now() - began > SLOW_MS;
      const factor = this.factor * (slow ? REST.longer : REST.shorter);
      this.factor = Math.min(REST.most, Math.max(REST.least, factor));
    }
  }
}
