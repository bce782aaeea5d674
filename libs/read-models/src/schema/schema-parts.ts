import { migrateEventLog } from '@fairmark/event-store';
import type { ClientBase } from 'pg';
import { APP_SCHEMA } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA, CLUBHOUSE_DDL, CLUBHOUSE_VERSION } from '../clubhouse/clubhouse.schema.js';

/** The previous version stays, because its build may still run or be set back to. */
const KEPT_VERSIONS = 2;

/** Creates this build's read model, empty if new, and drops versions that are two or more behind. */
export async function migrateReadModels(client: ClientBase): Promise<void> {
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

/** A part of the database with idempotent DDL outside the migrations of schema `app`, applied at every migration. */
export interface SchemaPart {
  /** Includes the version; a process waits until every part of its build is recorded. */
  name: string;
  apply(client: ClientBase): Promise<void>;
}

export const SCHEMA_PARTS: readonly SchemaPart[] = [
  { name: 'log_v1', apply: migrateEventLog },
  { name: CLUBHOUSE_SCHEMA, apply: migrateReadModels },
];
