import { DatabaseError, types, type ClientConfig, type CustomTypesConfig } from 'pg';
import { attemptMs, STORE_DEFAULTS, type Failure, type ServerOptions } from '../port/append.js';

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
export function parserFor(
  ...[oid, format]: Parameters<typeof types.getTypeParser>
): ReturnType<CustomTypesConfig['getTypeParser']> {
  return oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format);
}

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
