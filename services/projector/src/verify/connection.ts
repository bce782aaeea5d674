import { Client } from 'pg';

/** A question that takes longer has met a fault. */
const STATEMENT_MS = 120_000;

/** Runs work on a connection that reads, whose times are in UTC. */
export async function withReader<Result>(
  databaseUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'fairmark verification',
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 5_000,
    keepAlive: true,
    options: '-c timezone=UTC -c default_transaction_read_only=on',
  });
  // A query in hand hears of it; between two, the next one does.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
