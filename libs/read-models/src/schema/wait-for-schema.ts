import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { withoutSecrets, placeOf, Waiting, APP_SCHEMA, MIGRATIONS } from '@fairmark/server';
import { SCHEMA_PARTS } from './schema-parts.js';

const LOOK_EVERY_MS = 250;
const LOOK_TIMEOUT_MS = 3_000;
/** What a database says that lets this process in neither now nor later. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'does not take the password',
  '28000': 'does not let the account in',
  '3D000': 'is not there, though its server is: make it first, or correct the name',
};

/** The database cannot be had with this address: waiting does not help. */
export class DatabaseRefuses extends Error {
  override readonly name = 'DatabaseRefuses';
}

export interface WaitOptions {
  /** Ends the wait quietly. */
  signal?: AbortSignal;
  /** Called when what is waited for changes. */
  onWait?: (reason: string) => void;
}

/**
 * Waits until the database is there and everything this build needs was migrated; a newer schema is fine, since releases
 * only expand. Processes wait and `migrate` migrates, so that no two of them do it at once.
 *
 * @throws DatabaseRefuses
 */
export async function waitForSchema(databaseUrl: string, { signal, onWait }: WaitOptions = {}): Promise<void> {
  let said = '';
  const waiting = new Waiting(() => `the database at ${placeOf(databaseUrl)}${said && ` (${said})`}`);
  await waiting.on(async () => {
    for (;;) {
      if (signal?.aborted === true) return;
      const reason = await whatIsMissing(databaseUrl);
      if (reason === null) return;
      if (reason !== said) onWait?.((said = reason));
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  });
}

/**
 * What this build's processes have to wait for; null when everything is there.
 *
 * @param withinMs how long the database may take to answer
 * @throws DatabaseRefuses
 */
export async function whatIsMissing(databaseUrl: string, withinMs = LOOK_TIMEOUT_MS): Promise<string | null> {
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
    const needed = [...MIGRATIONS.map((migration) => migration.name), ...SCHEMA_PARTS.map((part) => part.name)];
    const missing = needed.filter((name) => !names.has(name));
    return missing.length === 0 ? null : `not migrated yet: ${missing.join(', ')}`;
  } catch (error) {
    const refusal = error instanceof DatabaseError ? REFUSALS[error.code ?? ''] : undefined;
    if (refusal !== undefined) {
      throw new DatabaseRefuses(`The database of DATABASE_URL, at ${placeOf(databaseUrl)}, ${refusal}.`, {
        cause: error,
      });
    }
    return `no answer from the database: ${withoutSecrets(error instanceof Error ? error.message : String(error))}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}
