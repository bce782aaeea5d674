import { startTestPostgres } from '@fairmark/tools';
import { Client, type QueryResultRow } from 'pg';

/** The Postgres that all contestants of a benchmark share: the embedded one, with the settings it has in the product. */
export interface BenchServer {
  /** Runs against a new, empty database after a checkpoint, so that nobody pays for what another wrote. */
  withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result>;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

/** Starts that Postgres on a folder of its own. */
export async function startBenchServer(): Promise<BenchServer> {
  const server = await startTestPostgres();
  let databases = 0;
  return {
    withDatabase: async (work) => {
      databases += 1;
      const name = `bench_${databases}`;
      await query(server.url('postgres'), `create database ${name}`);
      await query(server.url('postgres'), 'checkpoint');
      try {
        return await work(server.url(name));
      } finally {
        await query(server.url('postgres'), `drop database ${name} with (force)`);
      }
    },
    remove: () => server.remove(),
  };
}

/** One statement over a connection of its own. */
export async function query<Row extends QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
