import { randomUUID } from 'node:crypto';
import type { EventStore } from '../event-store.js';
import { eventStoreContract } from '../testing/event-store.contract.js';
import { realServer } from '../testing/eventstoredb/real-server.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

const server = await realServer();

if ('missing' in server) {
  // Not console.warn: the place in the code says nothing to whoever reads the output of a test run.
  process.stderr.write(`\nSKIPPED: the event store contract against a real EventStoreDB. ${server.missing}.\n\n`);
  // oxlint-disable-next-line jest/no-disabled-tests -- there is nothing to run it against, and it says so
  it.skip(`EventStoreDbEventStore over a real server keeps the contract. SKIPPED: ${server.missing}`, () => undefined);
} else {
  afterAll(() => server.stop());
  eventStoreContract('EventStoreDbEventStore over a real server', async () => {
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
