import { whatIsMissing } from '@fairmark/read-models';
import { Failed } from './failure.js';

/** Throws `Failed` unless the schemas of this build are there. */
export async function refuseUnmigrated(databaseUrl: string): Promise<void> {
  const missing = await whatIsMissing(databaseUrl);
  if (missing === null) return;
  throw new Failed(`The database is not ready: ${missing}. If it answers, npm run migrate makes its tables.`);
}
