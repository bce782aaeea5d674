import { CLUBHOUSE_TABLES, type ClubhouseRows, type Table } from '@fairmark/read-models';
import type { ClientBase } from 'pg';

/** Writes rows in the caller's transaction. `rows` must not contain the same key twice. */
export type WriteRows = (client: ClientBase, rows: readonly ClubhouseRows[]) => Promise<void>;

/** Inserts rows into tables that have no keys yet. */
export function inserting(schema: string): WriteRows {
  return writing('insert', (table) => insert(schema, table));
}

/**
 * Inserts or updates rows by key. Removes the stored tables of competitions in whose window a card was verified or
 * corrected in this transaction.
 */
export function upserting(schema: string): WriteRows {
  const upsert = writing('upsert', (table) => insert(schema, table) + orUpdate(table));
  const outdate = `update ${schema}.competitions set standings = null
    where competition_id in (
      select competition_id from ${schema}.rounds join ${schema}.competitions using (course_id)
      where match_id = any($1) and verified and rounds.xmin = pg_current_xact_id()::xid
        and day between first_day and last_day)`;
  return async (client, rows) => {
    await upsert(client, rows);
    const verified = rows.flatMap(({ rounds = [] }) => rounds).filter((round) => round.verified);
    if (verified.length === 0) return;
    const values = [verified.map((round) => round.match_id)];
    await client.query({ name: 'outdate standings', text: outdate, values });
  };
}

/** One statement per table, which takes the rows as JSON. */
function writing(verb: string, textOf: (table: Table) => string): WriteRows {
  const statements = CLUBHOUSE_TABLES.map((table) => [table.name, textOf(table)] as const);
  return async (client, rows) => {
    for (const [name, text] of statements) {
      const written = rows.flatMap(
        (each: Readonly<Record<string, readonly unknown[] | undefined>>) => each[name] ?? [],
      );
      if (written.length === 0) continue;
      await client.query({ name: `${verb} ${name}`, text, values: [JSON.stringify(written)] });
    }
  };
}

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
