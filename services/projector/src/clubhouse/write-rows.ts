import { finished } from 'node:stream/promises';
import { CLUBHOUSE_TABLES, type ClubhouseRows, type Table } from '@fairmark/read-models';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Writes rows in the caller's transaction. `rows` must not contain the same key twice. */
export type WriteRows = (client: ClientBase, rows: readonly ClubhouseRows[]) => Promise<void>;

type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value | readonly Value[]>>;

/**
 * Inserts or updates rows by key, with one statement per table. Removes the stored tables of competitions in whose
 * window a card was verified or corrected in this transaction.
 */
export function upserting(schema: string): WriteRows {
  const statements = CLUBHOUSE_TABLES.map((table) => ({
    table,
    name: `upsert ${table.name}`,
    text: upsert(schema, table),
  }));
  const outdate = `update ${schema}.competitions set standings = null
    where competition_id in (
      select competition_id from ${schema}.rounds join ${schema}.competitions using (course_id)
      where match_id = any($1) and verified and rounds.xmin = pg_current_xact_id()::xid
        and day between first_day and last_day)`;
  return async (client, rows) => {
    for (const { table, name, text } of statements) {
      const written = rowsOf(table, rows);
      if (written.length === 0) continue;
      const values = Object.keys(table.columns).map((column) => written.map((row) => valueOf(row[column])));
      await client.query({ name, text, values });
    }
    const verified = rows.flatMap(({ rounds = [] }) => rounds).filter((round) => round.verified);
    if (verified.length === 0) return;
    const values = [verified.map((round) => round.match_id)];
    await client.query({ name: 'outdate standings', text: outdate, values });
  };
}

/** Inserts rows with `COPY`, which is several times faster, but only for keys that do not exist yet. */
export function copying(schema: string): WriteRows {
  return async (client, rows) => {
    for (const table of CLUBHOUSE_TABLES) {
      const columns = Object.keys(table.columns);
      const lines = rowsOf(table, rows).map((row) => columns.map((column) => copied(valueOf(row[column]))).join('\t'));
      if (lines.length === 0) continue;
      const stream = client.query(copyFrom(`copy ${schema}.${table.name} (${columns.join(', ')}) from stdin`));
      stream.end(`${lines.join('\n')}\n`);
      await finished(stream);
    }
  };
}

function rowsOf({ name }: Table, rows: readonly ClubhouseRows[]): Row[] {
  return rows.flatMap((each: Readonly<Record<string, readonly Row[] | undefined>>) => each[name] ?? []);
}

/** Lists are sent as text, because unnest would flatten a list of lists. */
function valueOf(value: Row[string] | undefined): Value {
  if (typeof value !== 'object' || value === null) return value ?? null;
  return `{${value.map((each) => each ?? 'null').join(',')}}`;
}

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function copied(value: Value): string {
  if (value === null) return '\\N';
  return typeof value === 'string' ? value.replace(SPECIAL, (character) => ESCAPES[character] ?? '') : String(value);
}

/** Takes one array per column. Skips unchanged rows: a score changes only one of a match's three cards. */
function upsert(schema: string, { name, key, columns }: Table): string {
  const names = Object.keys(columns);
  const changing = names.filter((column) => !key.includes(column));
  const listed = (of: string): string => changing.map((column) => `${of}.${column}`).join(', ');
  const isList = (column: string): boolean => columns[column]?.type.endsWith('[]') ?? false;
  const sources = names.map((column, i) => `$${i + 1}::${isList(column) ? 'text' : columns[column]?.type}[]`);
  const selected = names.map((column) => (isList(column) ? `${column}::${columns[column]?.type}` : column));
  return `insert into ${schema}.${name} as old (${names.join(', ')})
      select ${selected.join(', ')} from unnest(${sources.join(', ')}) as new (${names.join(', ')})
      on conflict (${key.join(', ')}) do update set ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}
      where (${listed('old')}) is distinct from (${listed('excluded')})`;
}
