import type { ClientBase } from 'pg';
import { ROW_TABLES, type ClubhouseRows, type RowTable } from './row-tables.js';

/** Writes rows into the tables of a schema, in the caller's transaction: new ones, and those that are there in another way. */
export type WriteRows = (client: ClientBase, rows: ClubhouseRows) => Promise<void>;

/** How rows are written into a schema. */
export function rowWriter(schema: string): WriteRows {
  const statements = ROW_TABLES.map((table) => ({ table, name: `upsert ${table.name}`, text: upsert(schema, table) }));
  return async (client, rows) => {
    for (const { table, name, text } of statements) {
      const values = table.byColumn(rows);
      if (values[0]?.length !== 0) await client.query({ name, text, values });
    }
  };
}

/** One statement for any number of rows, of whole columns. An unchanged row is not written again: a score touches one card of three. */
function upsert(schema: string, { name, key, columns }: RowTable): string {
  const names = columns.map((column) => column.name);
  const changing = names.filter((column) => !key.includes(column));
  const listed = (of: string): string => changing.map((column) => `${of}.${column}`).join(', ');
  // Arrays travel as text: unnest would flatten an array of arrays.
  const sources = columns.map(({ type }, i) => `$${i + 1}::${type.endsWith('[]') ? 'text' : type}[]`);
  const selected = columns.map((column) =>
    column.type.endsWith('[]') ? `${column.name}::${column.type}` : column.name,
  );
  return `insert into ${schema}.${name} as old (${names.join(', ')})
      select ${selected.join(', ')} from unnest(${sources.join(', ')}) as new (${names.join(', ')})
      on conflict (${key.join(', ')}) do update set ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}
      where (${listed('old')}) is distinct from (${listed('excluded')})`;
}
