import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { announced, withoutSecrets, placeOf, APP_SCHEMA, MIGRATIONS } from '@fairmark/server';
import { SCHEMA_PARTS } from './migrate.js';

const CHECK_EVERY_MS = 250;
const CHECK_TIMEOUT_MS = 3_000;
/** Errors, by SQLSTATE, on which waiting is pointless, with the end of the message. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the password',
  '28000': 'does not accept the account',
  '3D000': 'does not exist on its server: create it first, or correct the name',
};

export interface WaitOptions {
  signal?: AbortSignal;
  onWait?: (reason: string) => void;
}

/** Waits until the database has at least what this build needs. Throws if it refuses the address for good. */
export async function waitForSchema(databaseUrl: string, { signal, onWait }: WaitOptions = {}): Promise<void> {
  let lastReason = '';
  const name = (): string => `the database at ${placeOf(databaseUrl)}${lastReason && ` (${lastReason})`}`;
  await announced(name, async () => {
    for (;;) {
      if (signal?.aborted === true) return;
      const reason = await whatIsMissing(databaseUrl);
      if (reason === null) return;
      if (reason !== lastReason) onWait?.((lastReason = reason));
      await pause(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  });
}

/** What the database lacks for this build, in words; null: nothing. Throws if it refuses the address for good. */
export async function whatIsMissing(databaseUrl: string, withinMs = CHECK_TIMEOUT_MS): Promise<string | null> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      `${APP_SCHEMA}.migrations`,
    ]);
    if (rows[0]?.there !== true) return 'the database was never migrated';
    const done = await client.query<{ name: string }>(
      `select name from ${APP_SCHEMA}.migrations union all select name from ${APP_SCHEMA}.schema_parts`,
    );
    const names = new Set(done.rows.map(({ name }) => name));
    const needed = [...MIGRATIONS.map((migration) => migration.name), ...SCHEMA_PARTS];
    const missing = needed.filter((name) => !names.has(name));
    return missing.length === 0 ? null : `not migrated yet: ${missing.join(', ')}; restart npm start, or run migrate`;
  } catch (error) {
    const refusal = error instanceof DatabaseError ? REFUSALS[error.code ?? ''] : undefined;
    if (refusal !== undefined) {
      throw new Error(`The database of DATABASE_URL, at ${placeOf(databaseUrl)}, ${refusal}.`, {
        cause: error,
      });
    }
    return `no answer from the database: ${withoutSecrets(error instanceof Error ? error.message : String(error))}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}
