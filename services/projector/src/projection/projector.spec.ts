import type { EventStore } from '@fairmark/event-store';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import type { RecordedEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { fillLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';

describe('the projector', () => {
  const stand = Stand.forSuite();

  it('follows a log that is being written', async () => {
    const projector = stand.project();
    await eventually(() => projector.health().state === 'LIVE');
    await fillLog(stand.store, { seed: 2, events: 1_500 });
    await stand.caughtUp();
    expect(projector.health()).toMatchObject({ state: 'LIVE', problem: null, position: await stand.store.head() });
    expect(await stand.differences()).toEqual([]);
    const rows = await stand.sql('select distinct match_type, verified from rm.rounds where nett_to_par is not null');
    expect(rows).toHaveLength(6);
  });

  it('makes the same tables for any page size, cache size and number of concurrent matches', async () => {
    const seed = seedOf(Date.now() % 1_000_000);
    const luck = chance(seed);
    await fillLog(stand.store, { seed, events: 1_000, atOnce: luck.whole(1, 40), eventsPerAppend: luck.whole(1, 10) });
    for (let run = 0; run < 2 * REPEAT; run += 1) {
      const options = { pageSize: luck.whole(1, 400), batchSize: luck.whole(1, 900), cachedStreams: luck.whole(1, 30) };
      const projector = stand.project(options);
      await stand.caughtUp();
      await projector.stop();
      const differences = await stand.differences();
      if (differences.length > 0) {
        throw new Error(`Seed ${seed}, ${JSON.stringify(options)}: ${differences.join('\n')}`);
      }
      await stand.moves('position = null');
    }
  });

  it('ignores events that it reads twice', async () => {
    const store = new Repeating();
    await fillLog(store, { seed: 3, events: 2_000 });
    const projector = stand.project({ store, pageSize: 100, cachedStreams: 8 });
    await stand.caughtUp(store);
    expect(await stand.differences(store)).toEqual([]);
    await projector.stop();
    // An older checkpoint: later events are applied again to rows that include them.
    await stand.moves('position = 700');
    stand.project({ store, pageSize: 100 });
    await stand.caughtUp(store);
    expect(await stand.differences(store)).toEqual([]);
  });

  it('skips events of other streams than matches and competitions', async () => {
    await fillLog(stand.store, { seed: 40, events: 100 });
    const [event] = await stand.store.readAll(null, { limit: 1 });
    if (event === undefined) throw new Error('The log is empty');
    const id = chance(41).uuid();
    await stand.store.append('tournament-1', 'no-stream', [{ ...event, id, type: 'TournamentCreated' }]);
    stand.project();
    await stand.caughtUp();
    expect(await stand.differences()).toEqual([]);
  });

  it('continues after losing its connections', async () => {
    const projector = stand.project();
    await fillLog(stand.store, { seed: 6, events: 300 });
    await stand.caughtUp();
    await stand.cut('fairmark projector');
    await fillLog(stand.store, { seed: 7, events: 300 });
    await stand.caughtUp();
    await eventually(() => projector.health().state === 'LIVE');
    expect(await stand.differences()).toEqual([]);
  });

  it.each([
    ['of another log', new MemoryEventStore(), 'position = position'],
    ['beyond the end of the log', null, 'position = position + 1'],
  ])('refuses a checkpoint %s, and suggests a rebuild', async (_, other, change) => {
    await fillLog(stand.store, { seed: 8, events: 200 });
    const store = other ?? stand.store;
    if (other !== null) await fillLog(other, { seed: 9, events: 200 });
    await stand.projected({ store });
    await stand.moves(change);
    const projector = stand.project();
    await eventually(() => projector.health().state === 'REFUSED');
    expect(projector.health().problem).toMatch(/rebuild/i);
    expect(await stand.differences(store)).toEqual([]);
  });
});

/** Repeats the events before a page with it. */
class Repeating extends MemoryEventStore implements EventStore {
  override async readAll(after: bigint | null, options: { limit?: number } = {}): Promise<RecordedEvent[]> {
    const page = await super.readAll(after, options);
    if (page.length === 0 || after === null) return page;
    const before = after > 60n ? after - 60n : null;
    return [...(await super.readAll(before, { limit: Number(after - (before ?? 0n)) })), ...page];
  }
}
