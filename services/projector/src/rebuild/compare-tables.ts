import { CLUBHOUSE_NEXT, CLUBHOUSE_SCHEMA, CLUBHOUSE_TABLES, type Table } from '@fairmark/read-models';
import type { ClientBase } from 'pg';

/** The result of comparing the live tables with new ones. */
export interface Comparison {
  /** Number of rows in the live tables. */
  rows: number;
  /** Number of rows that are missing, not in the log, or have other values. */
  differing: number;
  /** The first differences, a sentence each. */
  differences: string[];
}

type Values = Readonly<Record<string, unknown>>;
interface RowPair {
  key: string;
  live: Values | null;
  next: Values | null;
  differing: number;
}

/** Most differences that are reported. */
const REPORTED_MAX = 50;

/** Compares every row of the live tables with the new ones, except those of the matches and competitions `except`. */
export async function compareTables(client: ClientBase, except: readonly string[]): Promise<Comparison> {
  const found: Comparison = { rows: await countRows(client, CLUBHOUSE_SCHEMA), differing: 0, differences: [] };
  for (const table of CLUBHOUSE_TABLES) {
    const { rows } = await client.query<RowPair>(differingPairs(table), [except]);
    found.differing += rows[0]?.differing ?? 0;
    const left = REPORTED_MAX - found.differences.length;
    found.differences.push(...rows.slice(0, left).map((pair) => describe(table, pair)));
  }
  return found;
}

export async function countRows(client: ClientBase, schema: string): Promise<number> {
  const counts = CLUBHOUSE_TABLES.map(({ name }) => `(select count(*)::int from ${schema}.${name})`);
  const { rows } = await client.query<{ rows: number }>(`select ${counts.join(' + ')} as rows`);
  return rows[0]?.rows ?? 0;
}

function differingPairs({ name, key, columns }: Table): string {
  const values = (of: string): string =>
    Object.keys(columns)
      .map((column) => `${of}.${column}`)
      .join(', ');
  const id = name === 'competitions' ? 'competition_id' : 'match_id';
  return `select concat_ws(' ', ${key.join(', ')}) as key, to_jsonb(live) as live, to_jsonb(next) as next,
      (count(*) over ())::int as differing
    from ${CLUBHOUSE_SCHEMA}.${name} as live full join ${CLUBHOUSE_NEXT}.${name} as next using (${key.join(', ')})
    where (${values('live')}) is distinct from (${values('next')})
      and coalesce(live.${id}, next.${id})::text <> all($1)
    order by 1 limit ${REPORTED_MAX}`;
}

function describe({ name, columns }: Table, { key, live, next }: RowPair): string {
  if (live === null) return `${name} ${key} is missing`;
  if (next === null) return `${name} ${key} is not in the log`;
  const differing = Object.keys(columns)
    .map((column) => ({ column, is: text(live[column]), should: text(next[column]) }))
    .filter(({ is, should }) => is !== should)
    .map(({ column, is, should }) => `${column} is ${is}, the log says ${should}`);
  return `${name} ${key}: ${differing.join('; ')}`;
}

const text = (value: unknown): string => JSON.stringify(value);
