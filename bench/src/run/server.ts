import { PostgresEventStore } from '@fairmark/event-store';
import { startTestPostgres } from '@fairmark/tools';
import { Client, type QueryResultRow } from 'pg';
import { Children } from './children.js';

/** The Postgres shared by all contestants of a benchmark: the embedded one, with the product's settings. */
export interface BenchServer {
  /** Makes a database, empty or a copy of one without connections, that stays until the end. Returns its address. */
  create(copyOf?: string): Promise<string>;
  /** Works on such a database after a checkpoint, so that it does not pay for earlier writes, and drops it. */
  withDatabase<Result>(work: (url: string) => Promise<Result>, copyOf?: string): Promise<Result>;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

/** Works with that Postgres and with processes, and ends both. */
export async function withBenchServer<Result>(
  work: (server: BenchServer, children: Children) => Promise<Result>,
): Promise<Result> {
  const children = new Children();
  const server = await startBenchServer();
  try {
    return await work(server, children);
  } finally {
    await children.stop();
    await server.remove();
  }
}

/** Starts that Postgres on a temporary folder. */
async function startBenchServer(): Promise<BenchServer> {
  const server = await startTestPostgres();
  let databases = 0;
  const create = async (copyOf?: string): Promise<string> => {
    databases += 1;
    const name = `bench_${databases}`;
    const template = copyOf === undefined ? '' : ` template ${new URL(copyOf).pathname.slice(1)}`;
    await query(server.url('postgres'), `create database ${name}${template}`);
    await query(server.url('postgres'), 'checkpoint');
    return server.url(name);
  };
  return {
    create,
    withDatabase: async (work, copyOf) => {
      const url = await create(copyOf);
      try {
        return await work(url);
      } finally {
        await query(server.url('postgres'), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
      }
    },
    remove: () => server.remove(),
  };
}

/** Works on a separate connection. */
export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs one statement on a separate connection. */
export async function query<Row extends QueryResultRow>(url: string, text: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(text)).rows);
}

/** Works with the log in a database. */
export async function withLog<Result>(
  url: string,
  work: (log: PostgresEventStore) => Promise<Result>,
): Promise<Result> {
  const log = new PostgresEventStore({ connectionString: url });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}
