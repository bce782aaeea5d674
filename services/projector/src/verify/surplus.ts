import type { EventStore } from '@fairmark/event-store';
import type { ClientBase } from 'pg';
import type { Difference } from './compare-streams.js';
import { streamOf, type StreamTable } from './folded-stream.js';
import { idsAfter, orphans } from './read-tables.js';
import type { TableName } from './tables.js';

/** The tables to look through, and the log that they belong to. */
export interface SurplusOptions {
  client: ClientBase;
  schema: string;
  store: EventStore;
  /** Look for so many. */
  limit: number;
}

const PAGE = 500;
const AT_ONCE = 8;

/** Rows of matches that have no row in `matches`, and are not in the log either. */
export async function strayRows({ client, schema, store, limit }: SurplusOptions): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { table, id, rows } of await orphans(client, schema, limit)) {
    const stream = streamOf('matches', id);
    if (!(await exists(store, stream))) found.push({ stream, words: notInLog(table, id, rows) });
  }
  return found;
}

/** Rows of matches or competitions that are not in the log: `limit` of them, which are known to be there. */
export async function unknownStreams(table: StreamTable, options: SurplusOptions): Promise<Difference[]> {
  const { client, schema, store, limit } = options;
  const found: Difference[] = [];
  for (let after: string | null = null; found.length < limit;) {
    const ids: string[] = await idsAfter(client, { schema, table, after, limit: PAGE });
    const unknown = await unknownOf(store, table, ids);
    found.push(...unknown.map((id) => ({ stream: streamOf(table, id), words: notInLog(table, id, 1) })));
    after = ids.at(-1) ?? null;
    if (after === null) break;
  }
  return found.slice(0, limit);
}

async function unknownOf(store: EventStore, table: StreamTable, ids: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const some = ids.slice(i, i + AT_ONCE);
    const there = await Promise.all(some.map((id) => exists(store, streamOf(table, id))));
    unknown.push(...some.filter((_, at) => there[at] !== true));
  }
  return unknown;
}

function notInLog(table: TableName, id: string, rows: number): string {
  return `${table} ${id} is not in the log${rows === 1 ? '' : ` (${rows} rows)`}`;
}

async function exists(store: EventStore, stream: string): Promise<boolean> {
  return (await store.readStream(stream, 0n, { limit: 1 })).length > 0;
}
