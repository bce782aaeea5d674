import type { EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA, Invites, PlayerMatches, RoundsReader } from '@fairmark/read-models';
import { measureLag } from '@fairmark/server';
import type { Provider, Type } from '@nestjs/common';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { Readiness } from '../platform/readiness.js';
import { CONFIG, EVENT_STORE, LOGGER, METRICS, PG_POOL, type Config, type Logger } from '../platform/tokens.js';
import { ClubhouseController } from './clubhouse.controller.js';
import { CourseDays } from './course-days.js';
import { ProjectionGate } from '../positions/projection-gate.js';
import { UnverifiedRounds } from './unverified-rounds.js';

export const CLUBHOUSE_CONTROLLERS: Type[] = [ClubhouseController];

async function openGate(config: Config, logger: Logger, store: EventStore, metrics: Registry): Promise<ProjectionGate> {
  const gate = new ProjectionGate(config.databaseUrl, logger);
  // Told by the api as well: a projector that is dead says nothing.
  measureLag(metrics, store, () => gate.position);
  await gate.start();
  return gate;
}

function reader(pool: pg.Pool, readiness: Readiness): RoundsReader {
  // This build's version of the tables; without a projector they are readable all the same, and answers say `stale`.
  readiness.add('clubhouse-tables', async () => {
    await pool.query(`select from ${CLUBHOUSE_SCHEMA}.checkpoint`);
    return true;
  });
  return new RoundsReader(pool);
}

export const CLUBHOUSE_PROVIDERS: Provider[] = [
  CourseDays,
  UnverifiedRounds,
  { provide: ProjectionGate, useFactory: openGate, inject: [CONFIG, LOGGER, EVENT_STORE, METRICS] },
  { provide: PlayerMatches, useFactory: (pool: pg.Pool) => new PlayerMatches(pool), inject: [PG_POOL] },
  { provide: Invites, useFactory: (pool: pg.Pool) => new Invites(pool), inject: [PG_POOL] },
  { provide: RoundsReader, useFactory: reader, inject: [PG_POOL, Readiness] },
];
