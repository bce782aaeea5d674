import { DataSource } from 'typeorm';
import { APP_SCHEMA, CourseRow, MailLinkRow, MailOutboxRow, SessionRow, UserRow } from './entities.js';
import { MIGRATIONS } from './migrations/index.js';

export interface DataSourceOptions {
  databaseUrl: string;
  /** Connections of the pool, 1 to 100. */
  poolSize?: number;
}

/** The rows of schema `app` and their migrations. Nothing but `migrate` changes a schema. */
export function createDataSource({ databaseUrl, poolSize = 10 }: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    schema: APP_SCHEMA,
    entities: [UserRow, SessionRow, MailLinkRow, MailOutboxRow, CourseRow],
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize,
    extra: { connectionTimeoutMillis: 3_000, statement_timeout: 10_000, query_timeout: 12_000 },
  });
}
