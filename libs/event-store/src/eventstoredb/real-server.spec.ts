import { randomUUID } from 'node:crypto';
import { eventStoreContract } from '../testing/event-store.contract.js';
import { serverStoreContract } from '../testing/server-store.contract.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { writeBeside } from '../testing/eventstoredb/foreign-writer.js';
import { realServer } from '../testing/eventstoredb/real-server.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

/** Events of the other application before the first test begins. */
const ALREADY_THERE = 30_000;
const BEGUN_MS = 60_000;

const server = await realServer();

if ('missing' in server) {
  // Not console.warn: the location in the code is of no use in the output of a test run.
  process.stderr.write(`\nSKIPPED: the event store contract against a real EventStoreDB. ${server.missing}.\n\n`);
  // oxlint-disable-next-line jest/no-disabled-tests -- without a server it cannot run, and the title says so
  it.skip(`EventStoreDbEventStore over a real server keeps the contract. SKIPPED: ${server.missing}`, () => undefined);
} else {
  let other: Awaited<ReturnType<typeof writeBeside>>;
  beforeAll(async () => {
    other = await writeBeside(server.url);
    await eventually(() => other.written() >= ALREADY_THERE);
  }, BEGUN_MS);
  afterAll(async () => {
    await other.stop();
    await server.stop();
  });
  eventStoreContract('EventStoreDbEventStore over a real server, beside another application', async () => {
    const options = { connectionString: server.url, namespace: `test-${randomUUID()}-`, streams: ['note-'] };
    return { open: () => new EventStoreDbEventStore(options), remove: () => undefined };
  });
  serverStoreContract('EventStoreDbEventStore over a real server', async () => {
    const { url } = server;
    const own = { connectionString: url, namespace: `test-${randomUUID()}-`, streams: ['note-'], silenceMs: 1_000 };
    return { url, open: (options) => new EventStoreDbEventStore({ ...own, ...options }), remove: () => undefined };
  });
}
