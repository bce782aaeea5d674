import { randomUUID } from 'node:crypto';
import type { EventStore } from '../event-store.js';
import { eventStoreContract } from '../testing/event-store.contract.js';
import { until } from '../testing/database.js';
import { writeBeside } from '../testing/eventstoredb/foreign-writer.js';
import { realServer } from '../testing/eventstoredb/real-server.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

/** Events that the other application has written before the first test begins. */
const ALREADY_THERE = 30_000;
const BEGUN_MS = 60_000;

const server = await realServer();

if ('missing' in server) {
  // Not console.warn: the place in the code says nothing to whoever reads the output of a test run.
  process.stderr.write(`\nSKIPPED: the event store contract against a real EventStoreDB. ${server.missing}.\n\n`);
  // oxlint-disable-next-line jest/no-disabled-tests -- there is nothing to run it against, and it says so
  it.skip(`EventStoreDbEventStore over a real server keeps the contract. SKIPPED: ${server.missing}`, () => undefined);
} else {
  let other: Awaited<ReturnType<typeof writeBeside>>;
  beforeAll(async () => {
    other = await writeBeside(server.url);
    await until(() => other.written() >= ALREADY_THERE);
  }, BEGUN_MS);
  afterAll(async () => {
    await other.stop();
    await server.stop();
  });
  eventStoreContract('EventStoreDbEventStore over a real server, beside another application', async () => {
    const namespace = `test-${randomUUID()}-`;
    const stores: EventStore[] = [];
    return {
      open: () => {
        const store = new EventStoreDbEventStore({ connectionString: server.url, namespace, streams: ['note-'] });
        stores.push(store);
        return store;
      },
      remove: async () => {
        await Promise.all(stores.map((store) => store.close()));
      },
    };
  });
}
