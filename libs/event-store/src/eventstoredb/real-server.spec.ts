import { randomUUID } from 'node:crypto';
import { eventStoreContract, expectOrdered, take } from '../testing/event-store.contract.js';
import { newStream, wholeLog, write } from '../testing/events.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { writeBeside } from '../testing/eventstoredb/foreign-writer.js';
import { realServer } from '../testing/eventstoredb/real-server.js';
import { TcpProxy } from '../testing/tcp-proxy.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

/** Events of the other application before the first test begins. */
const ALREADY_THERE = 30_000;
const BEGUN_MS = 60_000;
const PATIENT_MS = 20_000;
/** Writers at the same time, and what each writes. */
const WRITERS = 8;
const EACH = 40;

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

  it('loses and duplicates nothing when the connection is cut or silent while many write', async () => {
    const { proxy, url } = await TcpProxy.before(server.url);
    const options = { namespace: `test-${randomUUID()}-`, streams: ['note-'], timeoutMs: PATIENT_MS };
    const store = new EventStoreDbEventStore({ connectionString: url, ...options, silenceMs: 1_000 });
    const reader = new EventStoreDbEventStore({ connectionString: server.url, ...options });
    try {
      const received = take(store.subscribe({ after: null }), WRITERS * EACH);
      const writing = Promise.all(Array.from({ length: WRITERS }, () => write(store, newStream(), EACH)));
      for (let share = 1; share <= 4; share += 1) {
        await eventually(async () => (await reader.readAll(null)).length >= (share * WRITERS * EACH) / 5);
        if (share === 3) proxy.mode = 'silent';
        proxy.cut();
        proxy.mode = 'open';
      }
      const written = (await writing).flat();
      const log = await wholeLog(reader);
      expectOrdered(log, WRITERS * EACH);
      expect(new Set(log.map(({ id }) => id))).toEqual(new Set(written.map(({ id }) => id)));
      expect(await received).toEqual(log);
    } finally {
      await Promise.all([store.close(), reader.close()]);
      await proxy.close();
    }
  });
}
