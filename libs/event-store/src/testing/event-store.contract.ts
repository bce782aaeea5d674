import { randomUUID } from 'node:crypto';
import {
  EventRefused,
  PositionUnknown,
  StoreUnavailable,
  type EventStore,
  type FoldableEvent,
} from '../port/event-store.js';
import { STORE_LIMITS } from '../port/encoding.js';
import { verifyChain, type RecordedEvent } from '@fairmark/events';
import { begin, newStream, notes, storedBy, wholeLog, write } from './events.js';

/** A new, empty log, and as many stores over it as a test asks for. */
export interface LogUnderTest {
  /** A store over this log, which the suite closes; a log in memory may return the same store each time. */
  open(): EventStore;
  /** Removes the log. */
  remove(): Promise<void> | void;
}

const WRITERS = 16;

/** The promises of every event store. Runs inside a suite file, against any adapter. */
export function eventStoreContract(name: string, createLog: () => Promise<LogUnderTest>): void {
  describe(`${name}: the contract of an event store`, () => {
    let log: LogUnderTest;
    let store: EventStore;
    const stores: EventStore[] = [];
    const open = (): EventStore => {
      const opened = log.open();
      stores.push(opened);
      return opened;
    };
    beforeEach(async () => {
      log = await createLog();
      store = open();
    });
    afterEach(async () => {
      await Promise.all(stores.splice(0).map((each) => each.close()));
      await log.remove();
    });

    describe('appending', () => {
      it('stores events as they were sealed, with revisions from 0 and positions in order', async () => {
        const stream = newStream();
        const events = notes(stream, ['a', { deep: [1, 'ü', '\u{1F3CC}', null] }]);
        const result = await store.append(stream, 'no-stream', events);
        const stored = await store.readStream(stream);
        const [first, position] = stored.map((event) => event.position);
        expect(stored).toEqual([
          { ...events[0], stream, revision: 0n, position: first },
          { ...events[1], stream, revision: 1n, position },
        ]);
        expect(result).toEqual({ outcome: 'appended', revision: 1n, position, events: stored });
        expect(verifyChain(stored)).toBeNull();
        expect(await store.head()).toBe(position);
      });

      it('lets exactly one of many concurrent appends start a stream', async () => {
        const stream = newStream();
        const other = open();
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, at) => begin(at % 2 === 0 ? store : other, [at], stream)),
        );
        expect(results.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
        expect(results.filter(({ outcome }) => outcome === 'conflict')).toHaveLength(19);
        expect(await store.readStream(stream)).toHaveLength(1);
      });

      it('appends only at the expected revision', async () => {
        const stream = newStream();
        const [first] = storedBy(await begin(store, ['first'], stream));
        const second = await store.append(stream, 0n, notes(stream, ['second'], first));
        expect(second.outcome).toBe('appended');
        for (const wrong of ['no-stream', 0n, 2n, 17n] as const) {
          const late = await store.append(stream, wrong, notes(stream, ['late'], first));
          expect(late).toEqual({ outcome: 'conflict', actual: 1n });
        }
        const missing = newStream();
        expect(await store.append(missing, 0n, notes(missing, ['x']))).toEqual({ outcome: 'conflict', actual: null });
        expect(await wholeLog(store)).toHaveLength(2);
      });

      it('recognises events that are sent again, however much was appended since', async () => {
        const stream = newStream();
        const events = notes(stream, ['a', 'b', 'c']);
        const first = await store.append(stream, 'no-stream', events);
        expect(await store.append(stream, 'no-stream', events)).toEqual(first);
        await store.append(stream, 2n, notes(stream, ['d'], storedBy(first).at(-1)));
        expect(await store.append(stream, 'no-stream', events)).toEqual(first);
        expect(await open().append(stream, 'no-stream', events)).toEqual(first);
        expect(await store.readStream(stream)).toHaveLength(4);
      });

      it('reports a conflict for another attempt of a command, although its events have the same ids', async () => {
        const stream = newStream();
        const command = { commandId: randomUUID() };
        const [first] = notes(stream, ['a'], null, { ...command, now: '2026-03-01T08:00:00.000Z' });
        const [second] = notes(stream, ['a'], null, { ...command, now: '2026-03-01T08:00:01.000Z' });
        expect(second?.id).toBe(first?.id);
        await store.append(stream, 'no-stream', [first!]);
        expect(await open().append(stream, 'no-stream', [second!])).toEqual({ outcome: 'conflict', actual: 0n });
        expect((await store.readStream(stream)).map(({ metadata }) => metadata)).toEqual([first?.metadata]);
      });

      it('reports a conflict for events that are only partly the same', async () => {
        const stream = newStream();
        const events = notes(stream, ['a', 'b', 'c']);
        await store.append(stream, 'no-stream', events);
        const half = events.with(2, notes(stream, ['other'])[0] ?? events[0]!);
        expect(await store.append(stream, 'no-stream', half)).toEqual({ outcome: 'conflict', actual: 2n });
        const longer = [...events, ...notes(stream, ['more'])];
        expect(await store.append(stream, 'no-stream', longer)).toEqual({ outcome: 'conflict', actual: 2n });
        expect(await store.readStream(stream)).toHaveLength(3);
      });

      it('refuses an id that the log holds elsewhere', async () => {
        const [stream, other] = [newStream(), newStream()];
        const events = notes(stream, ['a']);
        await store.append(stream, 'no-stream', events);
        await expect(store.append(other, 'no-stream', events)).rejects.toThrow(EventRefused);
        await expect(store.append(stream, 0n, events)).rejects.toThrow(EventRefused);
        const twice = notes(other, ['b'])[0]!;
        await expect(store.append(other, 'no-stream', [twice, twice])).rejects.toThrow(EventRefused);
        expect(await wholeLog(store)).toHaveLength(1);
      });

      it('stores concurrent appends beside conflicting ones', async () => {
        const taken = newStream();
        await write(store, taken, 3);
        const appends = Array.from({ length: 60 }, (_, at) => {
          const stream = at % 3 === 0 ? taken : newStream();
          return { wrong: at % 3 !== 1, stream, expected: at % 3 === 2 ? 5n : ('no-stream' as const) };
        });
        const results = await Promise.all(
          appends.map(({ stream, expected }) => store.append(stream, expected, notes(stream, ['x']))),
        );
        expect(results.map(({ outcome }) => outcome === 'conflict')).toEqual(appends.map(({ wrong }) => wrong));
        expectOrdered(await wholeLog(store), 3 + 20);
      });

      it('refuses events that no store can keep, and stores the others appended with them', async () => {
        const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
        const poison: unknown[] = [
          'NUL \0',
          { 'key \0': 1 },
          'half a character \ud83c',
          '\udfcc the other half',
          'x'.repeat(STORE_LIMITS.eventBytesMax),
        ];
        const good = [
          'text that only looks like it: \\u0000 \\ud83c',
          '\u{1F3CC}',
          'ends with \\',
          1e21,
          5e-324,
          -0.1,
          2 ** 53 - 1,
          '\u2028\uffff',
          { ['__proto__']: 1, '': 2 },
          deep(100),
        ];
        const appends = [...poison, ...good].map((text) => ({ text, stream: newStream() }));
        const attempts = await Promise.allSettled(appends.map(({ text, stream }) => begin(store, [text], stream)));
        const refused = attempts.slice(0, poison.length);
        expect(refused.map((it) => it.status === 'rejected' && it.reason instanceof EventRefused)).toEqual(
          poison.map(() => true),
        );
        expect(await wholeLog(store)).toHaveLength(good.length);
        // Concurrent appends may be stored in any order.
        const stored = await Promise.all(appends.slice(poison.length).map(({ stream }) => store.readStream(stream)));
        expect(stored.map((events) => events.map(({ data }) => data))).toEqual(good.map((text) => [{ text }]));
        expect(stored.map((events) => verifyChain(events))).toEqual(good.map(() => null));
      });

      it('refuses invalid names, ids and sizes', async () => {
        const stream = newStream();
        const event = notes(stream, ['a'])[0]!;
        const bad: [string, ReturnType<typeof notes>][] = [
          ['', [event]],
          ['s'.repeat(STORE_LIMITS.streamNameMax + 1), [event]],
          ['stream \0', [event]],
          [stream, []],
          [stream, Array.from({ length: STORE_LIMITS.eventsPerAppendMax + 1 }, () => ({ ...event, id: randomUUID() }))],
          [stream, notes(stream, Array<string>(17).fill('x'.repeat(STORE_LIMITS.eventBytesMax - 1_000)))],
          [stream, [{ ...event, id: 'no uuid' }]],
          [stream, [{ ...event, type: '' }]],
          [stream, [{ ...event, type: 'T\ud800' }]],
          [stream, [{ ...event, data: undefined }]],
          [stream, [{ ...event, data: 'text' }]],
          [stream, [{ ...event, data: { big: 1n } }]],
        ];
        for (const [name, events] of bad) {
          await expect(store.append(name, 'no-stream', events)).rejects.toThrow(EventRefused);
        }
        expect(await store.head()).toBeNull();
      });
    });

    describe('reading', () => {
      it('reads a stream from a revision on, up to a limit', async () => {
        const stream = newStream();
        const written = await write(store, stream, 5);
        expect(await store.readStream(stream, 2n)).toEqual(written.slice(2));
        expect(await store.readStream(stream, 1n, { limit: 2 })).toEqual(written.slice(1, 3));
        expect(await store.readStream(stream, 5n)).toEqual([]);
        expect(await store.readStream(newStream())).toEqual([]);
      });

      it('pages through the log without losing or repeating anything', async () => {
        const written = await Promise.all(Array.from({ length: 5 }, () => write(store, newStream(), 9)));
        const pages: RecordedEvent[][] = [];
        for (let after: bigint | null = null; ;) {
          const page: RecordedEvent[] = await store.readAll(after, { limit: 10 });
          if (page.length === 0) break;
          pages.push(page);
          after = page.at(-1)?.position ?? after;
        }
        expect(pages.map((page) => page.length)).toEqual([10, 10, 10, 10, 5]);
        expect(pages.flat()).toEqual(written.flat().sort((a, b) => (a.position < b.position ? -1 : 1)));
      });

      it('reads pages with the fields that a fold needs, whatever characters they hold', async () => {
        const empty = await store.readPage(null);
        expect([empty.last, empty.events()]).toEqual([null, []]);
        const odd = { text: 'quote " backslash \\ newline \n é 😀', list: [1, 2.5, null], deep: { yes: true } };
        await write(store, newStream(), 20);
        const name = `${newStream()} "odd" \\ ü`;
        await store.append(name, 'no-stream', notes(name, [odd, 'last']));
        const folded = (await wholeLog(store)).map(({ metadata: { recordedAt, schemaVersion }, ...event }) => ({
          ...event,
          metadata: { recordedAt, schemaVersion },
        }));
        for (const limit of [3, 11, 1_000]) {
          const read: FoldableEvent[] = [];
          for (let page = await store.readPage(null, { limit }); page.last !== null;) {
            const next = store.readPage(page.last, { limit });
            read.push(...page.events());
            expect(read.at(-1)?.position).toBe(page.last);
            page = await next;
          }
          expect(read).toMatchObject(folded);
        }
      });

      it('returns copies: changing what was read does not change the log', async () => {
        const stream = newStream();
        await begin(store, ['as it was'], stream);
        const [read] = await store.readStream(stream);
        Object.assign(read!.data!, { text: 'changed' });
        expect((await store.readStream(stream))[0]?.data).toEqual({ text: 'as it was' });
      });

      it('starts with an id of its own and no head', async () => {
        expect(await store.head()).toBeNull();
        expect(await store.readAll(null)).toEqual([]);
        const id = await store.logId();
        expect(id).toMatch(/^[0-9a-f-]{36}$/);
        expect(await open().logId()).toBe(id);
        const another = await createLog();
        const elsewhere = another.open();
        const itsId = await elsewhere.logId();
        await elsewhere.close();
        await another.remove();
        expect(itsId).not.toBe(id);
      });

      it('shows a prefix of the log that only grows, in the order of positions, while many write', async () => {
        const other = open();
        let seen: RecordedEvent[] = [];
        const writing = Promise.all(
          Array.from({ length: WRITERS }, (_, at) => write(at % 2 === 0 ? store : other, newStream(), 20)),
        );
        // Nothing ever appears before a position that a reader has seen.
        while (seen.length < WRITERS * 20) {
          const head = await store.head();
          const page = await other.readAll(null, { limit: 10_000 });
          expect(page.at(-1)?.position ?? 0n).toBeGreaterThanOrEqual(head ?? 0n);
          expect(page.slice(0, seen.length)).toEqual(seen);
          seen = page;
        }
        await writing;
        expectOrdered(await wholeLog(store), WRITERS * 20);
        expect(seen).toEqual(await wholeLog(store));
      });
    });

    describe('subscribing', () => {
      it('catches up, then continues live, without loss or repetition while many write', async () => {
        const count = WRITERS * 30;
        const other = open();
        const written = Array.from({ length: WRITERS }, (_, at) =>
          write(at % 2 === 0 ? store : other, newStream(), 30),
        );
        const fromStart = take(store.subscribe({ after: null, pageSize: 7 }), count);
        const begun = (await take(other.subscribe({ after: null }), 100)).at(-1)?.position ?? null;
        const fromMiddle = take(other.subscribe({ after: begun }), count - 100);
        const inPages = take(limited(other.subscribe({ after: begun, pageSize: 9 }), 9), count - 100);
        await Promise.all(written);
        const events = await wholeLog(store);
        expect(await fromStart).toEqual(events);
        expect(await fromMiddle).toEqual(events.slice(100));
        expect(await inPages).toEqual(events.slice(100));
      });

      it('reports each time that it has caught up, first on an empty log', async () => {
        const stop = new AbortController();
        const heard: string[] = [];
        const onCaughtUp = (position: bigint | null): void => {
          heard.push(`caught up at ${position}`);
          if (heard.length < 5) void begin(store);
          else stop.abort();
        };
        for await (const page of store.subscribe({ after: null, signal: stop.signal, onCaughtUp })) {
          heard.push(...page.map(({ position }) => `event ${position}`));
        }
        const positions = (await wholeLog(store)).map(({ position }) => position);
        const each = positions.flatMap((position) => [`event ${position}`, `caught up at ${position}`]);
        expect(heard).toEqual(['caught up at null', ...each]);
      });

      it('ends without an error when its signal aborts or its store closes, even while it waits', async () => {
        const stop = new AbortController();
        const waiting = take(store.subscribe({ after: null, signal: stop.signal }), 1);
        const aborted = take(store.subscribe({ after: null, signal: AbortSignal.abort() }), 1);
        expect(await aborted).toEqual([]);
        stop.abort();
        expect(await waiting).toEqual([]);
        let waits = (): void => undefined;
        const caughtUp = new Promise<void>((resolve) => (waits = resolve));
        const closing = take(store.subscribe({ after: null, onCaughtUp: waits }), 1);
        await caughtUp;
        await store.close();
        expect(await closing).toEqual([]);
      });

      it('refuses a position beyond the end of the log', async () => {
        const [, last] = await write(store, newStream(), 2);
        // So far that what another application writes to the same server does not reach it meanwhile.
        const after = last!.position + 1_000_000_000n;
        await expect(take(store.subscribe({ after }), 1)).rejects.toThrow(PositionUnknown);
      });
    });

    it('answers every pending append before it closes, including retries of stored ones', async () => {
      const appends = Array.from({ length: 40 }, newStream).map((stream) => {
        const events = notes(stream, ['x']);
        return () => store.append(stream, 'no-stream', events);
      });
      const before = await Promise.all(appends.slice(20).map((append) => append()));
      const waiting = Promise.all(appends.map((append) => append()));
      await store.close();
      const answers = await waiting;
      expect(answers.slice(20)).toEqual(before);
      expect(new Set(answers.flatMap(storedBy).map(({ position }) => position)).size).toBe(40);
    });

    it('is unavailable once it is closed', async () => {
      await store.close();
      await store.close();
      const calls = [begin(store), store.readStream('a'), store.readAll(null), store.readPage(null), store.head()];
      const refused = { status: 'rejected', reason: expect.any(StoreUnavailable) };
      expect(await Promise.allSettled(calls)).toEqual(calls.map(() => refused));
    });
  });
}

