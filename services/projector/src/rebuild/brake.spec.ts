import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@fairmark/events/testing/eventually';
import { createTestDatabase, type TestDatabase } from '@fairmark/tools';
import { Client } from 'pg';
import { storeReader, type LogReader } from '../log-reader/log-reader.js';
import { fillLog } from '../testing/fill-log.js';
import { MemoryEventStore } from '@fairmark/event-store';
import { Brake } from './brake.js';

describe('the brake of a rebuild', () => {
  let database: TestDatabase;
  let brake: Brake;
  let api: Client;
  let admin: Client;
  let reader: LogReader;
  beforeAll(async () => {
    database = await createTestDatabase();
    admin = new Client({ connectionString: database.url });
    await admin.connect();
    const store = new MemoryEventStore();
    await fillLog(store, { seed: 51, events: 1_500 });
    reader = storeReader(store);
  });
  beforeEach(async () => {
    api = new Client({ connectionString: database.url, application_name: 'fairmark api' });
    await api.connect();
    brake = new Brake(database.url, 20);
  });
  afterEach(async () => {
    await brake.stop();
    await api.end();
  });
  afterAll(async () => {
    await admin.end();
    await database.drop();
  });

  /** Somebody plays until the answer is called; the api stays connected. */
  const play = async (): Promise<() => Promise<void>> => {
    const playing = api.query('select pg_sleep(60)').catch(() => undefined);
    await eventually(() => brake.resting > 0);
    return async () => {
      await admin.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'fairmark api'`,
      );
      await playing;
    };
  };

  it('is on while somebody plays, with short pages, and off again afterwards: an idle api is nobody', async () => {
    const rest = await play();
    const braked = brake.reader(reader);
    await braked.page(null, 1_500);
    const worked = performance.now();
    await sleep(20);
    expect(await braked.page(null, 1_500)).toHaveLength(1_000);
    // Twenty milliseconds of work, and twice as many of rest.
    expect(performance.now() - worked).toBeGreaterThan(55);
    await rest();
    await eventually(() => brake.resting === 0);
    expect(await braked.page(null, 1_500)).toHaveLength(1_500);
  });

  it('lets nothing be read ahead while somebody plays', async () => {
    const asked: string[] = [];
    const noting = (name: string): LogReader => ({
      page: (after, limit) => {
        asked.push(name);
        return reader.page(after, limit);
      },
    });
    const braked = brake.reader({ ...noting('one'), ahead: () => noting('ahead') });
    const rest = await play();
    await braked.page(null, 10);
    await rest();
    await eventually(() => brake.resting === 0);
    await braked.page(null, 10);
    expect(asked).toEqual(['one', 'ahead']);
  });

  it('stops at once, also while a page waits', async () => {
    const rest = await play();
    const braked = brake.reader(reader);
    await sleep(300);
    const page = braked.page(null, 10);
    await brake.stop();
    expect(await page).toHaveLength(10);
    await rest();
  });
});
