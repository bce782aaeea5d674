import { LOG_SHAPE } from '@fairmark/event-store';
import { Client } from 'pg';
import { Failed } from '../shell/failure.js';

/** For each expected table (name, columns, trigger): how it differs, by the catalogue of Postgres. */
const TABLE_DIFFERENCES = `
  select case when c.oid is null then array ['there is no table ' || place]
    when c.relkind <> 'r' then array [place || ' is ' || case c.relkind when 'v' then 'a view'
      when 'm' then 'a materialized view' when 'f' then 'a foreign table' when 'p' then 'a partitioned table'
      else 'not a table' end]
    else array_remove(array [
      case when coalesce(amname, '') <> 'heap' then concat(place, ' is stored by ', amname) end,
      case when columns <> own_columns then format('%s has other columns (%s)', place, columns) end,
      case when c.relispartition or exists (select from pg_inherits where c.oid in (inhrelid, inhparent))
        then place || ' shares rows with a table that inherits from it, or is one that inherits' end,
      case when rules <> '' then format('%s has a rule (%s)', place, rules) end,
      case when c.relrowsecurity or c.relforcerowsecurity or policies <> ''
        then place || ' has row security' || case when policies = '' then '' else format(' (%s)', policies) end end,
      case when triggers <> own_trigger
        then format('the trigger of %s that refuses changes is missing, disabled or not the only one (%s)', place,
          coalesce(nullif(triggers, ''), 'none')) end
    ], null) end as differences
  from unnest($1::text[], $2::text[], $3::text[]) as made (name, own_columns, own_trigger)
  cross join lateral (select 'log.' || made.name) as named (place)
  left join pg_class c
    on c.relname = made.name and c.relnamespace = (select oid from pg_namespace where nspname = 'log')
  left join pg_am a on a.oid = c.relam
  cross join lateral (select
    (select coalesce(string_agg(attname || ' ' || format_type(atttypid, atttypmod) || attgenerated::text, ', '
      order by attnum), '') from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped),
    (select coalesce(string_agg(rulename, ', '), '') from pg_rewrite where ev_class = c.oid),
    (select coalesce(string_agg(polname, ', '), '') from pg_policy where polrelid = c.oid),
    (select coalesce(string_agg(tgenabled::text || ' ' || pg_get_triggerdef(oid), '; ' order by tgname), '')
      from pg_trigger where tgrelid = c.oid)) as found (columns, rules, policies, triggers)`;

/** Each expected function (name, source) that differs, or does not run in PL/pgSQL with its caller's rights. */
const FUNCTION_DIFFERENCES = `
  select array_agg('the function log.' || name || ' is not that of this build') as differences
  from unnest($1::text[], $2::text[]) as expected (name, source)
  where (select array_agg(prosrc = source and lanname = 'plpgsql' and not prosecdef and prokind = 'f')
    from pg_proc p join pg_language l on l.oid = p.prolang
    where pronamespace = (select oid from pg_namespace where nspname = 'log') and proname = name)
    is distinct from array [true]`;

/** Enabled regardless of the session's settings. */
const ALWAYS = 'A';

const WITHIN_MS = 5_000;

/**
 * Opens a connection that sees one snapshot of the log and locks its tables against being replaced, not against
 * appends; `stillOrdinary` checks them again and releases them. Throws `Failed` unless they are the ordinary tables of
 * `schema.ts`: others could return forged events.
 */
export async function holdLog(databaseUrl: string) {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'fairmark ops proof',
    connectionTimeoutMillis: WITHIN_MS,
    keepAlive: true,
  });
  // The page that is being read reports a broken connection.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A plan made while the log was empty must not scan it later, and JIT compilation takes longer than reading a page.
    // With this search path, objects in other schemas cannot shadow those of Postgres.
    await client.query('set enable_seqscan = off; set jit = off; set search_path = pg_catalog');
    await client.query('set idle_in_transaction_session_timeout = 0; begin isolation level repeatable read read only');
    // Lock first, so that the snapshot shows the locked tables.
    await client.query('lock table log.events, log.identity in access share mode');
    await refuseOther(client);
    const stillOrdinary = async (): Promise<void> => {
      await client.query('commit');
      await refuseOther(client);
    };
    return { client, stillOrdinary };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function refuseOther(client: Client): Promise<void> {
  const { tables, functions, trigger } = LOG_SHAPE;
  const names = Object.keys(tables);
  const triggers = names.map((name) => `${ALWAYS} ${trigger(name)}`);
  const found = [
    await client.query<Found>(TABLE_DIFFERENCES, [names, Object.values(tables), triggers]),
    await client.query<Found>(FUNCTION_DIFFERENCES, [Object.keys(functions), Object.values(functions)]),
  ];
  const differences = found.flatMap(({ rows }) => rows.flatMap((row) => row.differences ?? []));
  if (differences.length === 0) return;
  const words = `The log's tables are not as Fairmark makes them, so reading them proves nothing: ${differences.join('; ')}.`;
  throw new Failed(words, differences, {}, { differences });
}

interface Found {
  differences: string[] | null;
}
