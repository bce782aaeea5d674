import type { ClientBase } from 'pg';

/** Channel on which each batch of appends announces the log's new head position. */
export const NEWS_CHANNEL = 'fairmark_log';

/**
 * The log's tables. `log.identity` holds the log's id in its only row. A batch locks that row until it commits, so
 * batches are serialised, and positions are gapless and become visible in order. The row is never updated, and the head
 * is read from an index, so there are no dead rows to accumulate during a long read. Positions up to `sparse_to` were
 * restored from a store whose positions have gaps.
 */
const TABLES = `
create schema if not exists log;

create table if not exists log.identity (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid()
);
insert into log.identity default values on conflict do nothing;

create table if not exists log.events (
  position bigint primary key check (position > 0),
  stream text not null,
  revision bigint not null check (revision >= 0),
  id uuid not null unique,
  type text not null,
  data jsonb not null,
  metadata jsonb not null,
  unique (stream, revision)
);

-- Upgrades logs of earlier builds. Existing rows are not checked, so it is fast.
do $$ begin
  if not exists (
    select from pg_attribute where attrelid = 'log.identity'::regclass and attname = 'sparse_to'
  ) then
    alter table log.identity add column sparse_to bigint check (sparse_to > 0);
  end if;
  if not exists (
    select from pg_constraint where conrelid = 'log.events'::regclass and conname = 'events_position_check'
  ) then
    alter table log.events add constraint events_position_check check (position > 0) not valid;
  end if;
end $$;
`;

/** Appended events never change, whatever the role or `session_replication_role`. */
const IMMUTABILITY = `
create or replace function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of %.%: the log is never changed', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end $$;

create or replace trigger unchangeable before update or delete or truncate on log.events
  for each statement execute function log.refuse_change();
create or replace trigger unchangeable before update or delete or truncate on log.identity
  for each statement execute function log.refuse_change();
alter table log.events enable always trigger unchangeable;
alter table log.identity enable always trigger unchangeable;
`;

/**
 * Appends a batch in one transaction of its own. `batch`: an array of appends to distinct streams,
 * `{s: stream, e: expected last revision or -1, v: [{i: id, t: type, d: data, m: metadata}]}`. Returns the head before
 * the batch (0 for an empty log; the events follow it in the order given) and the conflicts, which map the place in the
 * batch, from 1, to the stream's last revision. Conflicting appends are skipped and do not affect others. Columns are
 * split off first, as otherwise the sort carries the whole append with each of its events.
 *
 * The settings keep a plan cached while the log was empty from scanning the full log later.
 */
const APPEND = `
create or replace function log.append_batch(batch jsonb, out head bigint, out conflicts jsonb) language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  added bigint;
begin
  perform from log.identity for update;
  select coalesce(max(e.position), 0) into head from log.events e;

  select jsonb_object_agg(known.place, known.actual::text) into conflicts
  from (
    select a.place, a.e as expected,
      coalesce((
        select e.revision from log.events e where e.stream = a.s order by e.revision desc limit 1
      ), -1) as actual
    from rows from (jsonb_to_recordset(batch) as (s text, e bigint)) with ordinality a(s, e, place)
  ) known
  where known.actual <> known.expected;

  insert into log.events (position, stream, revision, id, type, data, metadata)
  select head + row_number() over (order by a.place, v.place), a.s, a.e + v.place,
    (v.event ->> 'i')::uuid, v.event ->> 't', v.event -> 'd', v.event -> 'm'
  from rows from (jsonb_to_recordset(batch) as (s text, e bigint, v jsonb)) with ordinality a(s, e, v, place)
    cross join jsonb_array_elements(a.v) with ordinality v(event, place)
  where conflicts is null or not conflicts ? a.place::text;

  get diagnostics added = row_count;
  if added > 0 then
    perform pg_notify('${NEWS_CHANNEL}', (head + added)::text);
  end if;
end $$;
`;

/** The log's tables, triggers and functions, as the Postgres catalogue shows them. */
export const LOG_SHAPE = {
  /** Columns of each table, in order. */
  tables: {
    events: 'position bigint, stream text, revision bigint, id uuid, type text, data jsonb, metadata jsonb',
    identity: 'one boolean, id uuid, sparse_to bigint',
  },
  /** Definition of each table's only trigger. */
  trigger: (table: string): string =>
    `CREATE TRIGGER unchangeable BEFORE DELETE OR UPDATE OR TRUNCATE ON log.${table} FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change()`,
  functions: { refuse_change: sourceIn(IMMUTABILITY), append_batch: sourceIn(APPEND) },
} as const;

/** The text between the first two $$. */
function sourceIn(text: string): string {
  return text.split('$$')[1] ?? '';
}

/**
 * Creates the log in a database, or upgrades it to this build. Idempotent, but not safe to run concurrently. Runs in
 * the caller's transaction if there is one, otherwise in its own.
 */
export async function migrateEventLog(client: ClientBase): Promise<void> {
  await client.query(TABLES + IMMUTABILITY + APPEND);
}
