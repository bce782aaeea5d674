import { Client, DatabaseError, types, type ClientConfig } from 'pg';
import { attemptMs, STORE_DEFAULTS, type Failure, type ServerOptions } from '../port/append.js';
import type { Listen } from '../port/log-store.js';
import { within } from '../port/retry.js';
import { NEWS_CHANNEL } from './schema.js';

/** Connection of a Postgres store. Times are milliseconds. */
export interface PostgresOptions extends ServerOptions {
  /** Connections for reading, 1 to 50 (default 4); one more writes and one more listens. */
  poolSize?: number;
  /** Shortest polling interval of subscriptions when nothing was announced (default 250); the longest is twice this. */
  pollMs?: number;
}

export type Settings = Required<PostgresOptions>;

export const DEFAULTS = { ...STORE_DEFAULTS, poolSize: 4, pollMs: 250 };

/**
 * Configuration of a connection. The server has our timeout too, so that an abandoned statement does not keep the
 * writer's lock. Sequential scans are off, as a plan cached while the log was empty would scan the full log later.
 */
export function clientConfig(settings: Settings, name: string): ClientConfig {
  const attemptTimeoutMs = attemptMs(settings);
  return {
    connectionString: settings.connectionString,
    application_name: `fairmark log ${name}`,
    connectionTimeoutMillis: attemptTimeoutMs,
    statement_timeout: attemptTimeoutMs,
    query_timeout: attemptTimeoutMs,
    keepAlive: true,
    options: '-c enable_seqscan=off -c default_transaction_isolation=read\\ committed',
    types: { getTypeParser: parserFor },
  };
}

/** Parses int8 as `bigint`, for revisions and positions. */
export const parserFor: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format);

/** SQLSTATE classes: connection, transaction state, rollback, resources, object state, operator, system. */
const LOST = ['08', '25', '40', '53', '55', '57', '58'];
/** SQLSTATE classes: data, constraints, exceptions raised in PL/pgSQL, program limits. */
const REFUSED = ['22', '23', 'P0', '54'];

/** Classifies a failed statement. An error without an SQLSTATE means that the connection failed. */
export function failureOf(error: unknown): Failure {
  const code = error instanceof DatabaseError ? error.code : undefined;
  if (code === undefined || LOST.includes(code.slice(0, 2))) return 'lost';
  return REFUSED.includes(code.slice(0, 2)) ? 'refused' : 'broken';
}

/** Interval of the query that detects a silently dead connection; until then, subscriptions find news by polling. */
const HEARTBEAT_MS = 5_000;
const POSITION = /^\d+$/;

/**
 * Listens over one connection until it is lost or the signal aborts (see `Listen`).
 *
 * @param isNews whether an announcement may concern new events; receives the log's new head and the process id of the
 *   backend that wrote it
 */
export async function listen(
  settings: Settings,
  isNews: (position: bigint, writer: number) => boolean,
  ...[notify, signal]: Parameters<Listen>
): Promise<void> {
  const client = new Client(clientConfig(settings, 'listen'));
  const done = new AbortController();
  let heartbeat: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(), { signal: done.signal });
      client.on('error', reject);
      client.on('end', () => reject(new Error('The server ended the connection')));
      client.on('notification', ({ payload = '', processId }) => {
        if (!POSITION.test(payload) || isNews(BigInt(payload), processId)) notify();
      });
      const ping = (): void => void client.query('select 1').catch(reject);
      const connect = async (): Promise<void> => {
        await client.connect();
        await client.query(`listen ${NEWS_CHANNEL}`);
        notify();
        heartbeat = setInterval(ping, HEARTBEAT_MS);
      };
      connect().catch(reject);
    });
  } finally {
    done.abort();
    clearInterval(heartbeat);
    const ended = client.end().catch(() => undefined);
    // Only closing the store waits for the connection to end; a reconnect does not.
    if (signal.aborted) await within(attemptMs(settings), ended).catch(() => undefined);
  }
}
