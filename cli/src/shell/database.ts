import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@fairmark/read-models';
import { Client } from 'pg';
import { Failed, HalfDone, messageOf, Misused } from './failure.js';
import { databaseAddress, setting, type Shell } from './shell.js';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
/** The database of the product on the Postgres that comes with it. */
const DATABASE = 'fairmark';
const CONNECT_WITHIN_MS = 5_000;

/**
 * Runs work on the product's database: that of DATABASE_URL, which a running `npm start` provides, or, where nothing runs, the one
 * in the data folder, whose Postgres is started for as long as the work takes. `create` makes it where there is none.
 */
export async function withDatabase<Result>(
  shell: Shell,
  { create }: { create: boolean },
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const given = setting(shell, 'DATABASE_URL');
  if (given !== undefined) return work(databaseAddress(given));
  const dataDir = path.resolve(shell.env.DATA_DIR || path.join(ROOT, '.data'));
  if (existsSync(path.join(dataDir, 'running.json'))) {
    throw new Failed(
      `Fairmark is starting or stopping on ${dataDir}, or was killed there. Wait a moment, or start it; then try again.`,
    );
  }
  const known = ['postgres', 'postgres.location'].some((name) => existsSync(path.join(dataDir, name)));
  if (!known && !create) {
    throw new Failed(
      `There is no database: Fairmark does not run, ${dataDir} holds none, and DATABASE_URL is not set. Start it, or name the database.`,
    );
  }
  return withEmbedded(dataDir, create, { shell, work });
}

/** The database of DATABASE_URL, for commands that do not start the one in the data folder. */
export function givenDatabase(shell: Shell): string {
  const given = setting(shell, 'DATABASE_URL');
  if (given === undefined) throw new Misused('No database: start Fairmark first (npm start), or set DATABASE_URL.');
  return databaseAddress(given);
}

/** Runs work on the database of DATABASE_URL. Ctrl-C does not wait for it: it is one transaction, or may be done again. */
export async function onDatabase<Result>(
  shell: Shell,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const interrupted = once(shell.signal, 'abort').then((): never => {
    throw shell.signal.reason;
  });
  return await Promise.race([work(givenDatabase(shell)), interrupted]);
}

/** The tools are loaded only here: a deployment with a Postgres of its own goes without them. */
async function withEmbedded<Result>(
  dataDir: string,
  create: boolean,
  { shell, work }: { shell: Shell; work: (databaseUrl: string) => Promise<Result> },
): Promise<Result> {
  const { startPostgres } = await import('@fairmark/tools').catch((cause: unknown) => {
    throw new Failed('DATABASE_URL is not set, and this installation has no Postgres of its own.', [], { cause });
  });
  const server = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), signal: shell.signal });
  try {
    if (create) await makeDatabase(server.url('postgres'), server.url(DATABASE));
    return await work(server.url(DATABASE));
  } finally {
    await server.stop();
  }
}

/** Makes the database, or brings an empty one up to this build. One that holds something is left alone. */
async function makeDatabase(serverUrl: string, url: string): Promise<void> {
  await withClient(serverUrl, 'fairmark ops', async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
  if (!(await withClient(url, 'fairmark ops', holdsSomething))) await migrate(url);
}

async function holdsSomething(client: Client): Promise<boolean> {
  for (const table of ['log.events', 'app.users', 'app.courses']) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
    if (rows[0]?.there === true && (await client.query(`select from ${table} limit 1`)).rowCount === 1) return true;
  }
  return false;
}

/** Runs work on a connection of its own, without limits on how long a statement takes. */
export async function withClient<Result>(
  databaseUrl: string,
  name: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: name,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
  });
  let lost: Error | null = null;
  client.on('error', (error) => (lost ??= error));
  await client.connect();
  try {
    return await work(client);
  } catch (error) {
    if (lost === null || error instanceof HalfDone) throw error;
    throw new Failed(`The connection to the database was lost (${messageOf(lost)}).`, [], { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}
