import pg from 'pg';
import { DataSource } from 'typeorm';
import { AdvertRow, APP_SCHEMA, CourseRow, DefaultAdvertRow, UserRow } from './entities.js';
import { MIGRATIONS } from './migrations/index.js';

export interface DataSourceOptions {
  databaseUrl: string;
  /** Connections of the pool, 1 to 100. */
  poolSize?: number;
  /** For migrations: a statement takes as long as it takes, and waits this long for a lock. */
  lockTimeoutMs?: number;
}

/** By then every caller has given up. */
const REQUEST_LIMITS = { statement_timeout: 10_000, query_timeout: 12_000 };

/** The rows of schema `app` and their migrations. Nothing but `migrate` changes a schema. */
export function createDataSource({ databaseUrl, poolSize = 10, lockTimeoutMs }: DataSourceOptions): DataSource {
  const limits = lockTimeoutMs === undefined ? REQUEST_LIMITS : { lock_timeout: lockTimeoutMs };
  return new DataSource({
    type: 'postgres',
    // Else TypeORM looks for it by name when it connects, and a bundle has no packages by name.
    driver: pg,
    url: databaseUrl,
    schema: APP_SCHEMA,
    entities: [UserRow, CourseRow, AdvertRow, DefaultAdvertRow],
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize,
    extra: { connectionTimeoutMillis: 3_000, ...limits },
  });
}
