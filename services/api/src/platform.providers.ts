import { retry } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA, PlayerMatches, RoundsReader } from '@fairmark/read-models';
import { measuredStore, measureLag, openLog, openPool, type Config, type Logger } from '@fairmark/server';
import { createDataSource } from '@fairmark/server/database/data-source';
import type { OnApplicationShutdown, Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { ADVERT_SOURCE, TableAdverts } from './adverts/advert.js';
import { keepFetched, RemoteAdverts, type RemoteAdvertsOptions } from './adverts/remote/remote-adverts.js';
import { DailyCaps } from './limits/daily-caps.js';
import { inputPipe } from './http/input.pipe.js';
import { RateLimits } from './limits/rate-limits.js';
import { Readiness } from './platform/readiness.js';
import { isDatabaseAway, RefusalFilter } from './http/refusal.js';
import { CLOCK, CONFIG, EVENT_STORE, LOGGER, PG_POOL, type Clock } from './platform/tokens.js';
import { ProjectionGate } from './positions/projection-gate.js';
import { RouteGuard } from './sessions/route.guard.js';

/** Connections of our pool; TypeORM has its own. */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 60_000;

/** Opens what features share, and provides it. It is closed after the last request was answered. */
export async function openPlatform(config: Config, logger: Logger, clock: Clock): Promise<Provider[]> {
  const { databaseUrl, redisUrl, contentUrl, contentImageOrigins: imageOrigins = [] } = config;
  const onTrouble = (what: string, err: unknown): void => logger.warn({ err }, what);
  const metrics = new Registry();
  const pool = openPool(databaseUrl, 'fairmark api', POOL_SIZE, { connectionTimeoutMillis: 3_000 });
  pool.on('error', (err) => onTrouble('idle database connection lost', err));
  // The schema check has just succeeded, so a database that does not answer is busy, and a restart would not help.
  const connect = () => createDataSource({ databaseUrl }).initialize();
  const source = await retry(connect, { withinMs: CONNECT_TIMEOUT_MS, again: isDatabaseAway });
  const store = measuredStore(await openLog(config, { onTrouble }), metrics);
  const limits = new RateLimits(config, logger);
  const gate = new ProjectionGate(config, logger, store);
  // The api reports the lag too, because a dead projector cannot.
  measureLag(metrics, store, () => gate.position);
  await gate.start();

  const readiness = new Readiness(metrics);
  readiness.add('database', () => pool.query('select 1'));
  readiness.add('event-log', () => store.head());
  // This build's version of the tables; without a projector they are still readable, and answers say `stale`.
  readiness.add('clubhouse-tables', () => pool.query(`select from ${CLUBHOUSE_SCHEMA}.checkpoint`));
  if (redisUrl !== undefined) readiness.add('redis', () => limits.shared);

  const connections: OnApplicationShutdown = {
    async onApplicationShutdown() {
      limits.close();
      await Promise.all([pool.end(), store.close(), source.destroy()]);
    },
  };
  const keep: RemoteAdvertsOptions['keep'] = (drawn) => keepFetched(pool, drawn);
  const shared: [provide: Exclude<Provider, Function>['provide'], useValue: unknown][] = [
    [CONFIG, config],
    [LOGGER, logger],
    [CLOCK, clock],
    [Registry, metrics],
    [PG_POOL, pool],
    [DataSource, source],
    [EVENT_STORE, store],
    [RateLimits, limits],
    [ProjectionGate, gate],
    [Readiness, readiness],
    [PlayerMatches, new PlayerMatches(pool)],
    [RoundsReader, new RoundsReader(pool)],
    ['connections', connections],
  ];
  return [
    ...shared.map(([provide, useValue]) => ({ provide, useValue })),
    DailyCaps,
    contentUrl === undefined
      ? { provide: ADVERT_SOURCE, useExisting: TableAdverts }
      : { provide: ADVERT_SOURCE, useValue: new RemoteAdverts({ contentUrl, imageOrigins, keep, clock, logger }) },
    { provide: APP_FILTER, useClass: RefusalFilter },
    { provide: APP_GUARD, useClass: RouteGuard },
    { provide: APP_PIPE, useFactory: inputPipe },
  ];
}
