import type { CurrentMatchAnswer, InvitesAnswer, ReadyAnswer, UnverifiedRoundsAnswer } from '@fairmark/contract';
import { foldMatch, matchStream } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { Stage, type Player } from '../testing/stage.js';
import { expectRefusal } from '../testing/api.js';
import { answer, start } from './testing/calls.js';

/** Ready and start over HTTP, and the expiry of lobbies and rounds. The rules are tested with the deciders. */

const stage = Stage.forSuite();
const [ann, ben, cat] = stage.cast(3);

describe('POST ready', () => {
  test('computes the daily handicap itself, whatever the phone sends', async () => {
    const matchId = await stage.lobby([ann, ben]);
    const settings = { handicap: -2.1, dailyHandicap: 40, ready: true };
    const saved = await ann.call<ReadyAnswer>('POST', '/api/match/ready', { matchId, settings });
    const { dailyHandicap } = saved.body.settings;
    expect(saved.body.settings).toEqual({
      handicap: -2.1,
      handicapForShow: '+2.1',
      dailyHandicap,
      dailyHandicapForShow: `+${-(dailyHandicap ?? 0)}`,
      ready: true,
    });
    expect(dailyHandicap).toBeLessThan(0);
    const { lobby, userMatchSettings } = await ben.match(matchId);
    expect(lobby.users[0]).toMatchObject({ id: ann.id, ready: true, dailyHandicap });
    expect(userMatchSettings).toMatchObject({
      dailyHandicap: null,
      marker: { id: ann.id },
      markerMatchSettings: { dailyHandicapForShow: `+${-(dailyHandicap ?? 0)}` },
      marking: [{ id: ann.id, settings: { dailyHandicap } }],
    });
    // The official handicap in the profile does not change.
    expect(lobby.users[0]?.handicap).toBe(12.4);
  });
});

describe('PUT marker', () => {
  const mark = (by: Player, matchId: string, userId: string, markerId: string) =>
    by.call('PUT', '/api/match/marker', { matchId, userId, markerId });

  test('lets the host choose, in the lobby and in the round', async () => {
    const matchId = await stage.lobby([ann, ben, cat]);
    const markers = async () => (await ann.match(matchId)).lobby.users.map(({ marker }) => marker?.id);
    expect(await markers()).toEqual([cat.id, ann.id, ben.id]);
    expect((await mark(ann, matchId, cat.id, ann.id)).status).toBe(200);
    expect(await markers()).toEqual([cat.id, ann.id, ann.id]);
    for (const player of [ann, ben, cat]) await player.readies(matchId);
    await start(ann, matchId);
    expect((await mark(ann, matchId, cat.id, ben.id)).status).toBe(200);
    const { rounds } = await ann.match(matchId);
    expect(rounds.map(({ marker }) => marker?.id)).toEqual([cat.id, ann.id, ben.id]);
  });
});

describe('POST start', () => {
  test('saves the host’s settings, and snapshots those of all players', async () => {
    const matchId = await stage.lobby([ann, ben]);
    await ben.readies(matchId);
    expect((await start(ann, matchId, { handicap: 20, dailyHandicap: 1, ready: true })).status).toBe(200);
    const { match, rounds } = await ben.match(matchId);
    expect(match).toMatchObject({ started: true, startedAt: expect.any(String) });
    expect((await ann.match(matchId)).lobby.users.map(({ ready }) => ready)).not.toContain(false);
    expect(rounds.map(({ player, marker, handicap }) => [player.id, marker?.id, handicap])).toEqual([
      [ann.id, ben.id, 20],
      [ben.id, ann.id, 12.4],
    ]);
    const { current } = await ben.does<CurrentMatchAnswer>('GET', `/api/match/current`);
    expect(current).toEqual({ matchId, isHost: false, started: true, playType: 'COMPETITION', nextHole: 1 });
  });

  test('of a practice round does not wait for golfers, and uses their official handicaps', async () => {
    const matchId = await stage.lobby([ann, ben], { playType: 'SOCIAL' });
    await ann.invites(matchId, cat);
    expect((await start(ann, matchId, { handicap: 3.3 })).status).toBe(200);
    const { rounds, lobby } = await ben.match(matchId);
    expect(rounds.map(({ handicap, marker }) => [handicap, marker])).toEqual([
      [3.3, null],
      [12.4, null],
    ]);
    expect(lobby.invited).toEqual([]);
  });
});

