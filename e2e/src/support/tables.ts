import type { EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { compareClubhouse } from '@fairmark/projector/testing/independent-fold';
import pg from 'pg';
import { eventually } from './eventually.js';

const CAUGHT_UP_WITHIN_MS = 60_000;

/** Waits until the projector has reached the log's end; then every difference between the tables and the log, in words. */
export async function tablesAgainstLog(databaseUrl: string, store: EventStore): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await eventually(
      async () => {
        const { rows } = await client.query<{ position: string }>(
          `select position from ${CLUBHOUSE_SCHEMA}.checkpoint`,
        );
        return BigInt(rows[0]?.position ?? 0) === ((await store.head()) ?? 0n);
      },
      'the projector reaches the head of the log',
      CAUGHT_UP_WITHIN_MS,
    );
  } finally {
    await client.end();
  }
  return compareClubhouse(databaseUrl, store);
}
