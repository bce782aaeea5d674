import { Client } from 'pg';
import { createDataSource } from './data-source.js';
import { APP_SCHEMA } from './entities.js';
import { SCHEMA_PARTS } from './schema-parts.js';

/** One migrator at a time, whoever starts it. */
const MIGRATION_LOCK = 7_143_201;

/** Brings every schema up to this build's version. Safe to run at any time, by any number of processes. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'fairmark migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`create schema if not exists ${APP_SCHEMA}`);
    const source = createDataSource({ databaseUrl, poolSize: 2 });
    await source.initialize();
    try {
      await source.runMigrations();
    } finally {
      await source.destroy();
    }
    await client.query(
      `create table if not exists ${APP_SCHEMA}.schema_parts (name text primary key, applied_at timestamptz not null default now())`,
    );
    for (const part of SCHEMA_PARTS) {
      await part.apply(client);
      await client.query(`insert into ${APP_SCHEMA}.schema_parts (name) values ($1) on conflict do nothing`, [
        part.name,
      ]);
    }
  } finally {
    await client.end();
  }
}
