import { MESSAGES } from '@fairmark/contract';
import { randomUUID } from 'node:crypto';
import type {
  CreateMatchAnswer,
  CurrentMatchAnswer,
  InviteAnswer,
  InvitesAnswer,
  ReadyAnswer,
  TeeKind,
} from '@fairmark/contract';
import { foldMatch, matchStream } from '@fairmark/events';
import { until } from '@fairmark/events/testing/database';
import pg from 'pg';
import { courseId, saveCourses } from '../courses/import/save-courses.js';
import { coursesOf, DEMO_COURSES } from '../courses/testing/courses.js';
import { refusal, Stage, type Player } from '../permissions/testing/stage.js';

/** The lobby over HTTP: who comes, goes, is ready and starts. What the rules are is in the deciders' own tests. */

let stage: Stage;
let ann: Player;
let ben: Player;
let cat: Player;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  [ann, ben, cat] = (await stage.players(3)) as [Player, Player, Player];
});

const invite = (host: Player, matchId: string, id: string) => host.call('POST', '/api/match/invite', { id, matchId });
const answer = (guest: Player, id: string, status: 'ACCEPTED' | 'DENIED', matchId?: string) =>
  guest.call<{ position: string }>('PUT', '/api/match/invite', { id, status, ...(matchId && { matchId }) });
const start = (host: Player, matchId: string, userSettings?: object) =>
  host.call('POST', '/api/match/start', { matchId, ...(userSettings && { userSettings }) });

/** A demo course that lacks a tee and a rating. */
async function courseWithout(lacking: { tee: TeeKind; ratingKind: string }): Promise<string> {
  const [demo] = coursesOf(DEMO_COURSES);
  const course = {
    ...demo!,
    golflinkCourseId: '99999',
    tees: demo!.tees.filter(({ tee }) => tee !== lacking.tee),
    ratings: demo!.ratings.filter(({ ratingKind }) => ratingKind !== lacking.ratingKind),
  };
  const client = new pg.Client({ connectionString: stage.databaseUrl });
  await client.connect();
  await saveCourses(client, [course]);
  await client.end();
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

  test('a practice round is stableford whether it says so or not', async () => {
    expect((await create({ playType: 'SOCIAL', matchType: undefined })).body.match).toMatchObject({
      matchType: 'STABLEFORD',
      isSocial: true,
    });
    expect(await create({ playType: 'SOCIAL', matchType: 'STROKE' })).toMatchObject(refusal('INVALID_INPUT'));
  });

  test.each([
    ['an unknown course', { course: randomUUID() }, 'COURSE_NOT_FOUND', undefined],
    ['a competition round without format', { matchType: undefined }, 'INVALID_INPUT', { matchType: 'Required' }],
    ['a tee in other letters', { tee: 'pro' }, 'INVALID_INPUT', { tee: expect.any(String) }],
    ['a course that is no id', { course: 'x' }, 'INVALID_INPUT', { course: 'must be a UUID' }],
    ['a host of its choice', { hostId: randomUUID() }, 'INVALID_INPUT', { hostId: expect.any(String) }],
  ] as const)('refuses %s', async (_, changes, code, details) => {
    expect(await create(changes)).toMatchObject(refusal(code, details));
  });

  test('refuses a tee that the course does not have, and one without a rating for my gender', async () => {
    const course = await courseWithout({ tee: 'Pro', ratingKind: 'Ladies Tees' });
    expect(await create({ course, tee: 'Pro' })).toMatchObject(
      refusal('INVALID_INPUT', { tee: 'This course does not have this tee' }),
    );
    const eve = await stage.player({ gender: 'FEMALE' });
    const standard = body({ course, tee: 'Standard' });
    expect(await eve.call('POST', '/api/match/create', standard)).toMatchObject(refusal('HANDICAP_UNKNOWN'));
    // Nor can she accept, who could never be ready.
    const matchId = await ann.creates({ course });
    const id = await ann.invites(matchId, eve);
    expect(await answer(eve, id, 'ACCEPTED', matchId)).toMatchObject(refusal('HANDICAP_UNKNOWN'));
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
    expect(await ben.call('GET', `/api/match/${joined}`)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect((await cat.match(joined)).lobby.users).toHaveLength(1);
  });

  test('waits for the round in which I owe holes', async () => {
    const matchId = await stage.round([ann, ben]);
    expect(await create()).toMatchObject(refusal('ALREADY_IN_MATCH', { matchId }));
    await ann.does('DELETE', '/api/match/round', { matchId });
    expect((await create()).status).toBe(201);
  });
});

