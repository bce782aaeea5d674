import { retry, type EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA, PlayerMatches, RoundsReader } from '@fairmark/read-models';
import { createDataSource, measuredStore, measureLag, openLog, openPool, type Config } from '@fairmark/server';
import { Inject, Injectable, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { ADVERT_SOURCE, TableAdverts, type AdvertSource } from './adverts/advert.js';
import { keepFetched, RemoteAdverts } from './adverts/remote/remote-adverts.js';
import { DailyCaps } from './limits/daily-caps.js';
import { inputPipe } from './http/input.pipe.js';
import { RateLimits } from './limits/rate-limits.js';
import { Readiness } from './platform/readiness.js';
import { isDatabaseAway, RefusalFilter } from './http/refusal.answer.js';
import { CLOCK, CONFIG, EVENT_STORE, LOGGER, METRICS, PG_POOL, type Clock, type Logger } from './platform/tokens.js';
import { ProjectionGate } from './positions/projection-gate.js';
import { RouteGuard } from './sessions/route.guard.js';

/** Connections of our pool; TypeORM has its own. */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 60_000;

function createPool(config: Config, logger: Logger, readiness: Readiness): Pool {
  const pool = openPool(config.databaseUrl, 'fairmark api', POOL_SIZE, { connectionTimeoutMillis: 3_000 });
  pool.on('error', (err) => logger.warn({ err }, 'idle database connection lost'));
  readiness.add('database', async () => (await pool.query('select 1')).rowCount === 1);
  return pool;
}

/** The schema check has just succeeded, so a database that does not answer is busy, and a restart would not help. */
function openDataSource({ databaseUrl }: Config): Promise<DataSource> {
  const connect = () => createDataSource({ databaseUrl }).initialize();
  return retry(connect, { withinMs: CONNECT_TIMEOUT_MS, again: isDatabaseAway });
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

function createRateLimits(config: Config, logger: Logger, readiness: Readiness): RateLimits {
  const { redisUrl: url, rateLimitScale: scale } = config;
  const limits = new RateLimits({ url, scale, onTrouble: (what, err) => logger.warn({ err }, what) });
  if (url !== undefined) readiness.add('redis', () => limits.shared);
  return limits;
}

async function openGate(config: Config, logger: Logger, store: EventStore, metrics: Registry): Promise<ProjectionGate> {
  const gate = new ProjectionGate(config, logger, store);
  // The api reports the lag too, because a dead projector cannot.
  measureLag(metrics, store, () => gate.position);
  await gate.start();
  return gate;
}

function createRoundsReader(pool: Pool, readiness: Readiness): RoundsReader {
  // This build's version of the tables; without a projector they are still readable, and answers say `stale`.
  readiness.add('clubhouse-tables', async () => {
    await pool.query(`select from ${CLUBHOUSE_SCHEMA}.checkpoint`);
    return true;
  });
  return new RoundsReader(pool);
}

/** The configured content service, or our own tables. */
function advertSource(
  config: Config,
  clock: Clock,
  logger: Logger,
  ...[tables, pool]: [TableAdverts, Pool]
): AdvertSource {
  const { contentUrl, contentImageOrigins: imageOrigins = [] } = config;
  if (contentUrl === undefined) return tables;
  return new RemoteAdverts({ contentUrl, imageOrigins, keep: (drawn) => keepFetched(pool, drawn), clock, logger });
}

/** Closes connections after the last request was answered. */
@Injectable()
class Connections implements OnApplicationShutdown {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly limits: RateLimits,
    private readonly source: DataSource,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.limits.close();
    await Promise.all([
      this.pool.end(),
      this.store.close(),
      this.source.isInitialized ? this.source.destroy() : undefined,
    ]);
  }
}

/** Providers for every feature. */
export const PLATFORM_PROVIDERS: Provider[] = [
  Readiness,
  Connections,
  DailyCaps,
  { provide: METRICS, useFactory: () => new Registry() },
  {
    provide: RateLimits,
    useFactory: createRateLimits,
    inject: [CONFIG, LOGGER, Readiness],
  },
  { provide: PG_POOL, useFactory: createPool, inject: [CONFIG, LOGGER, Readiness] },
  { provide: EVENT_STORE, useFactory: createEventStore, inject: [CONFIG, LOGGER, Readiness, METRICS] },
  {
    provide: DataSource,
    useFactory: openDataSource,
    inject: [CONFIG],
  },
  { provide: ProjectionGate, useFactory: openGate, inject: [CONFIG, LOGGER, EVENT_STORE, METRICS] },
  { provide: PlayerMatches, useFactory: (pool: Pool) => new PlayerMatches(pool), inject: [PG_POOL] },
  { provide: RoundsReader, useFactory: createRoundsReader, inject: [PG_POOL, Readiness] },
  { provide: ADVERT_SOURCE, useFactory: advertSource, inject: [CONFIG, CLOCK, LOGGER, TableAdverts, PG_POOL] },
  { provide: APP_FILTER, useClass: RefusalFilter },
  { provide: APP_GUARD, useClass: RouteGuard },
  { provide: APP_PIPE, useFactory: inputPipe },
];
