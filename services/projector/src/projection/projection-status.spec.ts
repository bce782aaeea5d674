import { LIMITS } from '@fairmark/contract';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import { CLUBHOUSE_VERSION, projectionStatus, requestRebuild } from '@fairmark/read-models';
import { fillLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';

/** A time shortly after the events of `fillLog`. */
const NOW = new Date('2026-03-02T00:00:00Z');

describe('the status of a projection', () => {
  const stand = Stand.forSuite();
  const status = (now = NOW) => projectionStatus(stand.pool, stand.store, now);

  it('is EMPTY before a projector has run, LIVE on an empty log, and EMPTY with unread events', async () => {
    expect(await status()).toEqual({
      name: 'clubhouse',
      version: CLUBHOUSE_VERSION,
      state: 'EMPTY',
      position: null,
      head: null,
      lagEvents: 0,
      lagSeconds: 0,
      heardAt: null,
      parkedStreams: 0,
      parkedEvents: 0,
      job: null,
    });
    const projector = await stand.live();
    expect(await status()).toMatchObject({ state: 'LIVE', position: null, heardAt: expect.any(String) });
    await projector.stop();
    await fillLog(stand.store, { seed: 130, events: 100 });
    expect(await status()).toMatchObject({ state: 'EMPTY', head: String(await stand.store.head()) });
  });

  it('is LIVE at the end, BEHIND when older events are missing, SILENT without a heartbeat', async () => {
    await fillLog(stand.store, { seed: 131, events: 300 });
    const projector = await stand.live();
    const head = String(await stand.store.head());
    expect(await status()).toMatchObject({ state: 'LIVE', position: head, head, lagEvents: 0, lagSeconds: 0 });
    await projector.stop();
    await stand.moves('position = 100, heartbeat_at = clock_timestamp()');
    const [next] = await stand.store.readAll(100n, { limit: 1 });
    const missing = new Date(next?.metadata.recordedAt ?? '').getTime();
    expect(await status(new Date(missing + 1_500))).toMatchObject({ state: 'LIVE', lagSeconds: 1.5 });
    expect(await status(new Date(missing + 60_000))).toMatchObject({
      state: 'BEHIND',
      lagEvents: Number(head) - 100,
      lagSeconds: 60,
    });
    await stand.moves(`heartbeat_at = clock_timestamp() - interval '6 s'`);
    expect(await status(new Date(missing + 60_000))).toMatchObject({ state: 'SILENT' });
  });

  it('is FOREIGN with tables of another log, or beyond the end of this one', async () => {
    await fillLog(stand.store, { seed: 132, events: 100 });
    await stand.live();
    const other = new MemoryEventStore();
    await fillLog(other, { seed: 133, events: 50 });
    expect(await projectionStatus(stand.pool, other, NOW)).toMatchObject({
      state: 'FOREIGN',
      lagEvents: expect.any(Number),
    });
    await stand.moves('position = 1000000');
    expect(await status()).toMatchObject({ state: 'FOREIGN' });
  });

  it('counts parked events, has the latest rebuild, and counts the lag up to a limit', async () => {
    const log = new MemoryEventStore();
    await fillLog(log, { seed: 134, events: LIMITS.lagEventsMax + 200, eventsPerAppend: 50, atOnce: 60 });
    await stand.sql(`insert into rm.parked_events (position, stream, revision, event_id, type, error)
       select n, 'match-' || n % 2, n, n, 'T', 'E' from generate_series(1, 5) n`);
    const { job } = await requestRebuild(stand.pool, { projection: 'clubhouse', requestedBy: 'ann' });
    const found = await projectionStatus(stand.pool, log, NOW);
    expect(found).toMatchObject({ lagEvents: LIMITS.lagEventsMax, parkedStreams: 2, parkedEvents: 5, job });
  });
});
