import type { RecordedEvent } from '@fairmark/events';
import { StoreUnavailable, type EventStore } from '../port/event-store.js';
import type { ServerOptions } from '../port/append.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { expectOrdered, take, type LogUnderTest } from './event-store.contract.js';
import { newStream, notes, storedBy, wholeLog, write } from './events.js';
import { liveSubscription } from './live-subscription.js';
import { serverStores } from './server-stores.js';

/** A log on a server. */
export interface ServerLog extends LogUnderTest {
  url: string;
  open(options?: Partial<ServerOptions>): EventStore;
}

/** Long enough for a busy machine, where the timeout is not tested. */
const PATIENT_MS = 20_000;
/** Writers at the same time, and what each writes. */
const WRITERS = 8;
const EACH = 40;

/** What every store on a server promises while the network to it fails. Runs inside a suite file. */
export function serverStoreContract(name: string, createLog: () => Promise<ServerLog>): void {
  describe(`${name}, when the network fails`, () => {
    let log: ServerLog;
    const { open, throughProxy } = serverStores<ServerOptions>(
      () => log.url,
      (options) => log.open({ timeoutMs: PATIENT_MS, ...options }),
    );
    beforeEach(async () => {
      log = await createLog();
    });
    afterEach(() => log.remove());

    it('is unavailable while the server is down or silent, and then finds out what was stored', async () => {
      const { proxy, store } = await throughProxy({ timeoutMs: 1_000 });
      const writer = open();
      const live = await liveSubscription(store);
      const stream = newStream();
      let last: RecordedEvent | null = null;
      for (const mode of ['refusing', 'silent'] as const) {
        const events = notes(stream, [mode], last);
        const append = () => store.append(stream, last?.revision ?? 'no-stream', events);
        proxy.mode = mode;
        const calls = [append(), store.readStream(stream), store.readAll(null), store.head()];
        const refused = { status: 'rejected', reason: expect.any(StoreUnavailable) };
        expect(await Promise.allSettled(calls)).toEqual(calls.map(() => refused));
        const missed = await write(writer, newStream(), 4);
        proxy.mode = 'open';
        expect(await live.next(4)).toEqual(missed);
        await eventually(async () => (await append().catch(() => null)) !== null);
        const stored: RecordedEvent[] = storedBy(await append());
        expect(await live.next(1)).toEqual(stored);
        [last = null] = stored;
      }
      await live.stop();
      expectOrdered(await wholeLog(writer), 10);
    });

    it('loses and duplicates nothing when connections are cut or silent while many write and one reads', async () => {
      const { proxy, store } = await throughProxy();
      const reader = open();
      const received = take(store.subscribe({ after: null }), WRITERS * EACH);
      const writing = Promise.all(Array.from({ length: WRITERS }, () => write(store, newStream(), EACH)));
      for (let share = 1; share <= 4; share += 1) {
        await eventually(async () => (await reader.readAll(null)).length >= (share * WRITERS * EACH) / 5);
        proxy.mode = share === 3 ? 'silent' : 'refusing';
        // Time enough for every writer to send an append that gets no answer.
        for (let at = 0; at < 20; at += 1) await reader.head();
        proxy.mode = 'open';
      }
      const written = (await writing).flat();
      const stored = await wholeLog(reader);
      expectOrdered(stored, WRITERS * EACH);
      expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(written.map(({ id }) => id)));
      expect(await received).toEqual(stored);
    });

    it('ends every subscription when it closes, and leaves no connection behind', async () => {
      const { proxy, store } = await throughProxy();
      const live = await liveSubscription(store);
      await live.next(1, write(store, newStream(), 1));
      expect(proxy.connections).toBeGreaterThan(0);
      await store.close();
      await live.ended;
      await eventually(() => proxy.connections === 0);
    });
  });
}
