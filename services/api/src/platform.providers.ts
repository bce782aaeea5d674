import type { EventStore } from '@fairmark/event-store';
import { createDataSource, measuredStore, openLog, type Config } from '@fairmark/server';
import { Inject, Injectable, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { Pool } from 'pg';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { AuthGuard } from './http/auth.guard.js';
import { DailyCaps } from './limits/daily-caps.js';
import { inputPipe } from './http/input.pipe.js';
import { AddressLimitGuard, UserLimitGuard } from './limits/rate-limit.guard.js';
import { MemoryRateLimiter, type RateLimiter } from './limits/rate-limiter.js';
import { RATE_LIMITER, RateLimits } from './limits/rate-limits.js';
import { Readiness } from './platform/readiness.js';
import { RedisRateLimiter } from './limits/redis-rate-limiter.js';
import { RefusalFilter } from './http/refusal.filter.js';
import { StatusInterceptor } from './http/status.interceptor.js';
import { CONFIG, EVENT_STORE, LOGGER, METRICS, PG_POOL, type Logger } from './platform/tokens.js';

/** Queries through typeorm and queries through the pool draw on connections of their own. */
const POOL_SIZE = 10;

function createPool(config: Config, logger: Logger, readiness: Readiness): Pool {
  const pool = new Pool({
    connectionString: config.databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
    application_name: 'fairmark api',
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (err) => logger.warn({ err }, 'idle database connection lost'));
  readiness.add('database', async () => (await pool.query('select 1')).rowCount === 1);
  return pool;
}

async function createEventStore(
  config: Config,
  logger: Logger,
  readiness: Readiness,
  metrics: Registry,
): Promise<EventStore> {
  const log = await openLog(config, { onTrouble: (what, err) => logger.warn({ err }, what) });
  const store = measuredStore(log, metrics);
  readiness.add('event-log', async () => {
    await store.head();
    return true;
  });
  return store;
}

function createRateLimiter({ redisUrl, rateLimitScale }: Config, logger: Logger, readiness: Readiness): RateLimiter {
  if (redisUrl === undefined) return new MemoryRateLimiter(rateLimitScale);
  const onTrouble = (what: string, err: unknown): void => logger.warn({ err }, what);
  const limiter = new RedisRateLimiter({ url: redisUrl, scale: rateLimitScale, onTrouble });
  readiness.add('redis', () => limiter.shared);
  return limiter;
}

/** Closes the connections after the last request was answered. */
@Injectable()
class Connections implements OnApplicationShutdown {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(RATE_LIMITER) private readonly limiter: RateLimiter,
    private readonly source: DataSource,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.limiter.close?.();
    await Promise.all([
      this.pool.end(),
      this.store.close(),
      this.source.isInitialized ? this.source.destroy() : undefined,
    ]);
  }
}

/** What every feature may ask for. */
export const PLATFORM_PROVIDERS: Provider[] = [
  Readiness,
  Connections,
  RateLimits,
  DailyCaps,
  { provide: METRICS, useFactory: () => new Registry() },
  {
    provide: RATE_LIMITER,
    useFactory: createRateLimiter,
    inject: [CONFIG, LOGGER, Readiness],
  },
  { provide: PG_POOL, useFactory: createPool, inject: [CONFIG, LOGGER, Readiness] },
  { provide: EVENT_STORE, useFactory: createEventStore, inject: [CONFIG, LOGGER, Readiness, METRICS] },
  {
    provide: DataSource,
    useFactory: (config: Config) => createDataSource({ databaseUrl: config.databaseUrl }).initialize(),
    inject: [CONFIG],
  },
  { provide: APP_FILTER, useClass: RefusalFilter },
  // Guards stand in this order: the cheap one first, then who it is, then how much of it.
  { provide: APP_GUARD, useClass: AddressLimitGuard },
  { provide: APP_GUARD, useClass: AuthGuard },
  { provide: APP_GUARD, useClass: UserLimitGuard },
  { provide: APP_PIPE, useFactory: inputPipe },
  { provide: APP_INTERCEPTOR, useClass: StatusInterceptor },
];
