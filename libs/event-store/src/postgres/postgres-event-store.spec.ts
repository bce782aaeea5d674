import { EventRefused, PositionUnknown, StoreUnavailable } from '../port/event-store.js';
import { within } from '../port/retry.js';
import { connected, logDatabase, type LogDatabase } from '../testing/database.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { eventStoreContract, expectGapless, take } from '../testing/event-store.contract.js';
import { liveSubscription } from '../testing/live-subscription.js';
import { serverStoreContract, type ServerLog } from '../testing/server-store.contract.js';
import { begin, newStream, notes, storedBy, wholeLog, write } from '../testing/events.js';
import { serverStores } from '../testing/server-stores.js';
import type { PostgresOptions } from './connection.js';
import { PostgresEventStore } from './postgres-event-store.js';
import { migrateEventLog } from './schema.js';

/** So long that a test that waits for it fails. */
const NEVER_MS = 3_600_000;

const createLog = async (): Promise<ServerLog> => {
  const { url, remove } = await logDatabase();
  return { url, open: (options) => new PostgresEventStore({ connectionString: url, ...options }), remove };
};
eventStoreContract('PostgresEventStore', createLog);
serverStoreContract('PostgresEventStore', createLog);

describe('PostgresEventStore', () => {
  let database: LogDatabase;
  const { open, throughProxy } = serverStores<PostgresOptions>(
    () => database.url,
    (options) => new PostgresEventStore(options),
  );
  beforeEach(async () => {
    database = await logDatabase();
  });
  afterEach(() => database.remove());

  describe('the log', () => {
    it('cannot be changed, emptied or given another id, not even with triggers switched off', async () => {
      const store = open();
      const written = await write(store, newStream(), 3);
      for (const settings of ['', 'set session_replication_role = replica; ']) {
        for (const change of [
          "update log.events set data = '{}'",
          'update log.events set revision = revision + 100 where false',
          'delete from log.events',
          'truncate log.events',
          'truncate log.events, log.identity cascade',
          'update log.identity set id = gen_random_uuid()',
          'delete from log.identity',
        ]) {
          await expect(database.query(settings + change)).rejects.toThrow('the log is never changed');
        }
      }
      // One identity, and one event at each revision.
      const columns = 'stream, revision, id, type, data, metadata';
      for (const more of ['identity default values', `events select position + 1, ${columns} from log.events`]) {
        await expect(database.query(`insert into log.${more}`)).rejects.toThrow('duplicate key');
      }
      expect(await wholeLog(store)).toEqual(written);
    });

    it('can be migrated again at any time, even during appends', async () => {
      const store = open();
      const id = await store.logId();
      const writing = write(store, newStream(), 100);
      await connected(database.url, async (client) => {
        for (let at = 0; at < 5; at += 1) await migrateEventLog(client);
      });
      expectGapless(await writing, 100);
      expect(await open().logId()).toBe(id);
    });

    it('is read by index even on connections opened while it was empty', async () => {
      await database.query('vacuum analyze log.events');
      const store = open();
      const readEverything = async (): Promise<void> => {
        const [event] = await store.readAll(null, { limit: 1 });
        await store.readPage(null, { limit: 1 });
        await store.readStream(event?.stream ?? 'none');
        await store.head();
      };
      for (let at = 0; at < 10; at += 1) await readEverything();
      await Promise.all(Array.from({ length: 16 }, () => write(store, newStream(), 50)));
      await readEverything();
      // Statistics are reported when a connection ends.
      await store.close();
      const statistics = async (column: 'n_tup_ins' | 'seq_scan'): Promise<unknown> => {
        const table = `pg_stat_user_tables where schemaname = 'log' and relname = 'events'`;
        return (await database.query(`select ${column}::int as count from ${table}`))[0]?.['count'];
      };
      await eventually(async () => (await statistics('n_tup_ins')) === 800);
      // Creating each index scanned the empty table; a plan with scans would scan it for each batch.
      expect(await statistics('seq_scan')).toBeLessThan(10);
    });
  });

  describe('appending', () => {
    it('stores the rest of a batch when Postgres refuses one of its events', async () => {
      const trouble: string[] = [];
      const store = open({ onTrouble: (what) => trouble.push(what) });
      await database.query(`alter table log.events add check (data ->> 'text' <> 'poison')`);
      const attempts = await Promise.allSettled(
        Array.from({ length: 30 }, (_, at) => begin(store, [at % 10 === 3 ? 'poison' : at])),
      );
      const poisoned = attempts.filter((it) => it.status === 'rejected');
      expect(poisoned.map(({ reason }) => reason instanceof EventRefused)).toEqual([true, true, true]);
      expect(trouble).toEqual(['A batch of appends was refused and is sent one by one']);
      expectGapless(await wholeLog(store), 27);
    });

    it('puts appends to the same stream into different batches', async () => {
      const trouble: string[] = [];
      const store = open({ onTrouble: (what) => trouble.push(what) });
      const stream = newStream();
      const attempts = Array.from({ length: 20 }, (_, at) => begin(store, [at], stream));
      const outcomes = (await Promise.all(attempts)).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(1);
      expect(trouble).toEqual([]);
    });

    // Up to Node 24 it is already too deep for `JSON.stringify`, from Node 25 on only for Postgres.
    it('refuses an event that is nested too deeply', async () => {
      const store = open();
      const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
      const [first] = notes(newStream(), ['x']);
      const poison = store.append(newStream(), 'no-stream', [{ ...first!, data: { deep } }]);
      const good = [begin(store), begin(store)];
      await expect(poison).rejects.toThrow(EventRefused);
      expect((await Promise.all(good)).map(({ outcome }) => outcome)).toEqual(['appended', 'appended']);
    });

    it('is unavailable when the log was not migrated', async () => {
      await database.query('drop schema log cascade');
      const store = open();
      await expect(begin(store)).rejects.toThrow(StoreUnavailable);
      await expect(store.readAll(null)).rejects.toThrow(StoreUnavailable);
    });

    it('sends an append again when its answer was lost, and answers it as appended', async () => {
      const { proxy, store } = await throughProxy();
      const stream = newStream();
      const [first] = await write(store, stream, 1);
      const lost = proxy.loseAnswerTo('append_batch');
      const events = notes(stream, ['second', 'third'], first);
      const [result, neighbour] = await Promise.all([store.append(stream, 0n, events), begin(store)]);
      await lost;
      expect([result.outcome, neighbour.outcome]).toEqual(['appended', 'appended']);
      expect(storedBy(result)).toEqual(await store.readStream(stream, 1n));
      expectGapless(await wholeLog(store), 4);
    });

    it('refuses appends beyond the limit of waiting ones, and completes those', async () => {
      const { proxy, store } = await throughProxy({ appendsMax: 20, timeoutMs: NEVER_MS });
      proxy.mode = 'refusing';
      const waiting = Array.from({ length: 20 }, () => begin(store));
      await expect(begin(store)).rejects.toThrow(new StoreUnavailable('Too many appends are waiting'));
      proxy.mode = 'open';
      await Promise.all(waiting);
      await begin(store);
      expectGapless(await wholeLog(store), 21);
    });

    it('limits the bytes of waiting appends, however few they are', async () => {
      const { proxy, store } = await throughProxy({ timeoutMs: 500 });
      proxy.mode = 'refusing';
      const large = Array<string>(15).fill('x'.repeat(261_000));
      const append = (): Promise<unknown> => begin(store, large).catch(String);
      const answers = await Promise.all(Array.from({ length: 20 }, append));
      expect(answers.filter((answer) => answer === 'StoreUnavailable: Too many appends are waiting')).toHaveLength(3);
      expect(await append()).toBe('StoreUnavailable: The log did not answer in time');
    });
  });

  describe('subscribing', () => {
    it('refuses the first position beyond the end of the log', async () => {
      const store = open();
      const [event] = await write(store, newStream(), 1);
      await expect(take(store.subscribe({ after: event!.position + 1n }), 1)).rejects.toThrow(PositionUnknown);
    });

    it('does not read back what it appended itself', async () => {
      const { proxy, store } = await throughProxy({ pollMs: NEVER_MS });
      const live = await liveSubscription(store);
      // It has to poll for what is written before its connection listens.
      await eventually(async () => {
        const before = proxy.bytesFromServer;
        const written = await write(store, newStream(), 50);
        expect(await live.next(50)).toEqual(written);
        const content = JSON.stringify(written.map(({ data, metadata }) => [data, metadata]));
        return proxy.bytesFromServer - before < content.length / 2;
      }, 'own events are not read back');
      await live.stop();
    });

    it('delivers own and foreign events once each, in the order of the log', async () => {
      const [store, other] = [open({ pollMs: NEVER_MS }), open()];
      const live = await liveSubscription(store);
      const writers = [store, other, store, other].map((writer) => write(writer, newStream(), 30));
      const written = (await Promise.all(writers)).flat().sort((one, two) => Number(one.position - two.position));
      expect(await live.next(120)).toEqual(written);
      // An event too large to be kept in memory, and the one after it.
      const large = storedBy(await begin(store, ['x'.repeat(20_000)]));
      expect(await live.next(2, write(store, newStream(), 1))).toMatchObject([{ id: large[0]?.id }, {}]);
      await live.stop();
    });

    it('reads what others appended while it delivered its own events from memory', async () => {
      const [store, other] = [open({ pollMs: NEVER_MS }), open()];
      const heard = await liveSubscription(open({ pollMs: NEVER_MS }));
      const stop = new AbortController();
      const pages = store.subscribe({ after: await store.head(), signal: stop.signal })[Symbol.asyncIterator]();
      // It listens once it delivers an event of others.
      const [first] = await Promise.all([pages.next(), write(other, newStream(), 1)]);
      const own = await write(store, newStream(), 1);
      const theirs = await write(other, newStream(), 1);
      await heard.next(3);
      const rest = [await pages.next(), await within(10_000, pages.next())];
      expect([first, ...rest].map(({ value }) => value)).toEqual([[expect.anything()], own, theirs]);
      stop.abort();
      await pages.next();
      await heard.stop();
    });

    it('finds events without a notification by polling', async () => {
      const store = open();
      const live = await liveSubscription(store);
      const stream = newStream();
      const [event] = notes(stream, ['unannounced']);
      const { id, type, data, metadata } = event!;
      const values = [stream, id, type, data, metadata];
      await database.query('insert into log.events values (1, $1, 0, $2, $3, $4, $5)', values);
      expect((await live.next(1))[0]?.id).toBe(id);
      await live.stop();
    });

    it('listens again after its connections were lost, and reads what it missed', async () => {
      const store = open({ pollMs: NEVER_MS });
      const writer = open();
      const live = await liveSubscription(store);
      for (let loss = 0; loss < 3; loss += 1) {
        const written = await write(writer, newStream(), 1);
        expect(await live.next(1)).toEqual(written);
        await database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name like 'fairmark log%'`,
        );
      }
      const written = await write(writer, newStream(), 5);
      expect(await live.next(5)).toEqual(written);
      await live.stop();
    });
  });
});
