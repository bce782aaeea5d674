import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@fairmark/events/testing/database';
import { createTestDatabase, type TestDatabase } from '@fairmark/tools';
import { Client } from 'pg';
import { storeReader, type LogReader } from '../projection/log-reader.js';
import { fillLog } from '../testing/fill-log.js';
import { MemoryEventStore } from '@fairmark/events';
import { Brake } from './brake.js';

describe('the brake of a rebuild', () => {
  let database: TestDatabase;
  let brake: Brake;
  let api: Client;
  let reader: LogReader;
  beforeEach(async () => {
    database = await createTestDatabase();
    api = new Client({ connectionString: database.url, application_name: 'fairmark api' });
    await api.connect();
    const store = new MemoryEventStore();
    await fillLog(store, { seed: 51, events: 1_500 });
    reader = storeReader(store);
    brake = new Brake(database.url, 20);
  });
  afterEach(async () => {
    await brake.stop();
    await api.end();
    await database.drop();
  });

  it('is off while nobody plays: an idle api is nobody', async () => {
    await sleep(1_100);
    await until(() => brake.resting === 0);
    expect(await brake.reader(reader).page(null, 1_500)).toHaveLength(1_500);
  });

  it('is on while somebody plays, with short pages, and off again soon afterwards', async () => {
    await api.query('select 1');
    await until(() => brake.resting >= 2);
    const braked = brake.reader(reader);
    await braked.page(null, 1_500);
    const worked = performance.now();
    await sleep(20);
    await api.query('select 1');
    const page = await braked.page(null, 1_500);
    expect(page).toHaveLength(1_000);
    // Twenty milliseconds of work, and twice as many of rest.
    expect(performance.now() - worked).toBeGreaterThan(55);
    await until(() => brake.resting === 0);
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
    await api.query('select 1');
    await until(() => brake.resting > 0);
    await braked.page(null, 10);
    await until(() => brake.resting === 0);
    await braked.page(null, 10);
    expect(asked).toEqual(['one', 'ahead']);
  });

  it('stops at once, also while a page waits', async () => {
    await api.query('select 1');
    await until(() => brake.resting > 0);
    const braked = brake.reader(reader);
    await sleep(300);
    const page = braked.page(null, 10);
    await brake.stop();
    expect(await page).toHaveLength(10);
  });
});
