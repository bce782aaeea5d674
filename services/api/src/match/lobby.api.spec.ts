import { randomUUID } from 'node:crypto';
import {
  MESSAGES,
  type CreateMatchAnswer,
  type CurrentMatchAnswer,
  type InviteAnswer,
  type InvitesAnswer,
} from '@fairmark/contract';
import { courseId } from '@fairmark/server/courses/import/save-courses';
import { coursesOf, DEMO_COURSES } from '@fairmark/server/testing/courses';
import { Stage } from '../testing/stage.js';
import { expectRefusal } from '../testing/api.js';
import { AccountDeletion } from '../users/account-deletion.js';
import { answer, invite, start } from './testing/calls.js';

/** Lobbies and invitations over HTTP. The rules are tested with the deciders. */

const stage = Stage.forSuite();
const [ann, ben, cat] = stage.cast(3);

const [demo] = coursesOf(DEMO_COURSES);

/** Adds this course, or changes the one with its number. Returns its id. */
async function imports(course: NonNullable<typeof demo>): Promise<string> {
  await stage.api.saves(course);
  return courseId(course.golflinkCourseId);
}

describe('POST create', () => {
  const body = (changes: object = {}) => ({
    course: stage.courseId,
    tee: 'Championship',
    playType: 'COMPETITION',
    matchType: 'PAR',
    ...changes,
  });
  const create = (changes?: object) => ann.call<CreateMatchAnswer>('POST', '/api/match/create', body(changes));

  test('opens a lobby of one', async () => {
    const created = await create();
    expect(created).toMatchObject({
      status: 201,
      body: {
        status: 201,
        revision: '0',
        match: {
          host: { id: ann.id, fullName: ann.golfer.fullName },
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
    const seen = await ann.match(created.body.match.id);
    expect(seen.match).toEqual(created.body.match);
    expect(seen.lobby).toMatchObject({ users: [{ id: ann.id, isHost: true, ready: false }], invited: [] });
    expect(seen.rounds).toEqual([]);
  });

  test.each([
    ['an unknown course', { course: randomUUID() }, 'COURSE_NOT_FOUND', undefined],
    ['a competition round without format', { matchType: undefined }, 'INVALID_INPUT', { matchType: 'Required' }],
    ['a practice round by strokes', { playType: 'SOCIAL', matchType: 'STROKE' }, 'INVALID_INPUT', undefined],
    ['a tee in other letter case', { tee: 'pro' }, 'INVALID_INPUT', { tee: expect.any(String) }],
    ['a given host', { hostId: randomUUID() }, 'INVALID_INPUT', { hostId: expect.any(String) }],
  ] as const)('refuses %s', async (_, changes, code, details) => {
    expectRefusal(await create(changes), code, details);
  });

  test('refuses a tee that the course does not have, and one without a rating for my gender', async () => {
    const course = await imports({
      ...demo!,
      golflinkCourseId: '99999',
      tees: demo!.tees.filter(({ tee }) => tee !== 'Pro'),
      ratings: demo!.ratings.filter(({ ratingKind }) => ratingKind !== 'Ladies Tees'),
    });
    expectRefusal(await create({ course, tee: 'Pro' }), 'INVALID_INPUT', { tee: 'This course does not have this tee' });
    const eve = await stage.player({ gender: 'FEMALE' });
    const standard = body({ course, tee: 'Standard' });
    expectRefusal(await eve.call('POST', '/api/match/create', standard), 'HANDICAP_UNKNOWN');
  });

  test('keeps the card of its creation, whatever is imported later', async () => {
    const before = { ...demo!, golflinkCourseId: '99998' };
    const course = await imports(before);
    const matchId = (await create({ course })).body.match.id;
    await imports({ ...before, name: 'Renamed', ratings: before.ratings.map((rating) => ({ ...rating, slope: 55 })) });
    const played = async (id: string) => {
      await ann.does('POST', '/api/match/ready', { matchId: id, settings: { handicap: 20 } });
      const { match, userMatchSettings } = await ann.match(id);
      return { name: match.course.name, daily: userMatchSettings?.dailyHandicap };
    };
    const [old, next] = [await played(matchId), await played((await create({ course })).body.match.id)];
    expect([old.name, next.name]).toEqual([before.name, 'Renamed']);
    expect(old.daily).toBeGreaterThan(next.daily ?? 0);
  });

  test('ends the lobby that I host and leaves the one that I joined', async () => {
    const hosted = await ann.creates();
    await ben.joins(hosted, ann);
    const joined = await cat.creates();
    const inviteId = await cat.invites(joined, ben);
    const next = await ann.creates();
    expect((await ben.match(hosted)).match).toMatchObject({ ended: true, endReason: 'HOST_JOINED_ANOTHER' });
    expect((await ann.match(next)).match.ended).toBe(false);

    await ben.accepts(joined, inviteId);
    await ben.creates();
    expectRefusal(await ben.call('GET', `/api/match/${joined}`), 'MATCH_NOT_FOUND');
    expect((await cat.match(joined)).lobby.users).toHaveLength(1);
  });
});

describe('leaving before the start', () => {
  test('removes a player from a lobby that continues', async () => {
    const matchId = await stage.lobby([ann, ben, cat]);
    await ben.does('POST', '/api/match/leave-lobby', { matchId });
    await cat.does('DELETE', `/api/match/round?matchId=${matchId}`);
    expect((await ann.match(matchId)).lobby.users.map(({ id }) => id)).toEqual([ann.id]);
    expectRefusal(await ben.call('GET', `/api/match/${matchId}`), 'MATCH_NOT_FOUND');
    expectRefusal(await ben.call('POST', '/api/match/leave-lobby', { matchId }), 'MATCH_NOT_FOUND');
  });

  test.each([
    ['POST', 'leave-lobby', 'HOST_LEFT'],
    ['DELETE', 'round', 'HOST_ENDED'],
  ])('ends the lobby when the host leaves: %s %s', async (method, path, endReason) => {
    const matchId = await stage.lobby([ann, ben]);
    await ann.does(method, `/api/match/${path}`, { matchId });
    expect((await ben.match(matchId)).match).toMatchObject({ ended: true, endReason, started: false });
    // Leaving an ended lobby succeeds.
    await ben.does(method, `/api/match/${path}`, { matchId });
    const { current, maxGroupSize } = await ben.does<CurrentMatchAnswer>('GET', '/api/match/current');
    expect([current, maxGroupSize]).toEqual([null, 3]);
    expectRefusal(await start(ann, matchId), 'MATCH_ENDED');
  });
});

describe('POST invite', () => {
  test('invites a golfer, who sees the invitation at once', async () => {
    const matchId = await ann.creates();
    const sent = await ann.does<InviteAnswer>('POST', '/api/match/invite', { id: ben.id, matchId });
    expect(sent.invite).toMatchObject({ userId: ben.id, matchId, status: 'PENDING' });
    const { invites } = await ben.does<InvitesAnswer>('GET', `/api/match/invites?position=${sent.position}`);
    expect(invites).toEqual([
      {
        id: sent.invite.id,
        inviteId: sent.invite.id,
        status: 'PENDING',
        host: { id: ann.id, fullName: ann.golfer.fullName },
        course: expect.objectContaining({ id: stage.courseId }),
        match: { id: matchId, playType: 'COMPETITION', matchType: 'STROKE', tee: 'Standard' },
        matchId,
      },
    ]);
    const seen = await ben.match(matchId);
    expect(seen.lobby.invited).toMatchObject([{ id: ben.id, inviteId: sent.invite.id }]);
    expect(seen.userMatchSettings).toBeNull();
  });

  test('does not name a host whose deletion has begun, even while the rest of it waits', async () => {
    const [host] = await stage.players(1);
    const matchId = await host.creates();
    const { position } = await host.does<InviteAnswer>('POST', '/api/match/invite', { id: cat.id, matchId });
    stage.api.app.get(AccountDeletion).add(async (userId) => {
      if (userId === host.id) throw new Error('a part is down');
    });
    const hosts = async () =>
      (await cat.does<InvitesAnswer>('GET', `/api/match/invites?position=${position}`)).invites.map((one) => one.host);
    expect(await hosts()).toEqual([{ id: host.id, fullName: host.golfer.fullName }]);
    await stage.api.sql('update app.users set deletion_requested_at = now() where id = $1', [host.id]);
    expect(await hosts()).toEqual([{ id: host.id, fullName: MESSAGES.deletedPlayer }]);
  });

  test('is not shown while the host is blocked, who could not start the round', async () => {
    const [host, guest] = await stage.players(2);
    const matchId = await host.creates();
    const { position } = await host.does<InviteAnswer>('POST', '/api/match/invite', { id: guest.id, matchId });
    const seen = async () =>
      (await guest.does<InvitesAnswer>('GET', `/api/match/invites?position=${position}`)).invites.length;
    const counts: number[] = [];
    for (const blockedAt of ['now()', 'null']) {
      await stage.api.sql(`update app.users set blocked_at = ${blockedAt} where id = $1`, [host.id]);
      counts.push(await seen());
    }
    expect(counts).toEqual([0, 1]);
  });

  test('is refused for unknown golfers, and reveals nothing to a golfer who may not invite', async () => {
    const matchId = await ann.creates();
    expectRefusal(await invite(ann, matchId, randomUUID()), 'USER_NOT_FOUND');
    expectRefusal(await invite(cat, matchId, randomUUID()), 'MATCH_NOT_FOUND');
  });
});

describe('PUT invite', () => {
  test('finds the match by its invitation, however recent', async () => {
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    expect((await answer(ben, id, 'ACCEPTED')).status).toBe(200);
    expect((await answer(ben, id, 'ACCEPTED')).status).toBe(200);
    const { current } = await ben.does<CurrentMatchAnswer>(
      'GET',
      `/api/match/current?position=${(await answer(ben, id, 'ACCEPTED')).body.position}`,
    );
    expect(current).toEqual({ matchId, isHost: false, started: false, playType: 'COMPETITION', nextHole: null });
    const { invites } = await ben.does<InvitesAnswer>('GET', '/api/match/invites');
    expect(invites).toEqual([]);
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

describe('DELETE invite', () => {
  test('removes a player, with parameters in the body or the query', async () => {
    const matchId = await stage.lobby([ann, ben, cat]);
    await ann.does('DELETE', '/api/match/invite', { userId: ben.id, matchId });
    expectRefusal(await ben.call('GET', `/api/match/${matchId}`), 'MATCH_NOT_FOUND');
    await ann.does('DELETE', `/api/match/invite?userId=${cat.id}&matchId=${matchId}`);
    expect((await ann.match(matchId)).lobby.users.map(({ id }) => id)).toEqual([ann.id]);
    expectRefusal(await ann.call('DELETE', '/api/match/invite', { matchId }), 'INVALID_INPUT');
  });
});

test('without a projector golfers can still join; an invitation that cannot be found answers UNAVAILABLE', async () => {
  const alone = await Stage.open({ projector: false });
  const [host, guest] = await alone.players(2);
  const matchId = await host.creates();
  const id = await host.invites(matchId, guest);
  expectRefusal(await answer(guest, id, 'ACCEPTED'), 'UNAVAILABLE');
  expect((await answer(guest, id, 'ACCEPTED', matchId)).status).toBe(200);
  const current = await guest.does<CurrentMatchAnswer>('GET', '/api/match/current');
  expect(current).toMatchObject({ stale: true, current: { matchId } });

  await host.creates();
  expect((await guest.match(matchId)).match.ended).toBe(true);
  await alone.close();
});