describe('after a day', () => {
  const DAY_MS = 24 * 3_600_000;

  test('a lobby that was not started in time has ended for all golfers, without a command', async () => {
    const [host, guest, invited] = [ann, ben, cat];
    const matchId = await stage.lobby([host, guest]);
    const id = await host.invites(matchId, invited);
    for (const player of [host, guest]) await player.readies(matchId);
    stage.passes(DAY_MS);
    expect((await guest.match(matchId)).match).toMatchObject({ ended: true, endReason: 'EXPIRED', started: false });
    expectRefusal(await start(host, matchId), 'MATCH_ENDED');
    expectRefusal(await answer(invited, id, 'ACCEPTED', matchId), 'INVITE_NOT_FOUND');
    const { current } = await guest.does<CurrentMatchAnswer>('GET', '/api/match/current');
    const { invites } = await invited.does<InvitesAnswer>('GET', '/api/match/invites');
    expect([current, invites]).toEqual([null, []]);
    expectRefusal(await invited.call('GET', `/api/match/${matchId}`), 'MATCH_NOT_FOUND');
    // A new lobby is possible.
    await stage.lobby([host, guest]);
  });

  test('an expired invitation does not block the deletion of the invited account', async () => {
    const [host, invited] = [ann, ben];
    const old = await stage.lobby([host]);
    await host.invites(old, invited);
    stage.passes(DAY_MS);
    const own = await stage.lobby([invited]);
    await invited.deletesAccount();
    const ended = async () => foldMatch(await stage.store.readStream(matchStream(own)))?.status === 'ENDED';
    await eventually(ended);
    const users = () => stage.api.sql('select from app.users where id = $1', [invited.id]);
    await eventually(async () => (await users()).length === 0);
  });

  test('a round that is no longer current is found in the unsigned list, with its missing holes', async () => {
    const [host, guest] = [ann, ben];
    const matchId = await stage.round([host, guest]);
    for (const card of [host, guest]) await host.enters(matchId, card.id, {}, 9);
    const unsigned = async () => (await host.sees<UnverifiedRoundsAnswer>('/api/mothership/unverified-rounds')).rounds;
    expect(await unsigned()).toEqual([]);
    stage.passes(DAY_MS);
    expect(await unsigned()).toMatchObject([
      { matchId, userId: host.id, completeByMarker: false, waitingFor: 'me', nextHole: 10 },
      { matchId, userId: guest.id, completeByMarker: false, waitingFor: 'me', nextHole: 10 },
    ]);
    await host.enters(matchId);
    await host.enters(matchId, guest.id);
    expect(await unsigned()).toMatchObject([
      { userId: host.id, waitingFor: 'marker', nextHole: null },
      { userId: guest.id, waitingFor: 'player', nextHole: null },
    ]);
  });

  test('a round that one of two has left is still current for the leaver, who marks, until another begins', async () => {
    const [leaver, partner] = [ann, ben];
    const matchId = await stage.round([leaver, partner]);
    await leaver.enters(matchId, partner.id, {}, 2);
    await leaver.does('DELETE', '/api/match/round', { matchId });
    const current = async () => (await leaver.sees<CurrentMatchAnswer>('/api/match/current')).current;
    expect(await current()).toMatchObject({ matchId, started: true, nextHole: 3 });
    const other = await leaver.creates();
    expect(await current()).toMatchObject({ matchId: other, started: false });
    await leaver.does('POST', '/api/match/leave-lobby', { matchId: other });
    expect(await current()).toMatchObject({ matchId });
    await leaver.enters(matchId, partner.id);
    expect(await current()).toBeNull();
  });
});
