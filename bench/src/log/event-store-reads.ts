import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { connectEventStoreDb, type EventStore } from '@fairmark/event-store';
import { createLogger } from '@fairmark/server';
import { migrate } from '@fairmark/read-models';
import { rebuildClubhouse } from '@fairmark/projector';
import { fillStore, readPages } from '../rebuild/logs.js';
import { inTurns, median, perSecond, range, table, times } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import { close } from './event-store-contestants.js';

/** Number of events in the log. */
const EVENTS = 200_000;

/** Reads the log with the client's `readAll`, in pages as a rebuild does, and in a rebuild of all tables. */
export async function readTable(server: BenchServer, url: string, rounds: number): Promise<string> {
  const store = await connectEventStoreDb({
    connectionString: url,
    namespace: `bench-${randomUUID()}-`,
    timeoutMs: 20_000,
  });
  try {
    const events = await fillStore(store, EVENTS);
    const [first] = await store.readAll(null, { limit: 1 });
    const from = first?.position ?? 0n;
    const readers = [
      { name: "the client's readAll", read: () => readBare(url, from, events) },
      { name: 'pages, as a rebuild asks for them', read: () => readPages(store) },
      { name: 'a rebuild, not verified', read: () => server.withDatabase((database) => rebuild(database, store)) },
    ];
    const measured = await inTurns(readers, { seconds: 0, rounds, warmUp: 0 }, async ({ name, read }) => {
      const started = performance.now();
      const count = await read();
      if (count < events) throw new Error(`${name}: ${count} of ${events} events`);
      return (count / (performance.now() - started)) * 1_000;
    });
    const bare = median(measured[0]?.runs ?? []);
    const rows = measured.map(({ name, runs }) => [
      name,
      perSecond(median(runs)),
      range(runs),
      times(median(runs), bare),
    ]);
    return table(
      [`reads of ${events.toLocaleString('en')} events`, 'events/s', 'from round to round', 'of readAll'],
      rows,
    );
  } finally {
    await store.close();
  }
}

async function readBare(url: string, from: bigint, events: number): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  let count = 0;
  try {
    const all = client.readAll({ fromPosition: { commit: from, prepare: from }, maxCount: events });
    for await (const { event } of all) if (event !== undefined) count += 1;
    return count;
  } finally {
    await close(client);
  }
}

async function rebuild(databaseUrl: string, store: EventStore): Promise<number> {
  await migrate(databaseUrl);
  const logger = createLogger('bench', 'silent');
  const { finished, events } = await rebuildClubhouse({ databaseUrl, store, logger, compare: false });
  if (!finished) throw new Error('The rebuild did not finish');
  return events;
}
