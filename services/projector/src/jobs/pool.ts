import { Pool } from 'pg';

/** A database that is silent is one that is gone. */
export const DATABASE_TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  keepAlive: true,
};

/** Connections under a name. One that breaks between two queries is replaced for the next one. */
export function openPool(connectionString: string, name: string, max: number): Pool {
  const pool = new Pool({ connectionString, application_name: name, max, ...DATABASE_TIMEOUTS });
  pool.on('error', () => undefined);
  return pool;
}
