import { randomUUID } from 'node:crypto';
import { eventStoreContract } from '../testing/event-store.contract.js';
import { EventStoreDbStub } from '../testing/eventstoredb/stub.js';
import type { EventStore } from '../event-store.js';
import { connectEventStoreDb } from './eventstoredb-event-store.js';

let stub: EventStoreDbStub;
beforeAll(async () => {
  stub = await EventStoreDbStub.start();
});
afterAll(() => stub.stop());

eventStoreContract('EventStoreDbEventStore over the stub server', async () => {
  const namespace = `log-${randomUUID()}-`;
  const stores: EventStore[] = [];
  return {
    open: () => {
      const store = connectEventStoreDb({ connectionString: stub.url, namespace, streams: ['note-'] });
      stores.push(store);
      return store;
    },
    remove: async () => {
      await Promise.all(stores.map((store) => store.close()));
    },
  };
});
