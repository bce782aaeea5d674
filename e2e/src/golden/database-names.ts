import type pg from 'pg';
import type { Names } from './table.js';

/** Selects the product's own schemas; libraries name theirs. */
export const OURS = `(n.nspname in ('app', 'log') or n.nspname like 'rm\\_%')`;

const RELATIONS = `
  select n.nspname || '.' || c.relname as name,
    string_agg(
      format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then ' not null' else '' end,
        coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')),
      ', ' order by a.attnum) as value
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'v', 'm', 'p') and ${OURS}
  group by 1`;

// "Not null" constraints are listed with the columns.
const CONSTRAINTS = `
  select format('%s.%s constraint %s', n.nspname, c.relname, k.conname) as name, pg_get_constraintdef(k.oid) as value
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and k.contype <> 'n'`;

const INDEXES = `
  select format('%s.%s index %s', schemaname, tablename, indexname) as name, regexp_replace(indexdef, '^.* USING ', '')
    || case when indexdef like 'CREATE UNIQUE%' then ' unique' else '' end as value
  from pg_indexes join pg_namespace n on n.nspname = schemaname where ${OURS}`;

// Only names, arguments and results, which builds call; the body is an implementation detail.
const FUNCTIONS = `
  select format('%s.%s function', n.nspname, p.proname) as name,
    format('(%s) returns %s', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)) as value
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS}`;

const TRIGGERS = `
  select format('%s.%s trigger %s', n.nspname, c.relname, t.tgname) as name,
    format('%s enabled %s', regexp_replace(pg_get_triggerdef(t.oid), '^CREATE TRIGGER \\S+ ', ''), t.tgenabled) as value
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and not t.tgisinternal`;

/** The columns `name` and `value` of a query. */
export async function namesIn(database: pg.Pool, query: string): Promise<Names> {
  const { rows } = await database.query<{ name: string; value: string }>(query);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The catalogue of a migrated database for the product's schemas. */
export const tableNames = (database: pg.Pool): Promise<Names> =>
  namesIn(database, `${[RELATIONS, CONSTRAINTS, INDEXES, FUNCTIONS, TRIGGERS].join(' union all ')} order by 1`);

/** Migrations in order, and the rows with which builds announce what they have applied. */
export async function migrationNames(database: pg.Pool): Promise<Names> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.columns
     where column_name = 'timestamp' and table_schema in ('app', 'public') and table_name like '%migrations%'`,
  );
  const [table] = tables;
  if (table === undefined) throw new Error('There is no table of migrations');
  const migrations = `select 'migration ' || row_number() over (order by id) as name, name as value from ${table.name}`;
  const parts = `select 'part: ' || name as name, 'applied' as value from app.schema_parts order by app.schema_parts.name`;
  return {
    'kept in': `${table.name}, app.schema_parts`,
    ...(await namesIn(database, migrations)),
    ...(await namesIn(database, parts)),
  };
}

/** A statement as Postgres logged it, with its parameters. */
interface Statement {
  session: string;
  text: string;
}

/** Required `log_line_prefix` for {@link statementsIn}: the session's name and process. */
export const LINE_PREFIX = '%a|%p|';

const NO_NAME = '[unknown]';

/** Statements in the log of a Postgres that logs all of them. */
function statementsIn(lines: readonly string[]): Statement[] {
  const statements: Statement[] = [];
  // Lines of other sessions may come between a statement and its parameters.
  const lastOf = new Map<string, Statement>();
  let continued: Statement | undefined;
  for (const line of lines) {
    const [found, session = '', pid = '', level, text = ''] = /^(.*?)\|(\d+)\|([A-Z]+): {2}(.*)$/.exec(line) ?? [];
    if (found === undefined) {
      if (continued !== undefined) continued.text += ` ${line.trim()}`;
      continue;
    }
    // An error repeats its statement, which must not be taken for more of the last one.
    continued = undefined;
    const own = lastOf.get(pid);
    if (level === 'LOG') {
      continued = { session, text };
      statements.push(continued);
      lastOf.set(pid, continued);
    } else if (level === 'DETAIL' && own !== undefined) own.text = filledIn(own.text, text);
  }
  return statements;
}

/** A statement with its parameters filled in for `$1`, `$2` …, except hashed ones, which differ between golfers. */
function filledIn(text: string, detail: string): string {
  const values = new Map([...detail.matchAll(/\$(\d+) = '([^']*)'/g)].map(([, number, value]) => [number, value]));
  return text.replaceAll(/(?<!hashtext\()\$(\d+)/g, (place, number: string) => values.get(number) ?? place);
}

/** Each advisory lock, and the sessions that requested it. */
export function lockNames(lines: readonly string[]): Names {
  const all = sessionsBy(lines, /\bpg_(?:try_)?advisory_(?:xact_)?lock\((.*?)\)(?: as|$|;)/, ([, key = '']) => key);
  // The job library has its own locks.
  return Object.fromEntries(Object.entries(all).filter(([, sessions]) => sessions !== NO_NAME));
}

/** Each channel, with the sessions that listen or notify. */
export function channelNames(lines: readonly string[]): Names {
  const listening = sessionsBy(lines, /\blisten (\w+)$/i, ([, name = '']) => `listen ${name}`);
  const announced = sessionsBy(lines, /\bpg_notify\(([^,]+),/, ([, name = '']) => `notify ${name}`);
  return { ...listening, ...announced };
}

function sessionsBy(lines: readonly string[], pattern: RegExp, nameOf: (found: RegExpExecArray) => string): Names {
  const sessions = new Map<string, Set<string>>();
  for (const { session, text } of statementsIn(lines)) {
    const found = pattern.exec(text);
    if (found === null || /bull|jobs\./.test(text)) continue;
    const name = nameOf(found);
    sessions.set(name, (sessions.get(name) ?? new Set()).add(session));
  }
  const sorted = [...sessions].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, all]) => [name, [...all].sort().join(', ')]));
}