/** Expects `count` events at ascending positions, which may leave gaps, and intact chains. */
export function expectOrdered(events: readonly RecordedEvent[], count: number): void {
  expect(events).toHaveLength(count);
  const early = events.filter(({ position }, at) => at > 0 && position <= (events[at - 1]?.position ?? position));
  expect(early).toEqual([]);
  expectWhole(events);
}

/** Expects `count` events at positions without gaps, and intact chains. */
export function expectGapless(events: readonly RecordedEvent[], count: number): void {
  const first = events[0]?.position ?? 1n;
  expect(events.map(({ position }) => position)).toEqual(Array.from({ length: count }, (_, at) => first + BigInt(at)));
  expectWhole(events);
}

/** Expects the chain of every stream to be intact. */
export function expectWhole(events: readonly RecordedEvent[]): void {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  expect([...streams.values()].map((own) => verifyChain(own))).toEqual([...streams.values()].map(() => null));
}

/** The same pages, each expected to be within a subscription's page size. */
async function* limited(pages: AsyncIterable<RecordedEvent[]>, size: number): AsyncGenerator<RecordedEvent[]> {
  for await (const page of pages) {
    expect(page.length).toBeLessThanOrEqual(size);
    yield page;
  }
}

/** The next events of a subscription, at most `count`. */
export async function take(pages: AsyncIterable<RecordedEvent[]>, count: number): Promise<RecordedEvent[]> {
  const taken: RecordedEvent[] = [];
  for await (const page of pages) {
    taken.push(...page);
    if (taken.length >= count) break;
  }
  return taken.slice(0, count);
}
