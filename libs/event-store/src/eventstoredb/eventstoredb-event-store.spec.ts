import { eventStoreContract } from '../testing/event-store.contract.js';
import { serverStoreContract } from '../testing/server-store.contract.js';
import { EventStoreDbStub } from '../testing/eventstoredb/stub.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

/** Long enough for a busy machine: speed is not tested here. */
const PATIENT_MS = 20_000;

/** Events that another application on the same server writes each millisecond. */
const FOREIGN = 5;

serverStoreContract('EventStoreDbEventStore over the stub server', async () => {
  const stub = await EventStoreDbStub.start();
  const usual = { connectionString: stub.url, streams: ['note-'], silenceMs: 1_000 };
  return {
    url: stub.url,
    open: (options) => new EventStoreDbEventStore({ ...usual, ...options }),
    remove: () => stub.stop(),
  };
});

eventStoreContract('EventStoreDbEventStore over the stub server, beside another application', async () => {
  const stub = await EventStoreDbStub.start();
  const other = setInterval(() => stub.log.writeStatistics(FOREIGN), 1);
  const options = { connectionString: stub.url, streams: ['note-'], timeoutMs: PATIENT_MS };
  return {
    open: () => new EventStoreDbEventStore(options),
    remove: () => {
      clearInterval(other);
      stub.stop();
    },
  };
});
