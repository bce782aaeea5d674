import type { ClientBase } from 'pg';
import { idOf } from './folded-stream.js';
import { noRows, TABLE_NAMES, VERIFIED_TABLES, type TableName, type TableRows, type VerifiedTable } from './tables.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Rows of some streams, or all there are: one statement, so that they are of one moment. The session's time zone is UTC. */
export async function readRows(
  client: ClientBase,
  schema: string,
  streams: readonly string[] | 'all',
): Promise<TableRows> {
  const where = streams === 'all' ? '' : 'where OF = any($1::uuid[])';
  const lists = TABLE_NAMES.map((name) => {
    const { of, key, columns }: VerifiedTable = VERIFIED_TABLES[name];
    const values = [key.map((column) => `${column}::text`).join(` || ' ' || `), ...columns].join(', ');
    return `(select json_agg(json_build_array(${of}, ${values})) from ${schema}.${name} ${where.replace('OF', of)}) as ${name}`;
  });
  type Found = Record<TableName, unknown[][] | null>;
  const { rows } = await client.query<Found>({
    text: `select ${lists.join(', ')}`,
    // A stream whose name holds no such id cannot have rows.
    values: streams === 'all' ? [] : [streams.map(idOf).filter((id) => UUID.test(id))],
  });
  const all = noRows();
  for (const name of TABLE_NAMES) {
    for (const [id, key, ...values] of rows[0]?.[name] ?? []) {
      all[name].set(String(key), { id: String(id), values: plainTimes(name, values) });
    }
  }
  return all;
}

/** Postgres writes no zeros at the end of a second's part, and the offset in figures. */
function plainTimes(table: TableName, values: unknown[]): unknown[] {
  const { columns, times }: VerifiedTable = VERIFIED_TABLES[table];
  for (const time of times) {
    const at = columns.indexOf(time);
    const value = values[at];
    if (typeof value !== 'string') continue;
    const [whole = '', part = ''] = value.replace('+00:00', '').split('.');
    values[at] = `${whole}.${part.padEnd(3, '0')}Z`;
  }
  return values;
}

/** How many rows each table has. */
export async function countRows(client: ClientBase, schema: string): Promise<Record<TableName, number>> {
  const counts = TABLE_NAMES.map((name) => `(select count(*)::int from ${schema}.${name}) as ${name}`);
  const { rows } = await client.query<Record<TableName, number>>(`select ${counts.join(', ')}`);
  return rows[0] ?? { matches: 0, player_matches: 0, invites: 0, rounds: 0, competitions: 0 };
}

/** Ids in a table's id column after one (null: from the first), in order: each once. */
export async function idsAfter(
  client: ClientBase,
  { schema, table, after, limit }: { schema: string; table: TableName; after: string | null; limit: number },
): Promise<string[]> {
  const { of }: VerifiedTable = VERIFIED_TABLES[table];
  const { rows } = await client.query<{ id: string }>(
    `select distinct ${of} as id from ${schema}.${table} where $1::uuid is null or ${of} > $1 order by 1 limit $2`,
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

/** Matches that some table has rows of without a row in `matches`: the first ones, table by table. */
export async function orphans(
  client: ClientBase,
  schema: string,
  limit: number,
): Promise<{ table: TableName; id: string; rows: number }[]> {
  const found: { table: TableName; id: string; rows: number }[] = [];
  for (const table of ['player_matches', 'invites', 'rounds'] as const) {
    const { rows } = await client.query<{ id: string; rows: number }>(
      `select match_id as id, count(*)::int as rows from ${schema}.${table} t
       where not exists (select from ${schema}.matches m where m.match_id = t.match_id)
       group by match_id order by match_id limit $1`,
      [limit],
    );
    found.push(...rows.map((row) => ({ table, ...row })));
  }
  return found;
}
