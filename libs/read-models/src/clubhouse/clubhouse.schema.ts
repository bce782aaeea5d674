import { ADVISORY_LOCKS } from '@fairmark/server';
import { CLUBHOUSE_TABLES } from './clubhouse.tables.js';
import { columnsOf, indexesOf } from './table.js';

/** A changed column or meaning takes a new version, built beside this one. No personal data: names are joined. */
export const CLUBHOUSE_VERSION = 7;
export const CLUBHOUSE_SCHEMA = `rm_clubhouse_v${CLUBHOUSE_VERSION}`;

/** Channel on which the projector sends a `ProjectionNews` at every commit and heartbeat. */
export const CLUBHOUSE_CHANNEL = CLUBHOUSE_SCHEMA;

export const CLUBHOUSE_LOCK = [ADVISORY_LOCKS.projector, CLUBHOUSE_VERSION] as const;

/** Schema in which a rebuild creates these tables, beside the live ones. */
export const CLUBHOUSE_NEXT = `${CLUBHOUSE_SCHEMA}_next`;

export const CLUBHOUSE_OLD = `${CLUBHOUSE_SCHEMA}_old`;

export const REBUILD_LOCK = [ADVISORY_LOCKS.rebuild, CLUBHOUSE_VERSION] as const;

/** The projector's own tables. They stay small, so they are created with keys and indexes at once. */
const projectorTables = (schema: string): string => `
-- The tables' checkpoint: one row, from the first start of a projector on. Position null: no event applied yet.
create table if not exists ${schema}.checkpoint (
  one boolean primary key default true check (one),
  log_id text not null,
  position bigint,
  -- Last heartbeat of the projector that holds the lock.
  heartbeat_at timestamptz not null,
  -- Changes when the tables are replaced. A projector that knows the previous generation then stops, and starts again
  -- from what it finds.
  generation uuid not null default gen_random_uuid()
);

-- Events that could not be applied, and the later events of their streams, until a projector can apply them.
create table if not exists ${schema}.parked_events (
  position bigint primary key,
  stream text not null,
  revision bigint not null,
  event_id text not null,
  type text not null,
  error text not null,
  parked_at timestamptz not null default now(),
  -- How often the projector tried to apply it.
  attempts integer not null default 1
);
create index if not exists parked_events_stream on ${schema}.parked_events (stream);`;

/** The whole schema, idempotent. Only `migrate` runs it. */
export const CLUBHOUSE_DDL = [
  `create schema if not exists ${CLUBHOUSE_SCHEMA}`,
  projectorTables(CLUBHOUSE_SCHEMA),
  ...CLUBHOUSE_TABLES.flatMap((table) => [
    `create table if not exists ${CLUBHOUSE_SCHEMA}.${table.name} (${columnsOf(table)}, primary key (${table.key.join(', ')}))`,
    ...indexesOf(CLUBHOUSE_SCHEMA, table),
  ]),
].join(';\n');

/** DDL of a new schema whose row tables have no keys and indexes yet, for fast loading. */
export function bareClubhouse(schema: string): string {
  const tables = CLUBHOUSE_TABLES.map((table) => `create table ${schema}.${table.name} (${columnsOf(table)})`);
  return [`create schema ${schema}`, projectorTables(schema), ...tables].join(';\n');
}

/** The keys and indexes to add to a `bareClubhouse` once it is loaded, one statement each. */
export function clubhouseKeys(schema: string): string[] {
  return CLUBHOUSE_TABLES.flatMap((table) => [
    `alter table ${schema}.${table.name} add primary key (${table.key.join(', ')})`,
    ...indexesOf(schema, table),
  ]);
}

/** Content of a notification on `CLUBHOUSE_CHANNEL`: how far the read model is. */
export interface ProjectionNews {
  log: string;
  position: bigint | null;
}

/** Serialises a notification's payload. */
export function writeNews({ log, position }: ProjectionNews): string {
  return JSON.stringify([log, position === null ? null : String(position)]);
}

/** Parses the payload that `writeNews` made. */
export function readNews(payload: string): ProjectionNews {
  const [log, position] = JSON.parse(payload) as [string, string | null];
  return { log, position: position === null ? null : BigInt(position) };
}
