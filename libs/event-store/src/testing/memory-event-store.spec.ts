import { MemoryEventStore } from './memory-event-store.js';
import { eventStoreContract } from './event-store.contract.js';

eventStoreContract('MemoryEventStore', async () => {
  const store = new MemoryEventStore();
  return { open: () => store, remove: () => undefined };
});
