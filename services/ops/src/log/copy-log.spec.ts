import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectEventStoreDb, PostgresEventStore, type EventStore, type RecordedEvent } from '@fairmark/events';
import { until } from '@fairmark/events/testing/database';
import { EventStoreDbStub } from '@fairmark/events/testing/eventstoredb/stub';
import { createLogger, migrate } from '@fairmark/platform';
import { rebuildClubhouse } from '@fairmark/projector';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import { createTestDatabase } from '@fairmark/tools';
import { SILENT } from '../cli/progress.js';
import { ops } from '../testing/ops.js';
import { copyLog, type CopyResult } from './copy-log.js';

const EVENTS = 250;
const PATIENT_MS = 20_000;

describe('a copy of the log', () => {
  let club: Stand;
  let stub: EventStoreDbStub;
  let target: EventStore;
  beforeEach(async () => {
    club = await Stand.make();
    await fillLog(club.store, { seed: 9, events: EVENTS });
    stub = await EventStoreDbStub.start();
    target = await connectEventStoreDb({ connectionString: stub.url, timeoutMs: PATIENT_MS });
  });
  afterEach(async () => {
    await target.close();
    stub.stop();
    await club.end();
  });

  const withoutPosition = ({ position: _position, ...event }: RecordedEvent) => event;
  const eventsOf = async (store: EventStore) => (await store.readAll(null, { limit: 10_000 })).map(withoutPosition);
  const copy = (signal = new AbortController().signal, to = target): Promise<CopyResult> =>
    copyLog({ from: club.store, to, progress: SILENT, signal });

  it('holds the same events in the same order under an id of its own', async () => {
    const answer = await ops(club.url, ['log', 'copy', '--from', 'postgres', '--to', stub.url, '--json']);
    expect(answer).toMatchObject({ code: 0, stderr: '' });
    const events = await eventsOf(club.store);
    expect(JSON.parse(answer.stdout)).toMatchObject({ ok: true, events: events.length, copied: events.length });
    expect(await eventsOf(target)).toEqual(events);
    expect(await target.logId()).not.toBe(await club.store.logId());
  });

  it('goes on where it was broken off, and has nothing to do the second time', async () => {
    const ending = new AbortController();
    let appends = 0;
    const breaking: EventStore = new Proxy(target, {
      get: (store, name: keyof EventStore) => {
        const member = store[name].bind(store);
        if (name !== 'append') return member;
        return (...args: Parameters<EventStore['append']>) => {
          if ((appends += 1) === 40) ending.abort();
          return store.append(...args);
        };
      },
    });
    await expect(copy(ending.signal, breaking)).rejects.toThrow('aborted');
    const before = (await eventsOf(target)).length;
    expect(before).toBeGreaterThanOrEqual(40);
    const events = await eventsOf(club.store);
    expect(await copy()).toMatchObject({ events: events.length, copied: events.length - before });
    expect(await copy()).toMatchObject({ events: events.length, copied: 0 });
    expect(await eventsOf(target)).toEqual(events);
  });

  it('stores nothing twice where an answer was lost', async () => {
    stub.appendFates.push('answered', 'stored-and-timed-out', 'unavailable', 'stored-and-timed-out');
    await copy();
    expect(await eventsOf(target)).toEqual(await eventsOf(club.store));
  });

  it('refuses a target that holds other events', async () => {
    const other = await Stand.make();
    await fillLog(other.store, { seed: 10, events: 100 });
    await copyLog({ from: other.store, to: target, progress: SILENT, signal: new AbortController().signal });
    await other.end();
    const before = await eventsOf(target);
    const answer = await ops(club.url, ['log', 'copy', '--to', stub.url]);
    expect(answer).toMatchObject({ code: 1, stdout: '' });
    expect(answer.stderr).toContain('The target holds other events: after 0 events of this log comes ');
    expect(await eventsOf(target)).toEqual(before);
  });

  it('refuses addresses that are none', async () => {
    const copyTo = (...args: string[]) => ops(club.url, ['log', 'copy', ...args]);
    expect(await copyTo()).toMatchObject({ code: 2, stderr: expect.stringContaining('Where to?') });
    expect(await copyTo('--to', 'http://x')).toMatchObject({ code: 2, stderr: expect.stringContaining('esdb://') });
    expect(await copyTo('--to', 'esdb://x:1')).toMatchObject({ code: 2, stderr: expect.stringContaining('password') });
    const leaky = await copyTo('--to', 'esdb://admin:sesame@x?unknown=1');
    expect(leaky).toMatchObject({ code: 2, stderr: expect.stringContaining('must have no options but') });
    expect(leaky.stderr).not.toContain('sesame');
    expect(await copyTo('--from', 'here')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Allowed choices'),
    });
  });

  it('is backed up, and restored into Postgres under its own id and positions', async () => {
    await copy();
    const folder = mkdtempSync(path.join(tmpdir(), 'fairmark-moved-'));
    const database = await createTestDatabase();
    try {
      await migrate(database.url);
      const backup = path.join(folder, 'moved');
      const env = { DATABASE_URL: club.url, EVENT_STORE_URL: stub.url };
      expect(await ops(null, ['backup', backup], { env })).toMatchObject({ code: 0 });
      expect(await ops(database.url, ['restore', backup])).toMatchObject({ code: 0, stderr: '' });
      const restored = new PostgresEventStore({ connectionString: database.url });
      expect(await restored.readAll(null, { limit: 10_000 })).toEqual(await target.readAll(null, { limit: 10_000 }));
      expect(await restored.logId()).toBe(await target.logId());
      await restored.close();
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has checkpoints of its own: those of the old log are refused, and a rebuild makes the same rows', async () => {
    const projector = club.project();
    await club.caughtUp();
    await projector.stop();
    await copy();
    const moved = club.project({ store: target });
    await until(() => moved.health().state === 'REFUSED');
    expect(moved.health().problem).toContain('rebuild them');
    await moved.stop();
    const logger = createLogger('rebuild', 'silent');
    expect(await rebuildClubhouse({ databaseUrl: club.url, store: target, logger })).toMatchObject({ finished: true });
    expect(await club.differences(target)).toEqual([]);
    expect(await club.differences(club.store)).toEqual([]);
  });
});
