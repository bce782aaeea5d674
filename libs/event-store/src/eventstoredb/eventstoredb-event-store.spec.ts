import type { EventStore } from '../port/event-store.js';
import { eventStoreContract } from '../testing/event-store.contract.js';
import { EventStoreDbStub } from '../testing/eventstoredb/stub.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

/** What is tested is what the store says, not how fast: enough for a machine that is busy. */
const PATIENT_MS = 20_000;

/** What another application on the same server writes in a millisecond. */
const FOREIGN = 5;

eventStoreContract('EventStoreDbEventStore over the stub server, beside another application', async () => {
  const stub = await EventStoreDbStub.start();
  const other = setInterval(() => stub.log.writeStatistics(FOREIGN), 1);
  const stores: EventStore[] = [];
  return {
    open: () => {
      const store = new EventStoreDbEventStore({
        connectionString: stub.url,
        streams: ['note-'],
        timeoutMs: PATIENT_MS,
      });
      stores.push(store);
      return store;
    },
    remove: async () => {
      await Promise.all(stores.map((store) => store.close()));
      clearInterval(other);
      stub.stop();
    },
  };
});
