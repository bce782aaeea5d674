import { ADVISORY_LOCKS } from '@fairmark/server';
import { CLUBHOUSE_TABLES } from './clubhouse.tables.js';
import { columnsOf, indexesOf } from './table.js';

/**
 * The tables behind Clubhouse, invites and current match, kept from the log by the projector alone. The
 * version in the schema's name is the version of their meaning: a change of a column or of what it says is the next
 * version, built beside this one.
 *
 * They hold ids and results, never a name or other personal data: names are joined when read.
 */
export const CLUBHOUSE_VERSION = 6;
export const CLUBHOUSE_SCHEMA = `rm_clubhouse_v${CLUBHOUSE_VERSION}`;

/** Carries a `ProjectionNews` at every commit and heartbeat of the projector. */
export const CLUBHOUSE_CHANNEL = CLUBHOUSE_SCHEMA;

/** Advisory lock of the one projector that writes: (class, version). */
export const CLUBHOUSE_LOCK = [ADVISORY_LOCKS.projector, CLUBHOUSE_VERSION] as const;

/** Where a rebuild makes these tables anew, beside the ones that are read. */
export const CLUBHOUSE_NEXT = `${CLUBHOUSE_SCHEMA}_next`;

/** Where the tables go that a rebuild has replaced, for the moment until they are dropped. */
export const CLUBHOUSE_OLD = `${CLUBHOUSE_SCHEMA}_old`;

/** Advisory lock of the one rebuild that runs: (class, version). */
export const REBUILD_LOCK = [ADVISORY_LOCKS.rebuild, CLUBHOUSE_VERSION] as const;

/** What the projector notes beside the rows. Small: made with everything at once. */
const notes = (schema: string): string => `
-- How far the tables are. One row from the first start of a projector on; position null: nothing applied yet.
create table if not exists ${schema}.checkpoint (
  one boolean primary key default true check (one),
  log_id text not null,
  position bigint,
  -- Last sign of life of the projector that holds the lock.
  heartbeat_at timestamptz not null,
  -- Another one: these are other tables than before, or what is parked was changed. A projector that knows the one before stops
  -- and begins anew from what it finds.
  generation uuid not null default gen_random_uuid()
);

-- Events that could not be applied, and the later ones of their streams: a human looks at them.
create table if not exists ${schema}.parked_events (
  position bigint primary key,
  stream text not null,
  revision bigint not null,
  event_id text not null,
  type text not null,
  error text not null,
  parked_at timestamptz not null default now(),
  -- How often it was tried.
  attempts integer not null default 1
);
create index if not exists parked_events_stream on ${schema}.parked_events (stream);`;

/** All of it in one text, idempotent; run by `migrate` alone. */
export const CLUBHOUSE_DDL = [
  `create schema if not exists ${CLUBHOUSE_SCHEMA}`,
  notes(CLUBHOUSE_SCHEMA),
  ...CLUBHOUSE_TABLES.flatMap((table) => [
    `create table if not exists ${CLUBHOUSE_SCHEMA}.${table.name} (${columnsOf(table)}, primary key (${table.key.join(', ')}))`,
    ...indexesOf(CLUBHOUSE_SCHEMA, table),
  ]),
].join(';\n');

/** A new schema with the same tables, those of rows without keys and indexes: rows are loaded fastest into such. */
export function bareClubhouse(schema: string): string {
  const tables = CLUBHOUSE_TABLES.map((table) => `create table ${schema}.${table.name} (${columnsOf(table)})`);
  return [`create schema ${schema}`, notes(schema), ...tables].join(';\n');
}

/** What a schema of `bareClubhouse` still needs once its rows are there: keys and indexes, one statement each. */
export function clubhouseKeys(schema: string): string[] {
  return CLUBHOUSE_TABLES.flatMap((table) => [
    `alter table ${schema}.${table.name} add primary key (${table.key.join(', ')})`,
    ...indexesOf(schema, table),
  ]);
}

/** What a notification on the channel says. */
export interface ProjectionNews {
  log: string;
  position: bigint | null;
}

/** A notification's payload. */
export function writeNews({ log, position }: ProjectionNews): string {
  return JSON.stringify([log, position === null ? null : String(position)]);
}

/** Reads what `writeNews` wrote. */
export function readNews(payload: string): ProjectionNews {
  const [log, position] = JSON.parse(payload) as [string, string | null];
  return { log, position: position === null ? null : BigInt(position) };
}
