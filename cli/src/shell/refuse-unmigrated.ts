import { whatIsMissing } from '@fairmark/read-models';
import { withDatabase } from './database.js';
import { Failed } from './failure.js';
import type { Shell } from './shell.js';

/** Throws `Failed` unless the schemas of this build are there. */
export async function refuseUnmigrated(databaseUrl: string): Promise<void> {
  const missing = await whatIsMissing(databaseUrl);
  if (missing === null) return;
  throw new Failed(`The database is not ready: ${missing}. If it answers, npm run migrate makes its tables.`);
}

/** Runs work on the product's database, whose tables are as this build knows them. Throws `Failed` where they are not. */
export function withMigrated<Result>(shell: Shell, work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  return withDatabase(shell, { create: false }, async (databaseUrl) => {
    await refuseUnmigrated(databaseUrl);
    return work(databaseUrl);
  });
}
