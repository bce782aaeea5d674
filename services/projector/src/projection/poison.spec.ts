import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import { chance } from '@fairmark/server';
import { appendToMatch, fillLog } from '../testing/fill-log.js';
import { scriptedCourse } from '../testing/match-script.js';
import { entered, lobbyOf } from '../testing/short-match.js';
import { Stand } from '../testing/stand.js';

const luck = chance(77);
const created = (matchId: string, hostId = luck.uuid()) => lobbyOf(matchId, hostId, scriptedCourse(luck, 'Acacia'));

describe('an event that cannot be applied', () => {
  const stand = Stand.forSuite();

  it('is parked with all later events of its match, even after a restart; other matches are projected', async () => {
    const good = new MemoryEventStore();
    const { matchIds } = await fillLog(good, { seed: 20, events: 800 });
    await fillLog(stand.store, { seed: 20, events: 800 });
    const stranger = luck.uuid();
    const poisoned = matchIds[0] ?? '';
    const [host, later] = [luck.uuid(), 'An earlier event of this stream is parked'];
    await appendToMatch(stand.store, poisoned, entered(stranger, stranger, 1));
    await appendToMatch(stand.store, poisoned, [{ type: 'HostChanged', data: { hostId: host } }]);
    const projector = stand.project();
    await stand.caughtUp();
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
    await appendToMatch(stand.store, matchId, created(matchId, 'nobody'));
    await fillLog(stand.store, { seed: 22, events: 700 });
    stand.project();
    await stand.caughtUp();
    expect(await stand.parked()).toEqual([
      { stream: `match-${matchId}`, type: 'MatchCreated', error: expect.stringContaining('uuid') },
    ]);
    expect(await stand.differences()).toEqual([
      expect.stringContaining('parked'),
      `matches ${matchId} is missing`,
      `player_matches nobody ${matchId} is missing`,
    ]);
  });

  it('of an unknown type or version is parked, not skipped', async () => {
    const matchId = luck.uuid();
    await appendToMatch(stand.store, matchId, created(matchId));
    const [stored] = await stand.store.readStream(`match-${matchId}`);
    if (stored === undefined) throw new Error('The match is not there');
    await stand.store.append(`match-${matchId}`, 0n, [
      { id: luck.uuid(), type: 'CardTornUp', data: {}, metadata: { ...stored.metadata, schemaVersion: 1 } },
    ]);
    stand.project();
    await stand.caughtUp();
    expect(await stand.parked()).toEqual([
      { stream: `match-${matchId}`, type: 'CardTornUp', error: expect.stringContaining('has an unknown type') },
    ]);
  });
});
