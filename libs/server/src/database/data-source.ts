import pg from 'pg';
import { DataSource } from 'typeorm';
import { AdvertRow, CourseRow, DefaultAdvertRow } from './entities.js';
import { MIGRATIONS } from './migrations/index.js';
import { APP_SCHEMA } from './queries.js';

export interface DataSourceOptions {
  databaseUrl: string;
  poolSize?: number;
  /** For migrations: lifts the statement timeout, and limits the wait for a lock instead. */
  lockTimeoutMs?: number;
}

/** Longer than any caller waits. */
const REQUEST_LIMITS = { statement_timeout: 10_000, query_timeout: 12_000 };

/** Data source for the entities and migrations of schema `app`. Only `migrate` changes the schema. */
export function createDataSource({ databaseUrl, poolSize = 10, lockTimeoutMs }: DataSourceOptions): DataSource {
  const limits = lockTimeoutMs === undefined ? REQUEST_LIMITS : { lock_timeout: lockTimeoutMs };
  return new DataSource({
    type: 'postgres',
    // Otherwise TypeORM loads the package by name when it connects, which fails in a bundle.
    driver: pg,
    url: databaseUrl,
    schema: APP_SCHEMA,
    entities: [CourseRow, AdvertRow, DefaultAdvertRow],
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize,
    extra: { connectionTimeoutMillis: 3_000, ...limits },
  });
}
