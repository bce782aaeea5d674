import { migrateEventLog } from '@fairmark/event-store';
import type { ClientBase } from 'pg';
import { APP_SCHEMA } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA, CLUBHOUSE_DDL, CLUBHOUSE_VERSION } from '../clubhouse/clubhouse.schema.js';

/** The build before this one may still run, or be set back to. */
const KEPT_VERSIONS = 2;

/** Makes this build's schemas of read models, empty where new, and drops those of two versions ago and older. */
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
    // A build of that version would have to migrate anew.
    await client.query(`delete from ${APP_SCHEMA}.schema_parts where name = $1`, [part]);
  }
}

/** A part of the database that has DDL of its own beside the migrations of schema `app`. Applied at every migration. */
export interface SchemaPart {
  /** Holds its version: a process waits until every part of its build is there. */
  name: string;
  apply(client: ClientBase): Promise<void>;
}

export const SCHEMA_PARTS: readonly SchemaPart[] = [
  { name: 'log_v1', apply: migrateEventLog },
  { name: CLUBHOUSE_SCHEMA, apply: migrateReadModels },
];
