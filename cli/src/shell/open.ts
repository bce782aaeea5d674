import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { eventStoreAddressProblem, type EventStore } from '@fairmark/event-store';
import { migrate, whatIsMissing } from '@fairmark/read-models';
import { openLog as openLogOf, openPool as openPoolOf } from '@fairmark/server';
import { Client, type Pool } from 'pg';
import { Failed, Misused } from './failure.js';
import type { Job } from './job.js';
import { databaseAddress, dataFolder, setting, type Shell } from './shell.js';

/** Opens what commands work on. Everything is closed at the end of the job. */

/** How long a busy database or EventStoreDB may take to answer. */
const PATIENCE_MS = 30_000;

/** The product's log, in whichever store the settings name, its database for short queries, and that one's address. */
export type LogAndDatabase = Awaited<ReturnType<typeof openAll>>;

/** Opens log and database. Throws `Failed` unless the database has the schemas of this build. */
export async function openAll(job: Job) {
  const url = await openMigrated(job);
  return { url, database: openPool(job, url), store: await openLog(job, url) };
}

/** A database for short queries: a connection that breaks between two of them is replaced. */
export function openPool(job: Job, connectionString: string): Pool {
  const pool = openPoolOf(connectionString, 'fairmark ops', 1, { connectionTimeoutMillis: PATIENCE_MS });
  job.atEnd(() => pool.end());
  return pool;
}

/** As `openDatabase`. Throws `Failed` unless the database has the schemas of this build. */
export async function openMigrated(job: Job, { create = false } = {}): Promise<string> {
  const url = await openDatabase(job, { create });
  await refuseUnmigrated(url);
  return url;
}

/** The product's log: in an EventStoreDB, by default that of EVENT_STORE_URL, or if there is none in its database. */
export async function openLog(
  job: Job,
  databaseUrl: string,
  address = setting(job.shell, 'EVENT_STORE_URL') ?? null,
): Promise<EventStore> {
  const problem = address === null ? null : eventStoreAddressProblem(address);
  if (problem !== null) throw new Misused(`The address of the EventStoreDB ${problem}`);
  const store = await openLogOf({ databaseUrl, eventStoreUrl: address ?? undefined }, { timeoutMs: PATIENCE_MS });
  job.atEnd(() => store.close());
  return store;
}

/**
 * Opens the log with a name: `postgres`, in the product's database; `eventstoredb`, at EVENT_STORE_URL; or a
 * postgres:// or esdb:// address. `databaseUrl` is null if the log is not in Postgres.
 */
export async function openNamedLog(job: Job, name: string): Promise<{ store: EventStore; databaseUrl: string | null }> {
  if (name === 'postgres' || /^postgres(?:ql)?:/.test(name)) {
    const databaseUrl = name === 'postgres' ? await openDatabase(job) : databaseAddress(name);
    await refuseUnmigrated(databaseUrl);
    return { store: await openLog(job, databaseUrl, null), databaseUrl };
  }
  const address = name === 'eventstoredb' ? setting(job.shell, 'EVENT_STORE_URL') : name;
  if (address === undefined) {
    throw new Misused('No EventStoreDB: set EVENT_STORE_URL, or name the log by an esdb:// address.');
  }
  return { store: await openLog(job, '', address), databaseUrl: null };
}

/** A separate connection without statement timeouts. */
export async function openClient(job: Job, connectionString: string, name: string): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: PATIENCE_MS,
    keepAlive: true,
  });
  client.on('error', (error) => (job.lost ??= error));
  await client.connect();
  job.atEnd(() => client.end().catch(() => undefined));
  return client;
}

/** Throws `Failed` unless the database has the schemas of this build. */
export async function refuseUnmigrated(databaseUrl: string): Promise<void> {
  const missing = await whatIsMissing(databaseUrl, PATIENCE_MS);
  if (missing === null) return;
  throw new Failed(
    `The database is not ready: ${missing}. If it does not answer, start it (npm start); if it does, create its tables (npm run migrate).`,
  );
}

/** Works on the database of DATABASE_URL. Ctrl-C does not wait for it: it is one transaction, or can be repeated. */
export async function onDatabase<Result>(job: Job, work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const interrupted = once(job.signal, 'abort').then((): never => {
    throw job.signal.reason;
  });
  return await Promise.race([work(givenDatabase(job.shell)), interrupted]);
}

/** The database of DATABASE_URL, for commands that do not start the one in the data folder. */
export function givenDatabase(shell: Shell): string {
  const given = setting(shell, 'DATABASE_URL');
  if (given === undefined) {
    throw new Misused(
      `Fairmark is not running on ${dataFolder(shell)}: start it (npm start), or set DATA_DIR to its folder, or DATABASE_URL.`,
    );
  }
  return databaseAddress(given);
}

/**
 * Address of the product's database: that of DATABASE_URL, which a running `npm start` provides, or, if nothing runs,
 * the one in the data folder, whose Postgres runs until the end of the job. `create` makes it if there is none.
 */
export async function openDatabase(job: Job, { create = false } = {}): Promise<string> {
  const { shell } = job;
  const given = setting(shell, 'DATABASE_URL');
  if (given !== undefined) return databaseAddress(given);
  const dataDir = dataFolder(shell);
  if (existsSync(path.join(dataDir, 'running.json'))) {
    throw new Failed(
      `Fairmark is starting or stopping on ${dataDir}, or was killed there. Wait a moment, or start it; then try again.`,
    );
  }
  const known = ['postgres', 'postgres.location'].some((name) => existsSync(path.join(dataDir, name)));
  if (!known && !create) {
    throw new Failed(
      `There is no database: Fairmark is not running, ${dataDir} holds none, and DATABASE_URL is not set. Start Fairmark, or set DATA_DIR to its folder, or DATABASE_URL.`,
    );
  }
  // Loaded on demand: a deployment with its own Postgres does not include the tools.
  const { createDatabase, startPostgres } = await import('@fairmark/tools').catch((cause: unknown) => {
    throw new Failed('DATABASE_URL is not set, and this installation has no Postgres of its own.', [], { cause });
  });
  const server = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), signal: shell.signal });
  job.atEnd(() => server.stop());
  const url = await createDatabase(server);
  if (create) await migrateEmpty(job, url);
  return url;
}

/** Migrates an empty database. One with data is left alone. */
async function migrateEmpty(job: Job, url: string): Promise<void> {
  const client = await openClient(job, url, 'fairmark ops');
  for (const table of ['log.events', 'app.users', 'app.courses']) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
    if (rows[0]?.there === true && (await client.query(`select from ${table} limit 1`)).rowCount === 1) return;
  }
  await migrate(url);
}
