import { APP_SCHEMA } from '@fairmark/server';
import { escapeIdentifier, type ClientBase } from 'pg';

/** A table that is backed up, with its columns except generated ones. */
export interface Table {
  name: string;
  columns: string[];
}

/**
 * Not backed up: the records of migrations, which a migration writes again, and copies of anchors, because the
 * originals are kept elsewhere. Anchors of a restored log continue from those, or start over.
 */
const LEFT_OUT: readonly string[] = ['migrations', 'schema_parts', 'anchors'];

/** The tables of schema `app`, referenced tables first. All other tables hold the log, read models or jobs. */
export async function keptTables(client: ClientBase): Promise<Table[]> {
  const found = await client.query<Table & { refers: string[] }>(
    `select c.relname as name,
       array(
         select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
       ) as columns,
       array(
         select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid
       ) as refers
     from pg_class c
     where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($2)
     order by c.relname`,
    [APP_SCHEMA, LEFT_OUT],
  );
  const ordered: Table[] = [];
  for (let left = found.rows; left.length > 0;) {
    const ready = left.filter(({ refers }) => !left.some(({ name }) => refers.includes(name)));
    if (ready.length === 0) throw new Error('Tables of schema app refer to each other in a circle');
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** A table's name and columns as SQL. */
export function sqlOf({ name, columns }: Table): string {
  return `${tableSql(name)} (${columns.map(escapeIdentifier).join(', ')})`;
}

export function tableSql(name: string): string {
  return `${APP_SCHEMA}.${escapeIdentifier(name)}`;
}

/** Names of the migrations that a database has, in their order. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${APP_SCHEMA}.migrations order by id`);
  return rows.map(({ name }) => name);
}

/** Makes Postgres write values in formats that every release reads the same way, and lifts its timeouts. */
export const PLAIN_TEXTS = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set transaction_timeout = 0`;
