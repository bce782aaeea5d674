import { PostgresEventStore } from '@fairmark/event-store';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import type { RecordedEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { chance } from '@fairmark/server';
import { parkedEvents } from '@fairmark/read-models';
import { appendToMatch, fillLog } from '../testing/fill-log.js';
import { scriptedCourse } from '../testing/match-script.js';
import { lobbyOf } from '../testing/short-match.js';
import { Stand } from '../testing/stand.js';
import { retryParked } from './retry-parked.js';

const luck = chance(120);
const [GOLFER, FIRST, SECOND] = [luck.uuid(), luck.uuid(), luck.uuid()];

/** Events that the database refuses stand for a fault of the projection: a build without the constraint is the one that mends it. */
describe('parked events that are tried again', () => {
  const stand = Stand.forSuite();
  let matchIds: string[];
  beforeEach(async () => {
    ({ matchIds } = await fillLog(stand.store, { seed: 121, events: 800 }));
  });

  const refuse = (inviteId: string, name = 'refused') =>
    stand.sql(`alter table rm.invites add constraint ${name} check (invite_id <> '${inviteId}') not valid`);
  const mend = (table = 'invites') => stand.sql(`alter table rm.${table} drop constraint refused`);
  const invite = (matchId: string, inviteId = luck.uuid()) =>
    appendToMatch(stand.store, matchId, [{ type: 'PlayerInvited', data: { inviteId, userId: GOLFER } }]);
  const retry = (streams?: string[]) => retryParked({ databaseUrl: stand.url, store: stand.store, streams });
  const rows = (table: string, where: string) => stand.sql(`select * from rm.${table} where ${where}`);

  it('are applied once the cause is mended, and the live projector goes on with their stream', async () => {
    const [matchId = '', another = ''] = matchIds;
    await refuse(FIRST);
    const projector = stand.project();
    await stand.caughtUp();
    await invite(matchId, FIRST);
    await invite(matchId);
    await invite(another);
    await stand.caughtUp();
    expect(projector.health().parkedStreams).toBe(1);
    const before = await parkedEvents(stand.pool);
    expect(before.parked).toMatchObject([
      { stream: `match-${matchId}`, attempts: 1, error: expect.stringContaining('refused') },
      { stream: `match-${matchId}`, type: 'PlayerInvited', error: 'An earlier event of this stream is parked' },
    ]);
    expect(await stand.verify()).toMatchObject({ parked: 1, differing: 0 });
    await mend();
    expect(await retry()).toEqual([{ stream: `match-${matchId}`, applied: 2, left: 0, error: null }]);
    expect(await stand.parked()).toEqual([]);
    expect(await rows('invites', `invite_id = '${FIRST}'`)).toHaveLength(1);
    await eventually(() => projector.health().parkedStreams === 0 && projector.health().state === 'LIVE');
    await invite(matchId, SECOND);
    await stand.caughtUp();
    expect(await rows('invites', `invite_id = '${SECOND}'`)).toHaveLength(1);
    expect(await stand.verify()).toMatchObject({ parked: 0, differing: 0 });
  });

  it('say how often they were tried and what is in their way now, and nothing else changes', async () => {
    const [matchId = ''] = matchIds;
    await refuse(FIRST);
    stand.project();
    await invite(matchId, FIRST);
    await stand.caughtUp();
    const [{ generation } = {}] = await rows('checkpoint', 'true');
    const before = await rows('invites', 'true order by invite_id');
    await mend();
    await refuse(FIRST, 'other_fault');
    const error = expect.stringContaining('other_fault');
    for (const attempts of [2, 3]) {
      expect(await retry()).toEqual([{ stream: `match-${matchId}`, applied: 0, left: 1, error }]);
      expect((await parkedEvents(stand.pool)).parked).toMatchObject([{ attempts, error }]);
    }
    expect(await rows('invites', 'true order by invite_id')).toEqual(before);
    expect(await rows('checkpoint', 'true')).toMatchObject([{ generation }]);
  });

  it('are applied up to the next one that cannot be', async () => {
    const [matchId = ''] = matchIds;
    await refuse(FIRST);
    const projector = stand.project();
    await invite(matchId, FIRST);
    await invite(matchId);
    await invite(matchId, SECOND);
    await stand.caughtUp();
    await mend();
    await refuse(SECOND, 'later');
    const error = expect.stringContaining('later');
    expect(await retry()).toEqual([{ stream: `match-${matchId}`, applied: 2, left: 1, error }]);
    expect((await parkedEvents(stand.pool)).parked).toMatchObject([{ attempts: 2, error }]);
    expect(await rows('invites', `invite_id = '${FIRST}'`)).toHaveLength(1);
    await eventually(() => projector.health().state === 'LIVE');
    await invite(matchId);
    await stand.caughtUp();
    expect(await parkedEvents(stand.pool)).toMatchObject({ parked: [{ attempts: 2 }, { attempts: 1 }], more: false });
    expect(await parkedEvents(stand.pool, 1)).toMatchObject({ parked: [{ attempts: 2 }], more: true });
    expect(await stand.verify()).toMatchObject({ parked: 1, differing: 0 });
  });

  it('are tried of the streams that were named alone, also while no projector runs', async () => {
    await stand.sql(`alter table rm.invites add constraint refused check (user_id <> '${GOLFER}') not valid`);
    const projector = stand.project();
    for (const matchId of matchIds.slice(0, 3)) await invite(matchId);
    await stand.caughtUp();
    await projector.stop();
    await mend();
    const stream = `match-${matchIds[1]}`;
    expect(await retry([stream, 'match-unknown'])).toMatchObject([{ stream, applied: 1 }]);
    expect((await stand.parked()).map((parked) => parked.stream)).not.toContain(stream);
    expect(await retry()).toHaveLength(2);
    expect(await retry()).toEqual([]);
    expect(await stand.verify()).toMatchObject({ parked: 0, differing: 0 });
  });

  it('bring a projector back that refused because too many stood still', async () => {
    const course = scriptedCourse(luck, 'Acacia');
    await stand.sql(`alter table rm.matches add constraint refused check (host_id <> '${GOLFER}') not valid`);
    const refused = Array.from({ length: 101 }, () => luck.uuid());
    await Promise.all(refused.map((id) => appendToMatch(stand.store, id, lobbyOf(id, GOLFER, course))));
    const projector = stand.project();
    await eventually(() => projector.health().state === 'REFUSED');
    await mend('matches');
    const retried = await retry();
    expect(retried).toHaveLength(100);
    expect(retried.every(({ left }) => left === 0)).toBe(true);
    await stand.caughtUp();
    expect(await stand.verify()).toMatchObject({ parked: 0, differing: 0 });
  });

  it('are not written into tables that a rebuild puts in place meanwhile', async () => {
    const [matchId = ''] = matchIds;
    await refuse(FIRST);
    stand.project();
    await stand.caughtUp();
    await invite(matchId, FIRST);
    await stand.caughtUp();
    await mend();
    const [before] = await rows('checkpoint', 'true');
    const rebuilds: Promise<unknown>[] = [];
    const store = new Watched(stand.url, async () => {
      const denied = { type: 'InviteDenied', data: { inviteId: FIRST, userId: GOLFER } } as const;
      await appendToMatch(stand.store, matchId, [denied]);
      rebuilds.push(stand.rebuild());
      // It waits for the lock, or has gone through.
      await eventually(async () => {
        const waits = await stand.sessions('fairmark rebuild', `query like 'lock table%' and wait_event_type = 'Lock'`);
        return waits === 1 || (await rows('checkpoint', 'true'))[0]?.generation !== before?.generation;
      });
    });
    expect(await retryParked({ databaseUrl: stand.url, store })).toMatchObject([{ applied: 1, left: 0 }]);
    await store.close();
    expect(await Promise.all(rebuilds)).toMatchObject([{ finished: true }]);
    await stand.caughtUp();
    expect(await rows('invites', `invite_id = '${FIRST}'`)).toMatchObject([{ status: 'DENIED' }]);
    expect(await stand.verify()).toMatchObject({ parked: 0, differing: 0 });
  });

  it('are left alone where the tables are of another log', async () => {
    const other = new MemoryEventStore();
    await fillLog(other, { seed: 123, events: 100 });
    stand.project();
    await stand.caughtUp();
    await expect(retryParked({ databaseUrl: stand.url, store: other })).rejects.toThrow('were made from log');
  });
});

/** A log that does something once a stream was read. */
class Watched extends PostgresEventStore {
  constructor(
    connectionString: string,
    private readonly after: () => Promise<void>,
  ) {
    super({ connectionString });
  }

  override async readStream(...of: Parameters<PostgresEventStore['readStream']>): Promise<RecordedEvent[]> {
    const events = await super.readStream(...of);
    await this.after();
    return events;
  }
}
