import type { SubscribeOptions } from '@fairmark/event-store';
import { begin } from '@fairmark/event-store/testing/events';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import type { RecordedEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { createLogger } from '@fairmark/server';
import { Registry } from 'prom-client';
import { Readiness } from './readiness.js';
import { LogFeed, type TakeEvent } from './log-feed.js';

/** A store whose next subscriptions break, each after one event. */
class BrittleStore extends MemoryEventStore {
  breaks = 0;
  refuses = false;

  override async *subscribe(options: SubscribeOptions): AsyncGenerator<RecordedEvent[]> {
    if (this.refuses) throw new Error('The store refuses');
    for await (const page of super.subscribe({ ...options, pageSize: 1 })) {
      yield page;
      if (this.breaks > 0) {
        this.breaks -= 1;
        throw new Error('The subscription broke');
      }
    }
  }
}

let store: BrittleStore;
let feed: LogFeed;
let taken: string[];
let readiness: Readiness;

beforeEach(() => {
  store = new BrittleStore();
  readiness = new Readiness(new Registry());
  feed = new LogFeed(store, createLogger('test', 'silent'), readiness);
  taken = [];
});

afterEach(async () => {
  await feed.stop();
  await store.close();
});

const take: TakeEvent = async ({ stream }) => void taken.push(stream);

const happens = (stream: string) => begin(store, ['x'], stream);

const delivers = (...streams: string[]): Promise<void> =>
  eventually(
    () => JSON.stringify(taken) === JSON.stringify(streams),
    () => `${streams.join()}, got ${taken.join()}`,
  );

test('delivers events from its start on, in order, and no earlier ones', async () => {
  await happens('before');
  await feed.start(take);
  expect(feed.live).toBe(true);
  for (const stream of ['one', 'two', 'three']) await happens(stream);
  await delivers('one', 'two', 'three');
});

test('resumes after the last delivered event when the subscription breaks, even on an empty log', async () => {
  await feed.start(take);
  store.breaks = 2;
  for (const stream of ['one', 'two', 'three', 'four']) await happens(stream);
  await delivers('one', 'two', 'three', 'four');
});

test('is not live, and reported as away, until it has caught up', async () => {
  store.refuses = true;
  const starting = feed.start(take);
  await happens('while away');
  expect(feed.live).toBe(false);
  expect([...(await readiness.away())]).toEqual([['realtime', true]]);
  store.refuses = false;
  await starting;
  expect([...(await readiness.away())]).toEqual([['realtime', false]]);
  await happens('after');
  await eventually(
    () => taken.includes('after'),
    () => taken.join(),
  );
});

test('delivers events one by one', async () => {
  let free = (): void => undefined;
  const held = new Promise<void>((resolve) => (free = resolve));
  const begun: string[] = [];
  await feed.start(async (event, log) => {
    begun.push(event.stream);
    if (event.stream === 'one') await held;
    await take(event, log);
  });
  await happens('one');
  await happens('two');
  await eventually(() => begun.length > 0);
  expect([begun, taken]).toEqual([['one'], []]);
  free();
  await delivers('one', 'two');
});
