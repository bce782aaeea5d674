import { DatabaseError, types, type ClientConfig, type CustomTypesConfig } from 'pg';

/** How a Postgres store reaches its server, and how patient it is. Times are milliseconds. */
export interface PostgresOptions {
  connectionString: string;
  /** Connections for reading, 1 to 50 (default 4); one more writes and one more listens. */
  poolSize?: number;
  /** How long a call may take before it ends in `StoreUnavailable` (default 3,000). */
  timeoutMs?: number;
  /** Appends that may wait for their turn (default 10,000); more are refused with `StoreUnavailable`. */
  queueMax?: number;
  /** Shortest pause between two looks for news when nothing was announced (default 250); the longest is twice as long. */
  pollMs?: number;
  /** Called for everything that the store recovers from by itself: lost connections, batches that are sent again. */
  onTrouble?: (what: string, error: unknown) => void;
}

export type Settings = Required<PostgresOptions>;

/** The options with their defaults. Throws `RangeError` for what makes no sense. */
export function settingsOf(options: PostgresOptions): Settings {
  const settings = {
    poolSize: 4,
    timeoutMs: 3_000,
    queueMax: 10_000,
    pollMs: 250,
    onTrouble: () => undefined,
    ...options,
  };
  if (!(settings.poolSize >= 1 && settings.poolSize <= 50)) throw new RangeError('poolSize is 1 to 50');
  if (!(settings.timeoutMs >= 100)) throw new RangeError('timeoutMs is at least 100');
  return settings;
}

/** One attempt at anything; two of them fit into a call's patience. */
export const attemptMs = (settings: Settings): number => Math.ceil(settings.timeoutMs / 2);

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
function parserFor(
  ...[oid, format]: Parameters<typeof types.getTypeParser>
): ReturnType<CustomTypesConfig['getTypeParser']> {
  return oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format);
}

/**
 * What a failure means. `lost`: the connection or the server failed, the outcome is unknown and
 * another attempt may succeed. `refused`: the server does not accept this data. `broken`: the server
 * cannot do it at all (no such table).
 */
export type Failure = 'lost' | 'refused' | 'broken';

/** SQLSTATE classes: connection, transaction, rollback by the server, no resources, locks, operator, system. */
const LOST = ['08', '25', '40', '53', '55', '57', '58'];
/** Data, constraints, exceptions raised by triggers, limits. */
const REFUSED = ['22', '23', 'P0', '54'];

export function failureOf(error: unknown): Failure {
  const code = error instanceof DatabaseError ? error.code : undefined;
  if (code === undefined || LOST.includes(code.slice(0, 2))) return 'lost';
  return REFUSED.includes(code.slice(0, 2)) ? 'refused' : 'broken';
}
