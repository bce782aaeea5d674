import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { migrateEventLog, PostgresEventStore } from '@fairmark/event-store';
import { Pool } from 'pg';
import { query, withClient } from '../run/server.js';
import type { Contestant, ScoreEvent } from './workload.js';

/** Connections of contestants that need one for each concurrent append. */
export const CONNECTIONS = 16;

/** This project's log. */
export async function openOurs(url: string): Promise<Contestant> {
  await withClient(url, migrateEventLog);
  const store = new PostgresEventStore({ connectionString: url });
  await store.head();
  return {
    append: async (stream, revision, event) => {
      const expected = revision === 0 ? 'no-stream' : BigInt(revision - 1);
      const { outcome } = await store.append(stream, expected, [event]);
      if (outcome === 'conflict') throw new Error(`${stream} is not at ${revision - 1}`);
    },
    count: async () => Number(await store.head()),
    close: () => store.close(),
  };
}

/** Emmett's log, with an exact expected version for each append, over a pool of the same size as the others'. */
export async function openEmmett(url: string): Promise<Contestant> {
  const pool = await openPool(url);
  const store = getPostgreSQLEventStore(url, { schema: { autoMigration: 'None' }, connectionOptions: { pool } });
  await store.schema.migrate();
  return {
    append: async (stream, revision, { type, data, metadata }) => {
      await store.appendToStream(stream, [{ type, data, metadata }], { expectedStreamVersion: BigInt(revision) });
    },
    count: () => count(url, 'emt_messages'),
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}

/** The floor: one row, one statement, one commit. Nothing is checked and only the row's number is indexed. */
export async function openBareInsert(url: string): Promise<Contestant> {
  await query(
    url,
    `create table events (position bigint generated always as identity primary key, stream text not null,
       revision bigint not null, id uuid not null, type text not null, data jsonb not null, metadata jsonb not null)`,
  );
  const pool = await openPool(url);
  const text = 'insert into events (stream, revision, id, type, data, metadata) values ($1, $2, $3, $4, $5, $6)';
  return {
    append: async (stream: string, revision: number, { id, type, data, metadata }: ScoreEvent) => {
      await pool.query({ name: 'insert', text, values: [stream, revision, id, type, data, metadata] });
    },
    count: () => count(url, 'events'),
    close: () => pool.end(),
  };
}

/** Opens a pool with all its connections. */
async function openPool(url: string): Promise<Pool> {
  const pool = new Pool({ connectionString: url, max: CONNECTIONS, idleTimeoutMillis: 0 });
  // `end` does not wait for sockets to close, so dropping the database may be faster and cause errors.
  pool.on('error', () => undefined);
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  for (const client of clients) client.release();
  return pool;
}

async function count(url: string, table: string): Promise<number> {
  const [row] = await query<{ count: number }>(url, `select count(*)::int as count from ${table}`);
  return row?.count ?? 0;
}
