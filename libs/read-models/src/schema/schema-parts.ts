import { migrateEventLog } from '@fairmark/event-store';
import type { ClientBase } from 'pg';
import { CLUBHOUSE_SCHEMA } from '../clubhouse/clubhouse.schema.js';
import { migrateReadModels } from '../clubhouse/migrate.js';

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
