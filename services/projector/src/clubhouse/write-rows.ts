import { CLUBHOUSE_TABLES, type ClubhouseRows, type Table } from '@fairmark/read-models';
import type { ClientBase } from 'pg';

/** Writes rows in the caller's transaction. `rows` must not contain the same key twice. */
export type WriteRows = (client: ClientBase, rows: readonly ClubhouseRows[]) => Promise<void>;

/**
 * Inserts or updates rows by key; with `keys` false, only inserts them, into tables that have none yet. Removes the stored
 * tables of competitions in whose window a card was verified or corrected in this transaction.
 */
export function writing(schema: string, keys: boolean): WriteRows {
  const statements = CLUBHOUSE_TABLES.map((table) => ({
    table: table.name,
    name: `${keys ? 'upsert' : 'insert'} ${table.name}`,
    text: keys ? insert(schema, table) + orUpdate(table) : insert(schema, table),
  }));
  const outdate = `update ${schema}.competitions set standings = null
    where competition_id in (
      select competition_id from ${schema}.rounds join ${schema}.competitions using (course_id)
      where match_id = any($1) and verified and rounds.xmin = pg_current_xact_id()::xid
        and day between first_day and last_day)`;
  return async (client, rows) => {
    for (const { table, name, text } of statements) {
      const written = rows.flatMap(
        (each: Readonly<Record<string, readonly unknown[] | undefined>>) => each[table] ?? [],
      );
      if (written.length > 0) await client.query({ name, text, values: [JSON.stringify(written)] });
    }
    const verified = rows.flatMap(({ rounds = [] }) => rounds).filter((round) => round.verified);
    if (!keys || verified.length === 0) return;
    const values = [verified.map((round) => round.match_id)];
    await client.query({ name: 'outdate standings', text: outdate, values });
  };
}

/** Takes the rows as JSON. */
function insert(schema: string, { name, columns }: Table): string {
  const names = Object.keys(columns).join(', ');
  return `insert into ${schema}.${name} as old (${names})
      select ${names} from json_populate_recordset(null::${schema}.${name}, $1)`;
}

/** Skips unchanged rows: a score changes only one of a match's three cards. */
function orUpdate({ key, columns }: Table): string {
  const changing = Object.keys(columns).filter((column) => !key.includes(column));
  const listed = (of: string): string => changing.map((column) => `${of}.${column}`).join(', ');
  return `
      on conflict (${key.join(', ')}) do update set ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}
      where (${listed('old')}) is distinct from (${listed('excluded')})`;
}
