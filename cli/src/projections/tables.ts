import { PROJECTIONS, type ProjectionName } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import type { Pool } from 'pg';
import { Misused } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { openLog, openMigrated, openPool } from '../shell/open.js';

/** The tables that are derived from the log, and the log. */
export interface TablesAndLog {
  databaseUrl: string;
  /** For short questions. */
  pool: Pool;
  store: EventStore;
}

/** The derived tables of the product's database and the log, wherever the settings say that it is. */
export async function openTables(job: Job): Promise<TablesAndLog> {
  const databaseUrl = await openMigrated(job);
  return { databaseUrl, pool: openPool(job, databaseUrl), store: await openLog(job, databaseUrl) };
}

/** The projections that are named, each once; all of them where none is named. Throws `Misused` for an unknown name. */
export function projectionsOf(given: readonly string[]): ProjectionName[] {
  const unknown = given.filter((name) => !PROJECTIONS.some((known) => known === name));
  if (unknown.length > 0) {
    throw new Misused(`There is no projection ${unknown.join(', ')}. Known: ${PROJECTIONS.join(', ')}.`);
  }
  return PROJECTIONS.filter((name) => given.length === 0 || given.includes(name));
}
