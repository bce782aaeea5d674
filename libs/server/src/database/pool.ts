import { Pool, type PoolConfig } from 'pg';

/** Treats a database that does not answer as unreachable. */
export const DATABASE_TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  // Golfers come in bursts, and connecting takes longer than most queries.
  idleTimeoutMillis: 60_000,
  keepAlive: true,
};

/** Opens a pool; `limits` win over `DATABASE_TIMEOUTS`. A connection that breaks while idle is replaced. */
export function openPool(connectionString: string, name: string, max: number, limits: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString, application_name: name, max, ...DATABASE_TIMEOUTS, ...limits });
  // Without a listener, the error of an idle connection would end the process.
  pool.on('error', () => undefined);
  return pool;
}