describe('POST invite', () => {
  test('asks a golfer, who sees it at once', async () => {
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

  test('is the host’s alone, for golfers who exist, and for three in a group', async () => {
    const matchId = await stage.lobby([ann, ben]);
    const [dan, eve] = await stage.players(2);
    expect(await invite(ben, matchId, dan!.id)).toMatchObject(refusal('NOT_HOST'));
    expect(await invite(cat, matchId, dan!.id)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect(await invite(ann, randomUUID(), dan!.id)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect(await invite(ann, matchId, randomUUID())).toMatchObject(refusal('USER_NOT_FOUND'));
    // Who may not invite is not told who exists.
    expect(await invite(cat, matchId, randomUUID())).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect(await invite(ann, matchId, ann.id)).toMatchObject(refusal('ALREADY_INVITED'));
    expect(await invite(ann, matchId, ben.id)).toMatchObject(refusal('ALREADY_INVITED'));
    await ann.invites(matchId, dan!);
    expect(await invite(ann, matchId, eve!.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'GROUP_FULL', message: MESSAGES.groupFull(3), details: { maxGroupSize: 3 } } },
    });
  });

  test('again after no, three times in all; never after the start', async () => {
    const matchId = await ann.creates();
    for (let n = 1; n <= 3; n += 1) {
      const id = await ann.invites(matchId, ben);
      expect((await answer(ben, id, 'DENIED', matchId)).status).toBe(200);
      // Declining an invitation twice is declining it; accepting it is too late.
      expect((await answer(ben, id, 'DENIED', matchId)).status).toBe(200);
      expect(await answer(ben, id, 'ACCEPTED', matchId)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    }
    expect(await invite(ann, matchId, ben.id)).toMatchObject(refusal('INVITE_LIMIT'));
    const round = await stage.round([ann, cat]);
    expect(await invite(ann, round, ben.id)).toMatchObject(refusal('MATCH_STARTED'));
  });
});

describe('PUT invite', () => {
  test('finds the match by the invitation, however new', async () => {
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

  test('is the invited golfer’s alone, while the invitation stands', async () => {
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    expect(await answer(cat, id, 'ACCEPTED')).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect(await answer(cat, id, 'DENIED', matchId)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect(await answer(ben, randomUUID(), 'ACCEPTED')).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect(await answer(ben, id, 'ACCEPTED', randomUUID())).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect(await ben.call('PUT', '/api/match/invite', { id, status: 'PENDING' })).toMatchObject(
      refusal('INVALID_INPUT'),
    );
    await ann.does('DELETE', '/api/match/invite', { userId: ben.id, matchId });
    expect(await answer(ben, id, 'ACCEPTED', matchId)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect(await ben.call('GET', `/api/match/${matchId}`)).toMatchObject(refusal('MATCH_NOT_FOUND'));
  });

  test('comes too late for a started practice round', async () => {
    const matchId = await ann.creates({ playType: 'SOCIAL' });
    const id = await ann.invites(matchId, ben);
    await ann.readies(matchId);
    await start(ann, matchId);
    expect(await answer(ben, id, 'ACCEPTED', matchId)).toMatchObject(refusal('MATCH_STARTED'));
  });

  test('takes me out of my own lobby, and out of none when it is refused', async () => {
    const mine = await stage.lobby([ben, cat]);
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    await ann.does('DELETE', '/api/match/invite', { userId: ben.id, matchId });
    expect(await answer(ben, id, 'ACCEPTED', matchId)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect((await ben.match(mine)).match.ended).toBe(false);
    const again = await ann.invites(matchId, ben);
    expect((await answer(ben, again, 'ACCEPTED', matchId)).status).toBe(200);
    expect((await cat.match(mine)).match).toMatchObject({ ended: true, endReason: 'HOST_JOINED_ANOTHER' });
  });

  test('is refused while I owe holes elsewhere; my lobby stays', async () => {
    const round = await stage.round([ben, cat]);
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    expect(await answer(ben, id, 'ACCEPTED', matchId)).toMatchObject(refusal('ALREADY_IN_MATCH', { matchId: round }));
    expect((await answer(ben, id, 'DENIED', matchId)).status).toBe(200);
  });
});

describe('DELETE invite', () => {
  test('removes a player, with the words in the body or in the query', async () => {
    const matchId = await stage.lobby([ann, ben, cat]);
    await ann.does('DELETE', '/api/match/invite', { userId: ben.id, matchId });
    expect(await ben.call('GET', `/api/match/${matchId}`)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    await ann.does('DELETE', `/api/match/invite?userId=${cat.id}&matchId=${matchId}`);
    expect((await ann.match(matchId)).lobby.users.map(({ id }) => id)).toEqual([ann.id]);
    // Gone is gone.
    await ann.does('DELETE', `/api/match/invite?userId=${cat.id}&matchId=${matchId}`);
  });

  test('is the host’s alone, before the start, and never of the host', async () => {
    const matchId = await stage.lobby([ann, ben]);
    const remove = (by: Player, userId: string) => by.call('DELETE', '/api/match/invite', { userId, matchId });
    expect(await remove(ben, ann.id)).toMatchObject(refusal('NOT_HOST'));
    expect(await remove(cat, ben.id)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect(await remove(ann, ann.id)).toMatchObject(refusal('FORBIDDEN'));
    expect(await remove(ann, cat.id)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    for (const player of [ann, ben]) await player.readies(matchId);
    await start(ann, matchId);
    expect(await remove(ann, ben.id)).toMatchObject(refusal('MATCH_STARTED'));
    expect(await ann.call('DELETE', '/api/match/invite', { matchId })).toMatchObject(refusal('INVALID_INPUT'));
  });
});

describe('POST ready', () => {
  const ready = (player: Player, matchId: string, settings: object) =>
    player.call<ReadyAnswer>('POST', '/api/match/ready', { matchId, settings });

  test('computes the daily handicap itself, whatever the phone thinks', async () => {
    const matchId = await stage.lobby([ann, ben]);
    const saved = await ready(ann, matchId, { handicap: -2.1, dailyHandicap: 40, ready: true });
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
    // The golfer's official handicap is the profile's business.
    expect(
      (await ann.does<{ lobby: { users: { handicap: number }[] } }>('GET', `/api/match/${matchId}`)).lobby.users[0]
        ?.handicap,
    ).toBe(12.4);
  });

  test('saved again without being ready, takes readiness back', async () => {
    const matchId = await stage.lobby([ann, ben]);
    await ben.readies(matchId);
    expect((await ready(ben, matchId, { handicap: 9.9 })).body.settings).toMatchObject({ ready: false, handicap: 9.9 });
    expect(await start(ann, matchId, { handicap: 5 })).toMatchObject(refusal('NOT_READY'));
  });

  test.each([
    ['too high', { handicap: 54.1 }, { 'settings.handicap': expect.any(String) }],
    ['too low', { handicap: -11 }, { 'settings.handicap': expect.any(String) }],
    ['too precise', { handicap: 5.55 }, { 'settings.handicap': expect.any(String) }],
    ['missing', {}, { 'settings.handicap': expect.any(String) }],
    ['text', { handicap: '5' }, { 'settings.handicap': expect.any(String) }],
    ['not alone', { handicap: 5, marker: 'x' }, { 'settings.marker': expect.any(String) }],
  ])('refuses a handicap that is %s', async (_, settings, details) => {
    const matchId = await ann.creates();
    expect(await ready(ann, matchId, settings)).toMatchObject(refusal('INVALID_INPUT', details));
  });

  test('is for those who are in a lobby', async () => {
    const matchId = await ann.creates();
    await ann.invites(matchId, ben);
    expect(await ready(ben, matchId, { handicap: 5 })).toMatchObject(refusal('MATCH_NOT_FOUND'));
    await ann.does('POST', '/api/match/leave-lobby', { matchId });
    expect(await ready(ann, matchId, { handicap: 5 })).toMatchObject(refusal('MATCH_ENDED'));
    const round = await stage.round([ann, cat]);
    expect(await ready(cat, round, { handicap: 5 })).toMatchObject(refusal('MATCH_STARTED'));
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

  test('refuses what makes no marker', async () => {
    const matchId = await stage.lobby([ann, ben]);
    expect(await mark(ben, matchId, ann.id, ben.id)).toMatchObject(refusal('NOT_HOST'));
    expect(await mark(cat, matchId, ann.id, ben.id)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect(await mark(ann, matchId, ben.id, ben.id)).toMatchObject(
      refusal('INVALID_INPUT', { markerId: 'Nobody marks their own card' }),
    );
    expect(await mark(ann, matchId, ben.id, cat.id)).toMatchObject(
      refusal('INVALID_INPUT', { markerId: 'This player is not in the group' }),
    );
    expect(await mark(ann, matchId, cat.id, ben.id)).toMatchObject(
      refusal('INVALID_INPUT', { userId: 'This player is not in the group' }),
    );
    const practice = await stage.lobby([ann, cat], { playType: 'SOCIAL' });
    expect(await mark(ann, practice, cat.id, ann.id)).toMatchObject(refusal('INVALID_INPUT'));
  });
});

describe('POST start', () => {
  test('takes the host’s settings along and snapshots everybody’s', async () => {
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

  test('waits until everybody is there and ready', async () => {
    const matchId = await stage.lobby([ann, ben]);
    await ann.readies(matchId);
    expect(await start(ann, matchId)).toMatchObject(refusal('NOT_READY', { userIds: [ben.id], pendingUserIds: [] }));
    await ben.readies(matchId);
    await ann.invites(matchId, cat);
    expect(await start(ann, matchId)).toMatchObject(
      refusal('NOT_READY', { userIds: [cat.id], pendingUserIds: [cat.id] }),
    );
    expect(await start(ben, matchId)).toMatchObject(refusal('NOT_HOST'));
    expect(await start(cat, matchId)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    await ann.does('DELETE', '/api/match/invite', { userId: cat.id, matchId });
    expect((await start(ann, matchId)).status).toBe(200);
    expect(await start(ann, matchId)).toMatchObject(refusal('MATCH_STARTED'));
  });

  test('of a competition round alone is refused: it needs a marker', async () => {
    const matchId = await ann.creates();
    await ann.readies(matchId);
    expect(await start(ann, matchId)).toMatchObject(refusal('NO_MARKER'));
  });

  test('of a practice round waits for nobody and plays the others off their official handicap', async () => {
    const matchId = await stage.lobby([ann, ben], { playType: 'SOCIAL' });
    await ann.invites(matchId, cat);
    expect(await start(ann, matchId)).toMatchObject(refusal('NOT_READY', { userIds: [ann.id] }));
    expect((await start(ann, matchId, { handicap: 3.3 })).status).toBe(200);
    const { rounds, lobby } = await ben.match(matchId);
    expect(rounds.map(({ handicap, marker }) => [handicap, marker])).toEqual([
      [3.3, null],
      [12.4, null],
    ]);
    expect(lobby.invited).toEqual([]);
    expect(await cat.call('GET', `/api/match/${matchId}`)).toMatchObject(refusal('MATCH_NOT_FOUND'));
  });
});

describe('leaving before the start', () => {
  test('takes a player out and lets the others go on', async () => {
    const matchId = await stage.lobby([ann, ben, cat]);
    await ben.does('POST', '/api/match/leave-lobby', { matchId });
    await cat.does('DELETE', `/api/match/round?matchId=${matchId}`);
    expect((await ann.match(matchId)).lobby.users.map(({ id }) => id)).toEqual([ann.id]);
    expect(await ben.call('GET', `/api/match/${matchId}`)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect(await ben.call('POST', '/api/match/leave-lobby', { matchId })).toMatchObject(refusal('MATCH_NOT_FOUND'));
  });

  test.each([
    ['POST', 'leave-lobby', 'HOST_LEFT'],
    ['DELETE', 'round', 'HOST_ENDED'],
  ])('ends the lobby when it is the host: %s %s', async (method, path, endReason) => {
    const matchId = await stage.lobby([ann, ben]);
    await ann.does(method, `/api/match/${path}`, { matchId });
    expect((await ben.match(matchId)).match).toMatchObject({ ended: true, endReason, started: false });
    // Leaving what has ended is a success.
    await ben.does(method, `/api/match/${path}`, { matchId });
    const { current } = await ben.does<CurrentMatchAnswer>('GET', '/api/match/current');
    expect(current).toBeNull();
    expect(await start(ann, matchId)).toMatchObject(refusal('MATCH_ENDED'));
  });

  test('is not leaving a lobby any more once the round has started', async () => {
    const matchId = await stage.round([ann, ben]);
    expect(await ben.call('POST', '/api/match/leave-lobby', { matchId })).toMatchObject(refusal('MATCH_STARTED'));
  });
});

describe('a lobby that nobody starts', () => {
  const DAY_MS = 24 * 3_600_000;
  let now = Date.now();
  let later: Stage;

  beforeAll(async () => {
    later = await Stage.open({ clock: () => new Date(now) });
  });
  afterAll(() => later.close());

  test('has ended after a day, for everybody and without anybody doing anything', async () => {
    const [host, guest, invited] = await later.players(3);
    const matchId = await later.lobby([host!, guest!]);
    const id = await host!.invites(matchId, invited!);
    for (const player of [host!, guest!]) await player.readies(matchId);
    now += DAY_MS;
    expect((await guest!.match(matchId)).match).toMatchObject({ ended: true, endReason: 'EXPIRED', started: false });
    expect(await start(host!, matchId)).toMatchObject(refusal('MATCH_ENDED'));
    expect(await answer(invited!, id, 'ACCEPTED', matchId)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    const { current } = await guest!.does<CurrentMatchAnswer>('GET', '/api/match/current');
    const { invites } = await invited!.does<InvitesAnswer>('GET', '/api/match/invites');
    expect([current, invites]).toEqual([null, []]);
    expect(await invited!.call('GET', `/api/match/${matchId}`)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    // Nothing stands in the way of the next one.
    expect((await later.lobby([host!, guest!])).length).toBe(36);
  });

  test('does not keep an account that was asked to it and never answered', async () => {
    const [host, invited] = await later.players(2);
    const old = await later.lobby([host!]);
    await host!.invites(old, invited!);
    now += DAY_MS;
    const own = await later.lobby([invited!]);
    await invited!.does('DELETE', '/api/user/delete');
    const ended = async () => foldMatch(await later.store.readStream(matchStream(own)))?.status === 'ENDED';
    await until(ended);
    const client = new pg.Client({ connectionString: later.databaseUrl });
    await client.connect();
    await until(async () => (await client.query('select from app.users where id = $1', [invited!.id])).rowCount === 0);
    await client.end();
  });

  test('a round stops being current after a day, and can still be completed', async () => {
    const [host, guest] = await later.players(2);
    const matchId = await later.round([host!, guest!]);
    now += DAY_MS;
    const { current } = await host!.does<CurrentMatchAnswer>('GET', '/api/match/current');
    expect(current).toBeNull();
    expect((await host!.scores(matchId, 1, 4)).status).toBe(200);
    await host!.creates();
  });
});

test('without a projector golfers still come together; an invitation that cannot be found says so', async () => {
  const alone = await Stage.open({ projector: false });
  const [host, guest] = await alone.players(2);
  const matchId = await host!.creates();
  const id = await host!.invites(matchId, guest!);
  expect(await answer(guest!, id, 'ACCEPTED')).toMatchObject(refusal('UNAVAILABLE'));
  expect((await answer(guest!, id, 'ACCEPTED', matchId)).status).toBe(200);
  const current = await guest!.does<CurrentMatchAnswer>('GET', '/api/match/current');
  expect(current).toMatchObject({ stale: true, current: { matchId } });

  await host!.creates();
  expect((await guest!.match(matchId)).match.ended).toBe(true);
  await alone.close();
});
