import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type { NewEvent } from '@fairmark/events';
import { PositionUnknown, StoreUnavailable } from '../port/event-store.js';
import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';
import { expectOrdered, take } from '../testing/event-store.contract.js';
import { liveSubscription } from '../testing/live-subscription.js';
import { begin, newStream, notes, storedBy, wholeLog, write } from '../testing/events.js';
import { EventStoreDbStub } from '../testing/eventstoredb/stub.js';
import { jsonEvent } from '../testing/eventstoredb/stub-log.js';
import { serverStores } from '../testing/server-stores.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import type { EventStoreDbOptions } from './settings.js';

/** So long that a test that waits for it fails. */
const NEVER_MS = 3_600_000;
/** Long enough for a busy machine, where the timeout is not tested. */
const PATIENT_MS = 20_000;
/** Fates of an append after which it is sent again. */
const LOSSES = [
  'stored-and-silent',
  'stored-and-timed-out',
  'stored-and-misaddressed',
  'stored-and-broken',
  'silent',
  'broken',
  'ended',
  'unavailable',
] as const;

describe('EventStoreDbEventStore, when server or network fail', () => {
  let stub: EventStoreDbStub;
  const usual = { streams: ['note-'], timeoutMs: PATIENT_MS, silenceMs: NEVER_MS };
  const { open, throughProxy } = serverStores<EventStoreDbOptions>(
    () => stub.url,
    (options) => new EventStoreDbEventStore({ ...usual, ...options }),
  );
  const started: EventStoreDbStub[] = [];
  const start = async (...[log]: Parameters<typeof EventStoreDbStub.start>): Promise<EventStoreDbStub> => {
    const other = await EventStoreDbStub.start(log);
    started.push(other);
    return other;
  };
  beforeEach(async () => {
    stub = await start();
  });
  afterEach(() => started.splice(0).forEach((server) => server.stop()));

  describe('appending', () => {
    it('finds out on retry whether an append without an answer was stored', async () => {
      const store = open({ timeoutMs: onThisMachine(800) });
      const stream = newStream();
      const events = notes(stream, ['a', 'b']);
      stub.appendFates.push('silent', 'stored-and-silent');
      await expect(store.append(stream, 'no-stream', events)).rejects.toThrow(StoreUnavailable);
      const again = await store.append(stream, 'no-stream', events);
      expect(storedBy(again)).toEqual(await store.readStream(stream));
      expectOrdered(await wholeLog(store), 2);
    });

    it('sends an append again with the same ids when its answer is lost, in every way', async () => {
      const store = open({ timeoutMs: onThisMachine(1_200) });
      const stream = newStream();
      for (const fate of LOSSES) {
        const last = (await store.readStream(stream)).at(-1) ?? null;
        stub.appendFates.push(fate);
        const result = await store.append(stream, last?.revision ?? 'no-stream', notes(stream, [fate], last));
        expect(storedBy(result)).toEqual((await store.readStream(stream)).slice(-1));
      }
      expectOrdered(await wholeLog(store), LOSSES.length);
    });

    it('appends in the order of the calls, whichever have to be sent again', async () => {
      const store = open();
      stub.appendFates.push('answered', 'answered', 'stored-and-broken', 'answered', 'broken', 'unavailable', 'ended');
      const streams = Array.from({ length: 300 }, newStream);
      await Promise.all(streams.map((stream) => begin(store, ['x'], stream)));
      expect((await wholeLog(store)).map(({ stream }) => stream)).toEqual(streams);
    });

    it('pipelines appends to one stream, and sees no conflict in those that it sends again', async () => {
      const store = open({ timeoutMs: NEVER_MS });
      for (const fates of [
        ['unavailable'],
        ['unavailable', 'answered', 'answered', 'unavailable', 'broken'],
      ] as const) {
        const stream = newStream();
        const chain = notes(stream, [...Array(50).keys()]);
        stub.appendFates.push('answered', ...fates);
        const results = await Promise.all(
          chain.map((event, at) => store.append(stream, at === 0 ? 'no-stream' : BigInt(at - 1), [event])),
        );
        expect(results.flatMap(storedBy)).toEqual(await store.readStream(stream));
      }
    });

    it('gives up a large append that the server does not read, without blocking what follows', async () => {
      const { proxy, store } = await throughProxy({ timeoutMs: 600 });
      await store.head();
      proxy.mode = 'silent';
      const large = begin(store, Array<string>(15).fill('x'.repeat(260_000)));
      await expect(large).rejects.toThrow(StoreUnavailable);
      await expect(store.readStream('note-1')).rejects.toThrow(StoreUnavailable);
      proxy.mode = 'open';
      await eventually(async () => (await begin(store).catch(() => null)) !== null);
    });

    it('follows a redirect to the leader, and returns when that one is gone', async () => {
      const leader = await start(stub.log);
      stub.leader = { host: '127.0.0.1', port: leader.port };
      const store = open();
      stub.readFates.push('not-leader');
      stub.appendFates.push('not-leader');
      const stream = newStream();
      const [first] = await write(store, stream, 1);
      expect(await store.readStream(stream)).toEqual([first]);
      expect(leader.calls.append).toBe(1);
      const live = await liveSubscription(store);
      leader.stop();
      const second = storedBy(await store.append(stream, 0n, notes(stream, ['b'], first)));
      expect(await live.next(1)).toEqual(second);
      await live.stop();
      expect([stub.calls.withoutLeader, leader.calls.withoutLeader]).toEqual([0, 0]);
    });

    it('finds the leader through any host of the address, whichever are gone', async () => {
      const gone = await start();
      gone.stop();
      const hosts = `127.0.0.1:${gone.port},127.0.0.1:${stub.port}`;
      for (const protocol of ['esdb', 'esdb+discover']) {
        const store = open({ connectionString: `${protocol}://${hosts}?tls=false` });
        expect(await write(store, newStream(), 1)).toHaveLength(1);
      }
    });

    it('looks up positions that are missing in an answer', async () => {
      const store = open();
      const stream = newStream();
      stub.appendFates.push('answered-without-position', 'answered-without-position');
      const events = notes(stream, ['a']);
      const first = await store.append(stream, 'no-stream', events);
      expect(storedBy(first)).toEqual(await store.readStream(stream));
      expect(await store.append(stream, 'no-stream', events)).toEqual(first);
    });

    it('does not retry when access is denied', async () => {
      const store = open({ timeoutMs: NEVER_MS });
      await store.head();
      stub.appendFates.push('access-denied');
      stub.readFates.push('access-denied');
      await expect(begin(store)).rejects.toThrow(StoreUnavailable);
      await expect(store.readStream('note-1')).rejects.toThrow(StoreUnavailable);
    });
  });

  describe('subscribing', () => {
    it('resumes at its position when the server ends a subscription, with or without an error', async () => {
      const trouble: string[] = [];
      const store = open({ onTrouble: (what) => trouble.push(what) });
      const live = await liveSubscription(store);
      const ends = [status.OK, status.CANCELLED, status.UNAVAILABLE, status.INTERNAL, status.UNKNOWN, status.ABORTED];
      for (const [losses, code] of ends.entries()) {
        expect(await live.next(1, write(store, newStream(), 1))).toHaveLength(1);
        for (const subscription of stub.live) subscription.end(code);
        expect(await live.next(2, write(store, newStream(), 2))).toHaveLength(2);
        expect(trouble).toHaveLength(losses + 1);
      }
      await live.stop();
      expectOrdered(await wholeLog(store), ends.length * 3);
    });

    it('receives events although subscriptions stay silent, and leaks no listeners', async () => {
      const warnings: string[] = [];
      const warned = ({ message }: Error) => void warnings.push(message);
      process.on('warning', warned);
      stub.mute = true;
      const store = open({ silenceMs: 100 });
      const live = await liveSubscription(store);
      expect(await live.next(2, write(store, newStream(), 2))).toHaveLength(2);
      // Node warns about more than ten listeners on one signal.
      await eventually(() => stub.subscriptions.length > 12);
      await live.stop();
      process.off('warning', warned);
      expect(warnings).toEqual([]);
    });

    it('reads at most one page ahead of a slow consumer, who misses nothing', async () => {
      const store = open();
      await Promise.all(Array.from({ length: 5 }, () => begin(store, [...Array(100).keys()])));
      const before = stub.calls.events;
      const pages = store.subscribe({ after: null, pageSize: 10 })[Symbol.asyncIterator]();
      const received: unknown[] = [...(await pages.next()).value];
      // Time enough for an eager reader to read on.
      for (let at = 0; at < 50; at += 1) await store.head();
      expect(stub.calls.events - before).toBe(10 + 50);
      while (received.length < 500) received.push(...(await pages.next()).value);
      await pages.return?.();
      expect(received).toEqual(await wholeLog(store));
    });

    it('refuses positions beyond the end of the log, or without an event', async () => {
      const store = open({ timeoutMs: 400 });
      const written = await write(store, newStream(), 5);
      const live = await liveSubscription(store);
      stub.log.restore(stub.log.events.length - 3);
      for (const subscription of stub.live) subscription.end();
      await expect(live.ended).rejects.toThrow(PositionUnknown);
      const between = (written[0]?.position ?? 0n) + 1n;
      await expect(take(store.subscribe({ after: between }), 1)).rejects.toThrow(PositionUnknown);
    });

    it('ends every waiting subscription when it closes, even on a silent connection', async () => {
      const { proxy, store } = await throughProxy({ timeoutMs: 400 });
      await write(store, newStream(), 1);
      const [live, other] = [await liveSubscription(store), await liveSubscription(store)];
      proxy.mode = 'silent';
      await other.stop();
      await store.close();
      await live.ended;
      await expect(take(open().subscribe({ after: null }), 1)).resolves.toHaveLength(1);
    });

    it('cancels a subscription that is confirmed only after it was given up', async () => {
      let elect = (): void => undefined;
      stub.elected = new Promise<void>((resolve) => (elect = resolve));
      const trouble: string[] = [];
      const store = open({
        connectionString: `esdb+discover://127.0.0.1:${stub.port}?tls=false`,
        timeoutMs: 400,
        onTrouble: (what) => trouble.push(what),
      });
      const live = liveSubscription(store, null);
      await eventually(() => trouble.filter((what) => what.includes('is opened again')).length >= 2);
      elect();
      const { next, stop } = await live;
      await next(1, write(store, newStream(), 1));
      await eventually(() => stub.live.length === 1);
      await stop();
    });
  });

  describe('the log', () => {
    it('finds its head before many system events of the server', async () => {
      const store = open();
      expect(await store.head()).toBeNull();
      const [event] = await write(store, newStream(), 1);
      stub.log.writeStatistics(1_500);
      expect(await store.head()).toBe(event?.position);
      expect(await open().head()).toBe(event?.position);
      expect(await store.readAll(null)).toEqual([event]);
      expect(await store.readAll(event?.position ?? null)).toEqual([]);
    });

    it('has a single id, however many processes ask for it at once', async () => {
      const ids = await Promise.all(Array.from({ length: 6 }, () => open().logId()));
      expect(new Set(ids).size).toBe(1);
      expect(await open({ namespace: 'other-' }).logId()).not.toBe(ids[0]);
    });

    it('reads and writes only streams of its namespace and categories', async () => {
      const [ours, theirs] = [open(), open({ namespace: 'theirs-' })];
      const stream = newStream();
      const written = [await write(ours, stream, 2), await write(theirs, stream, 3)];
      expect(await Promise.all([wholeLog(ours), wholeLog(theirs)])).toEqual(written);
      await expect(begin(ours, ['a'], 'page-1')).rejects.toThrow('not a stream');
    });

    it('recognises events of builds that used their own ids on the server, and appends after them', async () => {
      const store = open();
      const stream = newStream();
      const [old] = notes(stream, ['a']) as [NewEvent];
      const json = (value: unknown) => Buffer.from(JSON.stringify(value));
      const contents = { data: json(old.data), customMetadata: json(old.metadata) };
      stub.log.append(stream, null, [{ id: old.id, metadata: jsonEvent(old.type), ...contents }]);
      const [first] = await store.readStream(stream);
      expect(first).toMatchObject(old);
      expect(storedBy(await store.append(stream, 'no-stream', [old]))).toEqual([first]);
      await store.append(stream, 0n, notes(stream, ['b'], first));
      expect(await wholeLog(store)).toHaveLength(2);
    });

    it('reports an event that another application wrote into one of its streams', async () => {
      const stream = newStream();
      const contents = { data: Buffer.from('{}'), customMetadata: new Uint8Array() };
      stub.log.append(stream, null, [{ id: randomUUID(), metadata: jsonEvent('Foreign'), ...contents }]);
      await expect(open().readStream(stream)).rejects.toThrow('that Fairmark did not append');
    });
  });
});
