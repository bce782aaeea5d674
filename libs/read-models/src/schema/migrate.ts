import { migrateEventLog } from '@fairmark/event-store';
import { SCHEMA_VERSIONS, WRITTEN_VERSIONS, type SchemaVersions } from '@fairmark/events';
import { Client, type ClientBase } from 'pg';
import { ADVISORY_LOCKS, announced, placeOf, isLocked, APP_SCHEMA } from '@fairmark/server';
import { CLUBHOUSE_DDL, CLUBHOUSE_SCHEMA, CLUBHOUSE_VERSION } from '../clubhouse/clubhouse.schema.js';
import { separateServices, type ServiceAddresses } from './service-accounts.js';

const LOCK_TIMEOUT_MS = 60_000;
const CONNECT_WITHIN_MS = 60_000;
const POSTGRES_MIN = 17;

export interface MigrateOptions {
  /** How long to wait for any lock, including that of another migration. */
  lockTimeoutMs?: number;
  /** Migrates even after a later build has run, and forgets its requirements; events only it can read are hidden. */
  setBack?: boolean;
  /** Creates separate accounts for the services; null: they connect as the account that migrates. */
  services?: ServiceAddresses | null;
}

/** What has idempotent DDL outside the migrations of schema `app`, by version. A process waits until all are recorded. */
export const SCHEMA_PARTS = ['log_v1', CLUBHOUSE_SCHEMA];
const NEEDED = 'reads ';

function requirementsOf(versions: SchemaVersions): string[] {
  return Object.entries(versions).flatMap(([type, newest]) =>
    Array.from({ length: newest }, (_, older) => `${NEEDED}${type} version ${older + 1}`),
  );
}

/**
 * Migrates to this build's version, also concurrently. Throws, saying what to do, while another session holds a lock
 * (completed migrations are kept), if the server or an address does not fit, or if a later build has written events
 * that this one cannot read.
 */
export async function migrate(
  databaseUrl: string,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, setBack = false, services = null }: MigrateOptions = {},
): Promise<void> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'fairmark migrate',
    lock_timeout: lockTimeoutMs,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  const database = `the database at ${placeOf(databaseUrl)}`;
  await announced(database, () => client.connect());
  try {
    await refuseUnfitServer(client);
    await announced(`another migration of ${database}`, () =>
      client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]),
    );
    await client.query(`create schema if not exists ${APP_SCHEMA}`);
    await client.query(
      `create table if not exists ${APP_SCHEMA}.schema_parts (name text primary key, applied_at timestamptz not null default now())`,
    );
    await refuseLaterBuild(client, setBack);
    await migrateAll(client, databaseUrl, lockTimeoutMs);
    if (services !== null) await separateServices(client, services);
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new Error(
      `The migration waited ${lockTimeoutMs / 1_000} s for a lock that another session holds: another migration, or a ` +
        'session that hangs. When it has ended (the view pg_stat_activity shows all sessions), migrate again.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/** The projector limits its transactions' time, which Postgres 16 cannot; other encodings cannot store every name. */
async function refuseUnfitServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
  );
  const [{ version, encoding } = { version: 0, encoding: '' }] = rows;
  if (version >= POSTGRES_MIN && encoding === 'UTF8') return;
  throw new Error(
    `Fairmark needs Postgres ${POSTGRES_MIN} or later and a database with the encoding UTF8: this is Postgres ${version}, with ${encoding}.`,
  );
}

async function migrateAll(client: Client, databaseUrl: string, lockTimeoutMs: number): Promise<void> {
  // Loaded only by a migration, because TypeORM is large.
  const { createDataSource } = await import('@fairmark/server/database/data-source');
  const source = createDataSource({ databaseUrl, poolSize: 2, lockTimeoutMs });
  await source.initialize();
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
  await migrateEventLog(client);
  await migrateReadModels(client);
  await client.query(`insert into ${APP_SCHEMA}.schema_parts (name) select unnest($1::text[]) on conflict do nothing`, [
    [...SCHEMA_PARTS, ...requirementsOf(WRITTEN_VERSIONS)],
  ]);
}

async function refuseLaterBuild(client: Client, setBack: boolean): Promise<void> {
  const later = `from ${APP_SCHEMA}.schema_parts where starts_with(name, $1) and name <> all ($2)`;
  const known = requirementsOf(SCHEMA_VERSIONS);
  if (setBack) {
    await client.query(`delete ${later}`, [NEEDED, known]);
    return;
  }
  const { rows } = await client.query<{ name: string }>(`select name ${later} order by name`, [NEEDED, known]);
  if (rows.length === 0) return;
  throw new Error(
    'A later build has run on this database. It writes events that this one cannot read: ' +
      `${rows.map(({ name }) => name.slice(NEEDED.length)).join(', ')}. Start the later build, or set SET_BACK=on to ` +
      'start this one anyway: rounds and competitions with such events do not open until the later build is back.',
  );
}

/** The previous version stays, because its build may still run or be set back to. */
const KEPT_VERSIONS = 2;

/** Creates this build's read model, empty if new, and drops versions that are two or more behind. */
async function migrateReadModels(client: ClientBase): Promise<void> {
  await client.query(CLUBHOUSE_DDL);
  const { rows } = await client.query<{ name: string; part: string }>(
    `select name, part from (
       select nspname as name, substring(nspname from '^rm_clubhouse_v[0-9]+') as part from pg_namespace
       where nspname ~ '^rm_clubhouse_v[0-9]{1,4}(_next|_old)?$'
     ) as schema where substring(part from '[0-9]+$')::int <= $1`,
    [CLUBHOUSE_VERSION - KEPT_VERSIONS],
  );
  for (const { name, part } of rows) {
    await client.query(`drop schema ${name} cascade`);
    // So that a build of that version migrates again before it starts.
    await client.query(`delete from ${APP_SCHEMA}.schema_parts where name = $1`, [part]);
  }
}
