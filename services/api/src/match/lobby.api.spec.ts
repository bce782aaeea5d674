import { randomUUID } from 'node:crypto';
import {
  MESSAGES,
  type CreateMatchAnswer,
  type CurrentMatchAnswer,
  type InviteAnswer,
  type InvitesAnswer,
  type ReadyAnswer,
  type UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import { foldMatch } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { Stage, type Player } from '../testing/stage.js';
import { expectRefusal, FIRST_DEMO } from '../testing/api.js';
import { AccountDeletion } from '../users/account-deletion.js';

/** Lobbies, invitations, the start and the expiry over HTTP. The rules are tested with the deciders. */

const stage = Stage.forSuite();
const [ann, ben, cat] = stage.cast(3);

const invite = (host: Player, matchId: string, id: string) =>
  host.call<InviteAnswer>('POST', '/api/match/invite', { id, matchId });
const answer = (guest: Player, id: string, status: 'ACCEPTED' | 'DENIED', matchId?: string) =>
  guest.call('PUT', '/api/match/invite', { id, status, ...(matchId && { matchId }) });
/** Once the tables have what happened. */
const current = async (player: Player) => (await player.sees<CurrentMatchAnswer>('/api/match/current')).current;
/** At once: the tables only say where to look, and the log what the state is. */
const currentNow = (player: Player) => player.does<CurrentMatchAnswer>('GET', '/api/match/current');
const invitesOf = async (guest: Player) => (await guest.sees<InvitesAnswer>('/api/match/invites')).invites;
const start = (host: Player, matchId: string, userSettings?: object) =>
  host.call('POST', '/api/match/start', { matchId, ...(userSettings && { userSettings }) });

describe('POST create', () => {
  const create = (changes?: object) => {
    const match = { course: stage.courseId, tee: 'Championship', playType: 'COMPETITION', matchType: 'PAR' };
    return ann.call<CreateMatchAnswer>('POST', '/api/match/create', { ...match, ...changes });
  };

  test('opens a lobby of one', async () => {
    const created = await create();
    expect(created).toMatchObject({
      status: 201,
      body: {
        status: 201,
        revision: '0',
        match: {
          host: ann.ref,
          course: { id: stage.courseId, clubName: 'Lantern Bay Golf Club', golflinkCourseId: '30990', state: 'VIC' },
          playType: 'COMPETITION',
          matchType: 'PAR',
          tee: 'Championship',
          isSocial: false,
          started: false,
          ended: false,
          maxGroupSize: 3,
          scoreLabel: { short: 'Par', long: 'Par', abbr: 'PAR' },
        },
      },
    });
    const { match, lobby, rounds } = await ann.match(created.body.match.id);
    expect([match, rounds]).toEqual([created.body.match, []]);
    expect(lobby).toMatchObject({ users: [{ id: ann.id, isHost: true, ready: false }], invited: [] });
  });

  test('refuses a tee that the course lacks, and a match round without a format', async () => {
    const tees = FIRST_DEMO.tees.filter(({ tee }) => tee !== 'Pro');
    const [course] = await stage.api.copies({ golflinkCourseId: '99999', tees });
    expectRefusal(await create({ matchType: undefined }), 'INVALID_INPUT', { matchType: 'Required' });
    expectRefusal(await create({ course, tee: 'Pro' }), 'INVALID_INPUT', { tee: 'This course does not have this tee' });
  });

  test('keeps the card of its creation, whatever is imported later', async () => {
    const golflinkCourseId = '99998';
    const [course] = await stage.api.copies({ golflinkCourseId });
    const matchId = (await create({ course })).body.match.id;
    const ratings = FIRST_DEMO.ratings.map((rating) => ({ ...rating, slope: 55 }));
    await stage.api.copies({ golflinkCourseId, name: 'Renamed', ratings });
    const played = async (id: string) => {
      await ann.readies(id);
      const { match, userMatchSettings } = await ann.match(id);
      return { name: match.course.name, daily: userMatchSettings?.dailyHandicap };
    };
    const [old, next] = [await played(matchId), await played((await create({ course })).body.match.id)];
    expect([old.name, next.name]).toEqual([FIRST_DEMO.name, 'Renamed']);
    expect(old.daily).toBeGreaterThan(next.daily ?? 0);
  });
});

test.each([
  ['POST', 'leave-lobby', 'HOST_LEFT'],
  ['DELETE', 'round', 'HOST_ENDED'],
])('%s %s before the start removes a player, and ends the lobby when the host leaves', async (method, path, reason) => {
  const matchId = await stage.lobby([ann, ben, cat]);
  const leaves = (player: Player) => player.call(method, `/api/match/${path}`, { matchId });
  expect((await leaves(ben)).status).toBe(200);
  expect((await ann.match(matchId)).lobby.users.map(({ id }) => id)).toEqual([ann.id, cat.id]);
  expectRefusal(await leaves(ben), 'MATCH_NOT_FOUND');
  expect(await current(cat)).toMatchObject({ matchId });
  await leaves(ann);
  expect(await currentNow(cat)).toMatchObject({ current: null, maxGroupSize: 3 });
  expect((await cat.match(matchId)).match).toMatchObject({ ended: true, endReason: reason, started: false });
  // Leaving an ended lobby succeeds.
  expect((await leaves(cat)).status).toBe(200);
});

describe('POST invite', () => {
  test('invites a golfer, who sees the invitation at once', async () => {
    const matchId = await ann.creates();
    const { body: sent } = await invite(ann, matchId, ben.id);
    expect(sent.invite).toMatchObject({ userId: ben.id, matchId, status: 'PENDING' });
    expect(await invitesOf(ben)).toEqual([
      {
        id: sent.invite.id,
        inviteId: sent.invite.id,
        status: 'PENDING',
        host: ann.ref,
        course: expect.objectContaining({ id: stage.courseId }),
        match: { id: matchId, playType: 'COMPETITION', matchType: 'STROKE', tee: 'Standard' },
        matchId,
      },
    ]);
    const seen = await ben.match(matchId);
    expect(seen.lobby.invited).toMatchObject([{ id: ben.id, inviteId: sent.invite.id }]);
    expect(seen.userMatchSettings).toBeNull();
    expectRefusal(await invite(ann, matchId, randomUUID()), 'USER_NOT_FOUND');
    // Not whether the golfer exists.
    expectRefusal(await invite(cat, matchId, randomUUID()), 'MATCH_NOT_FOUND');
  });

  test('is not shown while the host is blocked, who could not start it, and names none whose deletion has begun', async () => {
    await ann.invites(await ann.creates(), cat);
    // The rest of the deletion waits.
    const leaving = jest.spyOn(stage.api.app.get(AccountDeletion), 'leaveAll').mockRejectedValue(new Error('down'));
    const hostsAfter = async (change: string) => {
      await stage.api.sql(`update app.users set ${change} where id = $1`, [ann.id]);
      return (await invitesOf(cat)).map(({ host }) => host);
    };
    expect(await hostsAfter('blocked_at = now()')).toEqual([]);
    expect(await hostsAfter('blocked_at = null')).toEqual([ann.ref]);
    const noName = { id: ann.id, fullName: MESSAGES.deletedPlayer };
    expect(await hostsAfter('deletion_requested_at = now()')).toEqual([noName]);
    leaving.mockRestore();
  });
});

describe('PUT invite', () => {
  test('finds the match by its invitation, however recent', async () => {
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    // The second one changes nothing.
    for (const _ of [1, 2]) expect((await answer(ben, id, 'ACCEPTED')).status).toBe(200);
    // Not even before the tables know of the answer.
    expect((await ben.does<InvitesAnswer>('GET', '/api/match/invites')).invites).toEqual([]);
    const joined = { matchId, isHost: false, started: false, playType: 'COMPETITION', nextHole: null };
    expect(await current(ben)).toEqual(joined);
  });

  test('ends my own lobby, but not when it is refused', async () => {
    const mine = await stage.lobby([ben, cat]);
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    await ann.does('DELETE', '/api/match/invite', { userId: ben.id, matchId });
    expectRefusal(await answer(ben, id, 'ACCEPTED', matchId), 'INVITE_NOT_FOUND');
    expect((await ben.match(mine)).match.ended).toBe(false);
    const again = await ann.invites(matchId, ben);
    expect((await answer(ben, again, 'ACCEPTED', matchId)).status).toBe(200);
    expect((await cat.match(mine)).match).toMatchObject({ ended: true, endReason: 'HOST_JOINED_ANOTHER' });
  });

  test('is refused while I owe holes elsewhere, and so is creating', async () => {
    const round = await stage.round([ben, cat]);
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    expectRefusal(await answer(ben, id, 'ACCEPTED', matchId), 'ALREADY_IN_MATCH', { matchId: round });
    const settings = { course: stage.courseId, tee: 'Standard', playType: 'SOCIAL' };
    expectRefusal(await ben.call('POST', '/api/match/create', settings), 'ALREADY_IN_MATCH', { matchId: round });
    expect((await answer(ben, id, 'DENIED', matchId)).status).toBe(200);
    await ben.does('DELETE', '/api/match/round', { matchId: round });
    await ben.creates();
  });
});

test('POST ready computes the daily handicap itself, whatever the phone sends', async () => {
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
  expect(lobby.users[0]).toMatchObject({ id: ann.id, ready: true, dailyHandicap, marker: { id: ben.id } });
  expect(userMatchSettings).toMatchObject({
    dailyHandicap: null,
    marker: { id: ann.id },
    markerMatchSettings: { dailyHandicapForShow: `+${-(dailyHandicap ?? 0)}` },
    marking: [{ id: ann.id, settings: { dailyHandicap } }],
  });
  // The official handicap in the profile does not change.
  expect(lobby.users[0]?.handicap).toBe(12.4);
});

describe('POST start', () => {
  test('saves the host’s settings, and snapshots those of all players, with the markers that the host has chosen', async () => {
    const matchId = await stage.lobby([ann, ben, cat]);
    await ann.does('PUT', '/api/match/marker', { matchId, userId: cat.id, markerId: ann.id });
    for (const player of [ben, cat]) await player.readies(matchId);
    expect(await current(ben)).toMatchObject({ matchId, started: false });
    expect((await start(ann, matchId, { handicap: 20, dailyHandicap: 1, ready: true })).status).toBe(200);
    const resumed = { matchId, isHost: false, started: true, playType: 'COMPETITION', nextHole: 1 };
    expect((await currentNow(ben)).current).toEqual(resumed);
    const { match, rounds } = await ben.match(matchId);
    expect(match).toMatchObject({ started: true, startedAt: expect.any(String) });
    expect((await ann.match(matchId)).lobby.users.map(({ ready }) => ready)).not.toContain(false);
    expect(rounds.map(({ player, marker, handicap }) => [player.id, marker?.id, handicap])).toEqual([
      [ann.id, cat.id, 20],
      [ben.id, ann.id, 12.4],
      [cat.id, ann.id, 12.4],
    ]);
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
    const matchId = await stage.lobby([ann, ben]);
    const id = await ann.invites(matchId, cat);
    for (const player of [ann, ben]) await player.readies(matchId);
    expect(await current(ben)).toMatchObject({ matchId });
    stage.passes(DAY_MS);
    expect(await currentNow(ben)).toMatchObject({ current: null });
    expect((await ben.match(matchId)).match).toMatchObject({ ended: true, endReason: 'EXPIRED', started: false });
    expectRefusal(await start(ann, matchId), 'MATCH_ENDED');
    expectRefusal(await answer(cat, id, 'ACCEPTED', matchId), 'INVITE_NOT_FOUND');
    expect(await invitesOf(cat)).toEqual([]);
    expectRefusal(await cat.call('GET', `/api/match/${matchId}`), 'MATCH_NOT_FOUND');
    // Both can meet in a new lobby, and the expired invitation does not block the deletion of an account.
    await ben.joins(await ann.creates(), ann);
    const own = await stage.lobby([cat]);
    await cat.deletesAccount();
    await eventually(async () => foldMatch(await stage.log(own))?.status === 'ENDED');
    const users = () => stage.api.sql('select from app.users where id = $1', [cat.id]);
    await eventually(async () => (await users()).length === 0);
  });

  test('a round that is no longer current is found in the unsigned list, with its missing holes', async () => {
    const matchId = await stage.round([ann, ben]);
    for (const card of [ann, ben]) await ann.enters(matchId, card.id, {}, 9);
    const unsigned = async () => (await ann.sees<UnverifiedRoundsAnswer>('/api/mothership/unverified-rounds')).rounds;
    expect(await unsigned()).toEqual([]);
    stage.passes(DAY_MS);
    const mine = { matchId, completeByMarker: false, waitingFor: 'me', nextHole: 10 };
    expect(await unsigned()).toMatchObject([ann, ben].map(({ id }) => ({ ...mine, userId: id })));
    for (const card of [ann, ben]) await ann.enters(matchId, card.id);
    expect(await unsigned()).toMatchObject([
      { userId: ann.id, waitingFor: 'marker', nextHole: null },
      { userId: ben.id, waitingFor: 'player', nextHole: null },
    ]);
  });

  test('a round that one of two has left is still current for the leaver, who marks, until another begins', async () => {
    const matchId = await stage.round([ann, ben]);
    await ann.enters(matchId, ben.id, {}, 2);
    await ann.does('DELETE', '/api/match/round', { matchId });
    expect(await current(ann)).toMatchObject({ matchId, started: true, nextHole: 3 });
    const other = await ann.creates();
    expect(await current(ann)).toMatchObject({ matchId: other, started: false });
    await ann.does('POST', '/api/match/leave-lobby', { matchId: other });
    expect(await current(ann)).toMatchObject({ matchId });
    await ann.enters(matchId, ben.id);
    expect(await current(ann)).toBeNull();
  });
});

test('without a projector golfers can still join; an invitation that cannot be found answers UNAVAILABLE', async () => {
  // The last test: it stays stopped.
  await stage.stopProjector();
  const matchId = await ann.creates();
  const id = await ann.invites(matchId, ben);
  expectRefusal(await answer(ben, id, 'ACCEPTED'), 'UNAVAILABLE');
  expect((await answer(ben, id, 'ACCEPTED', matchId)).status).toBe(200);
  const resumed = await ben.does<CurrentMatchAnswer>('GET', '/api/match/current');
  expect(resumed).toMatchObject({ stale: true, current: { matchId } });

  await ann.creates();
  expect((await ben.match(matchId)).match.ended).toBe(true);
});
