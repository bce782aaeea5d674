import { Client } from 'pg';
import { createDataSource } from './data-source.js';
import { APP_SCHEMA } from './entities.js';
import { SCHEMA_PARTS } from './schema-parts.js';

/** One migrator at a time, whoever starts it. */
const MIGRATION_LOCK = 7_143_201;
const LOCK_TIMEOUT_MS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Somebody else holds a lock that the migration needs. What was migrated until then stays. */
export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked';
}

export interface MigrateOptions {
  /** How long a lock is waited for, the one of another migrator too. */
  lockTimeoutMs?: number;
}

/**
 * Brings every schema up to this build's version. Safe to run at any time, by any number of processes. A statement may take
 * as long as it takes.
 *
 * @throws MigrationBlocked when somebody else holds a lock for too long
 */
export async function migrate(
  databaseUrl: string,
  { lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrateOptions = {},
): Promise<void> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'fairmark migrate',
    lock_timeout: lockTimeoutMs,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateAll(client, databaseUrl, lockTimeoutMs);
  } catch (error) {
    if (!isBlocked(error)) throw error;
    throw new MigrationBlocked(
      `The migration waited ${lockTimeoutMs / 1_000} s for a lock that somebody else holds: another migration, or a ` +
        'session that hangs. When it has ended (the view pg_stat_activity shows all sessions), migrate again.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function migrateAll(client: Client, databaseUrl: string, lockTimeoutMs: number): Promise<void> {
  await client.query(`create schema if not exists ${APP_SCHEMA}`);
  const source = createDataSource({ databaseUrl, poolSize: 2, lockTimeoutMs });
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
    await client.query(`insert into ${APP_SCHEMA}.schema_parts (name) values ($1) on conflict do nothing`, [part.name]);
  }
}

function isBlocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
