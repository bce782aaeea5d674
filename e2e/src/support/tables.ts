import type { EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { compareClubhouse } from '@fairmark/projector/testing/independent-fold';
import { withDatabase } from './database.js';
import { eventually } from '@fairmark/events/testing/eventually';

const CAUGHT_UP_WITHIN_MS = 60_000;

/** Waits until the projector has reached the log's end; then every difference between the tables and the log, in words. */
export async function tablesAgainstLog(databaseUrl: string, store: EventStore): Promise<string[]> {
  const checkpoint = `select position from ${CLUBHOUSE_SCHEMA}.checkpoint`;
  await withDatabase(databaseUrl, (client) =>
    eventually(
      async () => {
        const { rows } = await client.query<{ position: string }>(checkpoint);
        return BigInt(rows[0]?.position ?? 0) === ((await store.head()) ?? 0n);
      },
      'the projector reaches the head of the log',
      CAUGHT_UP_WITHIN_MS,
    ),
  );
  return compareClubhouse(databaseUrl, store);
}
