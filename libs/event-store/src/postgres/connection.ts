import { DatabaseError, types, type ClientConfig, type CustomTypesConfig } from 'pg';
import type { Failure } from '../port/failure.js';
import { attemptMs, SERVER_DEFAULTS, type ServerOptions } from '../port/server-store.js';

/** How a Postgres store reaches its server. Times are milliseconds. */
export interface PostgresOptions extends ServerOptions {
  /** Connections for reading, 1 to 50 (default 4); one more writes and one more listens. */
  poolSize?: number;
  /** Shortest pause between two looks for news when nothing was announced (default 250); the longest is twice as long. */
  pollMs?: number;
}

export type Settings = Required<PostgresOptions>;

/** The options with their defaults. Throws `RangeError` for what makes no sense. */
export function settingsOf(options: PostgresOptions): Settings {
  const settings = { ...SERVER_DEFAULTS, poolSize: 4, pollMs: 250, ...options };
  if (!(settings.poolSize >= 1 && settings.poolSize <= 50)) throw new RangeError('poolSize is 1 to 50');
  if (!(settings.timeoutMs >= 100)) throw new RangeError('timeoutMs is at least 100');
  return settings;
}

/**
 * A connection's configuration. The server gives up when we do, so that an abandoned statement does
 * not keep the lock of the writer. Plans that were made while the log was empty must not scan it later.
 */
export function clientConfig(settings: Settings, name: string): ClientConfig {
  const patience = attemptMs(settings);
  return {
    connectionString: settings.connectionString,
    application_name: `fairmark log ${name}`,
    connectionTimeoutMillis: patience,
    statement_timeout: patience,
    query_timeout: patience,
    keepAlive: true,
    options: '-c enable_seqscan=off -c default_transaction_isolation=read\\ committed',
    types: { getTypeParser: parserFor },
  };
}

/** Revisions and positions are `bigint` throughout. */
export function parserFor(
  ...[oid, format]: Parameters<typeof types.getTypeParser>
): ReturnType<CustomTypesConfig['getTypeParser']> {
  return oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format);
}

/** SQLSTATE classes: connection, transaction, rollback by the server, no resources, locks, operator, system. */
const LOST = ['08', '25', '40', '53', '55', '57', '58'];
/** Data, constraints, exceptions raised by triggers, limits. */
const REFUSED = ['22', '23', 'P0', '54'];

/** How a statement failed: without an SQLSTATE, the connection did. */
export function failureOf(error: unknown): Failure {
  const code = error instanceof DatabaseError ? error.code : undefined;
  if (code === undefined || LOST.includes(code.slice(0, 2))) return 'lost';
  return REFUSED.includes(code.slice(0, 2)) ? 'refused' : 'broken';
}
