import { LOG_SHAPE } from '@fairmark/event-store';
import { Client } from 'pg';
import { Failed } from '../shell/failure.js';

/** A table as the catalogue of Postgres describes it; texts are empty if there is nothing to list. */
interface FoundTable {
  name: string;
  kind: string;
  storage: string;
  columns: string;
  inherits: boolean;
  row_security: boolean;
  rules: string;
  policies: string;
  triggers: string;
}

interface FoundFunction {
  name: string;
  source: string;
  /** Whether it is in PL/pgSQL and runs with its caller's rights. */
  plain: boolean;
}

const TABLES = `
  select c.relname::text as name, c.relkind::text as kind, coalesce(a.amname::text, '') as storage,
    (select string_agg(attname || ' ' || format_type(atttypid, atttypmod) || attgenerated::text, ', ' order by attnum)
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    c.relispartition or exists (select from pg_inherits where c.oid in (inhrelid, inhparent)) as inherits,
    c.relrowsecurity or c.relforcerowsecurity as row_security,
    (select coalesce(string_agg(rulename::text, ', '), '') from pg_rewrite where ev_class = c.oid) as rules,
    (select coalesce(string_agg(polname::text, ', '), '') from pg_policy where polrelid = c.oid) as policies,
    (select coalesce(string_agg(tgenabled::text || ' ' || pg_get_triggerdef(oid), '; ' order by tgname), '')
      from pg_trigger where tgrelid = c.oid) as triggers
  from pg_class c left join pg_am a on a.oid = c.relam
  where c.relnamespace = (select oid from pg_namespace where nspname = 'log') and c.relname = any ($1)`;

const FUNCTIONS = `
  select p.proname::text as name, p.prosrc as source, l.lanname = 'plpgsql' and not p.prosecdef and p.prokind = 'f' as plain
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = (select oid from pg_namespace where nspname = 'log') and p.proname = any ($1)`;

/** Enabled regardless of the session's settings. */
const ALWAYS = 'A';

const KINDS: Readonly<Record<string, string>> = {
  v: 'a view',
  m: 'a materialized view',
  f: 'a foreign table',
  p: 'a partitioned table',
};

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
  const names = Object.keys(LOG_SHAPE.tables);
  const tables = (await client.query<FoundTable>(TABLES, [names])).rows;
  const functions = (await client.query<FoundFunction>(FUNCTIONS, [Object.keys(LOG_SHAPE.functions)])).rows;
  const differences = [
    ...Object.entries(LOG_SHAPE.tables).flatMap(([name, columns]) => {
      const found = tables.find((table) => table.name === name);
      return found === undefined ? [`there is no table log.${name}`] : tableDifferences(found, columns);
    }),
    ...Object.entries(LOG_SHAPE.functions).flatMap(([name, source]) => {
      const found = functions.filter((one) => one.name === name);
      const same = found.length === 1 && found.every((one) => one.plain && one.source === source);
      return same ? [] : [`the function log.${name} is not that of this build`];
    }),
  ];
  if (differences.length === 0) return;
  const words = `The log's tables are not as Fairmark makes them, so reading them proves nothing: ${differences.join('; ')}.`;
  throw new Failed(words, differences, {}, { differences });
}

function tableDifferences(found: FoundTable, columns: string): string[] {
  const { name, kind, storage, inherits, rules, policies, triggers } = found;
  const table = `log.${name}`;
  if (kind !== 'r') return [`${table} is ${KINDS[kind] ?? 'not a table'}`];
  const checks: [differs: boolean, how: string][] = [
    [storage !== 'heap', `${table} is stored by ${storage}`],
    [found.columns !== columns, `${table} has other columns (${found.columns})`],
    [inherits, `${table} shares rows with a table that inherits from it, or is one that inherits`],
    [rules !== '', `${table} has a rule (${rules})`],
    [found.row_security || policies !== '', `${table} has row security${policies === '' ? '' : ` (${policies})`}`],
    [
      triggers !== `${ALWAYS} ${LOG_SHAPE.trigger(name)}`,
      `the trigger of ${table} that refuses changes is missing, disabled or not the only one (${triggers || 'none'})`,
    ],
  ];
  return checks.flatMap(([differs, how]) => (differs ? [how] : []));
}
