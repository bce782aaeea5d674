import { SCHEMA_VERSIONS, WRITTEN_VERSIONS, type SchemaVersions } from '@fairmark/events';
import { Client } from 'pg';
import { ADVISORY_LOCKS, placeOf, Waiting, createDataSource, APP_SCHEMA } from '@fairmark/server';
import { SCHEMA_PARTS } from './schema-parts.js';
import { separateServices, type ServiceAddresses } from './service-accounts.js';

const LOCK_TIMEOUT_MS = 60_000;
const CONNECT_WITHIN_MS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Another session holds a lock that the migration needs. What was migrated until then stays. */
export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked';
}

/** A later build has run on this database, and this one cannot read all that it writes. Nothing was changed. */
export class WrittenByLaterBuild extends Error {
  override readonly name = 'WrittenByLaterBuild';
}

export interface MigrateOptions {
  /** How long a lock is waited for, the one of another migrator too. */
  lockTimeoutMs?: number;
  /** Migrates although a later build has run, and forgets what it writes: events that this one cannot read will not be shown. */
  setBack?: boolean;
  /** Gives the services accounts of their own. Null: they connect as the account that migrates. */
  services?: ServiceAddresses | null;
}

/** How rows of schema_parts begin that say what a build must read: one that has run here writes such events. */
const NEEDED = 'reads ';

function named(versions: SchemaVersions): string[] {
  return Object.entries(versions).flatMap(([type, newest]) =>
    Array.from({ length: newest }, (_, older) => `${NEEDED}${type} version ${older + 1}`),
  );
}

/**
 * Brings every schema up to this build's version. Safe to run at any time, by any number of processes. A statement may take
 * as long as it takes.
 *
 * @throws MigrationBlocked when another session holds a lock for too long
 * @throws WrittenByLaterBuild
 * @throws UnfitAddress
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
  await new Waiting(() => database).on(() => client.connect());
  try {
    const lock = new Waiting(() => `another migration of ${database}`);
    await lock.on(() => client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]));
    await client.query(`create schema if not exists ${APP_SCHEMA}`);
    await client.query(
      `create table if not exists ${APP_SCHEMA}.schema_parts (name text primary key, applied_at timestamptz not null default now())`,
    );
    await refuseLaterBuild(client, setBack);
    await migrateAll(client, databaseUrl, lockTimeoutMs);
    if (services !== null) await separateServices(client, services);
  } catch (error) {
    if (!isBlocked(error)) throw error;
    throw new MigrationBlocked(
      `The migration waited ${lockTimeoutMs / 1_000} s for a lock that another session holds: another migration, or a ` +
        'session that hangs. When it has ended (the view pg_stat_activity shows all sessions), migrate again.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function migrateAll(client: Client, databaseUrl: string, lockTimeoutMs: number): Promise<void> {
  const source = createDataSource({ databaseUrl, poolSize: 2, lockTimeoutMs });
  await source.initialize();
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
  for (const part of SCHEMA_PARTS) {
    await part.apply(client);
    await note(client, [part.name]);
  }
  await note(client, named(WRITTEN_VERSIONS));
}

/** Reads what builds that ran here write. */
async function refuseLaterBuild(client: Client, setBack: boolean): Promise<void> {
  const later = `from ${APP_SCHEMA}.schema_parts where starts_with(name, $1) and name <> all ($2)`;
  const known = named(SCHEMA_VERSIONS);
  if (setBack) {
    await client.query(`delete ${later}`, [NEEDED, known]);
    return;
  }
  const { rows } = await client.query<{ name: string }>(`select name ${later} order by name`, [NEEDED, known]);
  if (rows.length === 0) return;
  throw new WrittenByLaterBuild(
    'A later build has run on this database. It writes events that this one cannot read: ' +
      `${rows.map(({ name }) => name.slice(NEEDED.length)).join(', ')}. Start the later build, or set SET_BACK=on to ` +
      'start this one all the same: what has such events does not open until the later build is back.',
  );
}

async function note(client: Client, names: string[]): Promise<void> {
  await client.query(`insert into ${APP_SCHEMA}.schema_parts (name) select unnest($1::text[]) on conflict do nothing`, [
    names,
  ]);
}

function isBlocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
