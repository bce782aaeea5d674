import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a command says when there is no database to work on. */
export const NO_DATABASE = 'No database: start Fairmark first (npm start), or set DATABASE_URL.';

/** `DATABASE_URL`, or the address that a running `npm start` leaves in its data folder. */
export function localDatabaseUrl(env: NodeJS.ProcessEnv): string | null {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const left = path.join(env.DATA_DIR || '.data', 'database-url');
  return existsSync(left) ? readFileSync(left, 'utf8').trim() : null;
}

/** Why it failed. A failed connection holds its reasons in a list, one for each address that was tried. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('\n');
  return error instanceof Error ? error.message : String(error);
}
