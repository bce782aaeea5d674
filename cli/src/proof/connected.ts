import { Client } from 'pg';

const WITHIN_MS = 5_000;

/** A connection for reading the log, page by page. */
export async function connected(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'fairmark ops proof',
    connectionTimeoutMillis: WITHIN_MS,
    keepAlive: true,
  });
  // What breaks is the error of the page that is being read.
  client.on('error', () => undefined);
  await client.connect();
  // A plan that was made while the log was empty must not scan it later; compiling one takes longer than a page.
  // A name means what Postgres brings, whatever stands in other schemas.
  await client.query('set enable_seqscan = off; set jit = off; set search_path = pg_catalog');
  return client;
}

/** Gives a connection the view of the log that another one exported, for as long as it is open. */
export async function shareSnapshot(client: Client, snapshot: string): Promise<void> {
  await client.query(
    `begin isolation level repeatable read read only; set transaction snapshot ${client.escapeLiteral(snapshot)}`,
  );
}
