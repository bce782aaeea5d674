import type { EventStore } from '@fairmark/event-store';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import type { RecordedEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Registry } from 'prom-client';
import { measureProjector, projectorMissing } from '../projector.metrics.js';
import { appendToMatch, fillLog } from '../testing/fill-log.js';
import { entered, lobbyOf } from '../testing/short-match.js';
import { Stand } from '../testing/stand.js';
import type { Projector } from './projector.js';

const stand = Stand.forSuite();
const luck = chance(77);

describe('the projector', () => {
  it('follows a log that is being written', async () => {
    const projector = await stand.live();
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
      const options = { pageSize: luck.whole(1, 900), cachedStreams: luck.whole(1, 30) };
      const projector = await stand.live(options);
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
    const projector = await stand.live({ store, pageSize: 100, cachedStreams: 8 });
    expect(await stand.differences(store)).toEqual([]);
    await projector.stop();
    // An older checkpoint: later events are applied again to rows that include them.
    await stand.moves('position = 700');
    await stand.live({ store, pageSize: 100 });
    expect(await stand.differences(store)).toEqual([]);
  });

  it('skips events of other streams than matches and competitions', async () => {
    await fillLog(stand.store, { seed: 40, events: 100 });
    const [event] = await stand.store.readAll(null, { limit: 1 });
    if (event === undefined) throw new Error('The log is empty');
    const id = chance(41).uuid();
    await stand.store.append('tournament-1', 'no-stream', [{ ...event, id, type: 'TournamentCreated' }]);
    await stand.live();
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

describe('one projector at a time', () => {
  const metrics = async (projector: Projector): Promise<string> => {
    const registry = new Registry();
    const jobs = async () => ({ waiting: 2, active: 1, delayed: 0 });
    measureProjector(registry, { store: stand.store, projector, jobs });
    return registry.metrics();
  };

  it('a second one stands by, ready and without a lag in its metrics, and takes over', async () => {
    const first = await stand.live();
    const second = stand.project();
    const [active, standby] = [await metrics(first), await metrics(second)];
    for (const line of ['projector_state{state="LIVE"} 1', 'parked_streams 0', 'projection_lag_events 0']) {
      expect(active).toContain(`\nfairmark_${line}\n`);
    }
    expect(active).toContain('\nfairmark_mail_jobs{state="waiting"} 2\n');
    expect(standby).toContain('\nfairmark_projector_state{state="STANDBY"} 1\n');
    expect(standby).not.toContain('\nfairmark_projection_lag_events ');
    expect([first, second].map(projectorMissing)).toEqual([[], []]);
    await fillLog(stand.store, { seed: 11, events: 500 });
    await stand.caughtUp();
    expect(second.health()).toMatchObject({ state: 'STANDBY', position: null });
    await first.stop();
    expect(projectorMissing(first)).toEqual(['projector: STOPPED']);
    await eventually(() => second.health().state === 'LIVE');
    await fillLog(stand.store, { seed: 12, events: 500 });
    await stand.caughtUp();
    expect(await stand.differences()).toEqual([]);
  });

  it('one that freezes between two statements loses its transaction', async () => {
    const frozen = stand.spawn();
    await fillLog(stand.store, { seed: 17, events: 400 });
    await stand.caughtUp();
    const before = await stand.checkpoint();
    // The transaction waits for a table; meanwhile its projector freezes and never sends the next statement.
    const blocker = await stand.pool.connect();
    await blocker.query(`begin; lock table ${CLUBHOUSE_SCHEMA}.matches in exclusive mode`);
    await fillLog(stand.store, { seed: 18, events: 50 });
    await eventually(async () => (await stand.waiting('fairmark projector')) === 1);
    frozen.kill('SIGSTOP');
    await blocker.query('rollback');
    blocker.release();
    await eventually(async () => (await stand.waiting('fairmark projector')) === 0);
    expect(await stand.checkpoint()).toBe(before);
    await stand.live();
    const position = await stand.checkpoint();
    frozen.kill('SIGCONT');
    await eventually(async () => (await stand.sessions('fairmark projector')) === 2);
    expect(await stand.checkpoint()).toBe(position);
    expect(await stand.differences()).toEqual([]);
  });
});

describe('an event that cannot be applied', () => {
  it('is parked with all later events of its match, even after a restart; other matches are projected', async () => {
    const good = new MemoryEventStore();
    const { matchIds } = await fillLog(good, { seed: 20, events: 800 });
    await fillLog(stand.store, { seed: 20, events: 800 });
    const stranger = luck.uuid();
    const poisoned = matchIds[0] ?? '';
    const [host, later] = [luck.uuid(), 'An earlier event of this stream is parked'];
    await appendToMatch(stand.store, poisoned, entered(stranger, stranger, 1));
    await appendToMatch(stand.store, poisoned, [{ type: 'HostChanged', data: { hostId: host } }]);
    const projector = await stand.live();
    expect(await stand.parked()).toEqual([
      { stream: `match-${poisoned}`, type: 'HoleScored', error: expect.stringContaining(stranger) },
      { stream: `match-${poisoned}`, type: 'HostChanged', error: later },
    ]);
    expect(projector.health().parkedStreams).toBe(1);
    // The tables equal those of a log without the parked events.
    expect((await stand.differences(good)).filter((line) => !line.startsWith('parked'))).toEqual([]);
    await projector.stop();
    stand.project();
    await appendToMatch(stand.store, poisoned, [{ type: 'HostChanged', data: { hostId: luck.uuid() } }]);
    await stand.caughtUp();
    expect((await stand.parked()).map(({ error }) => error)).toEqual([expect.stringContaining(stranger), later, later]);
  });

  it('is found in a page of more than a thousand events, even when only the database detects the fault', async () => {
    await fillLog(stand.store, { seed: 21, events: 700 });
    const matchId = luck.uuid();
    await appendToMatch(stand.store, matchId, lobbyOf(matchId, 'host'));
    await fillLog(stand.store, { seed: 22, events: 700 });
    await stand.live();
    expect(await stand.parked()).toEqual([
      { stream: `match-${matchId}`, type: 'MatchCreated', error: expect.stringContaining('uuid') },
    ]);
    expect(await stand.differences()).toEqual([
      expect.stringContaining('parked'),
      `matches ${matchId} is missing`,
      `player_matches host ${matchId} is missing`,
    ]);
  });

  it('of an unknown type or version is parked, not skipped', async () => {
    const matchId = luck.uuid();
    await appendToMatch(stand.store, matchId, lobbyOf(matchId));
    const [stored] = await stand.store.readStream(`match-${matchId}`);
    if (stored === undefined) throw new Error('The match is not there');
    await stand.store.append(`match-${matchId}`, 0n, [
      { id: luck.uuid(), type: 'CardTornUp', data: {}, metadata: { ...stored.metadata, schemaVersion: 1 } },
    ]);
    await stand.live();
    expect(await stand.parked()).toEqual([
      { stream: `match-${matchId}`, type: 'CardTornUp', error: expect.stringContaining('has an unknown type') },
    ]);
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
