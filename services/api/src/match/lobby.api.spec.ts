import { randomUUID } from 'node:crypto';
import {
  type CreateMatchAnswer,
  type CurrentMatchAnswer,
  type InvitesAnswer,
  type TeeKind,
  type UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import { foldMatch, matchStream } from '@fairmark/events';
import { until } from '@fairmark/events/testing/database';
import pg from 'pg';
import { courseId, saveCourses } from '../courses/import/save-courses.js';
import { coursesOf, DEMO_COURSES } from '../courses/testing/courses.js';
import { refusal, Stage, type Player } from '../permissions/testing/stage.js';
import { answer, start } from './testing/lobby-calls.js';

const HOLES = Array.from({ length: 18 }, (_, index) => index + 1);

/** A lobby's beginning and end over HTTP. What the rules are is in the deciders' own tests. */

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

/** A demo course that lacks a tee and a rating. */
async function courseWithout(lacking: { tee: TeeKind; ratingKind: string }): Promise<string> {
  const [demo] = coursesOf(DEMO_COURSES);
  return imports({
    ...demo!,
    golflinkCourseId: '99999',
    tees: demo!.tees.filter(({ tee }) => tee !== lacking.tee),
    ratings: demo!.ratings.filter(({ ratingKind }) => ratingKind !== lacking.ratingKind),
  });
}

/** Adds a course, or changes the one of that number. Gives back its id. */
async function imports(course: ReturnType<typeof coursesOf>[number]): Promise<string> {
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

  test('keeps the card of its creation, whatever is imported later', async () => {
    const [demo] = coursesOf(DEMO_COURSES);
    const before = { ...demo!, golflinkCourseId: '99998' };
    const course = await imports(before);
    const matchId = (await create({ course })).body.match.id;
    await imports({
      ...before,
      name: 'Renamed',
      ratings: before.ratings.map((rating) => ({ ...rating, slope: 55 })),
    });
    const handicap = 20;
    const played = async (id: string) => {
      await ann.does('POST', '/api/match/ready', { matchId: id, settings: { handicap } });
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

  test('a round that is no longer current is found in the unsigned list, until no hole is owed', async () => {
    const [host, guest] = await later.players(2);
    const matchId = await later.round([host!, guest!]);
    for (const hole of HOLES.slice(0, 9)) {
      for (const card of [host!, guest!]) await host!.scores(matchId, hole, 4, { userId: card.id });
    }
    const unsigned = async () => {
      const { position, log } = (await host!.scores(matchId, 1, 4)).body;
      const path = `/api/mothership/unverified-rounds?position=${position}&log=${log}`;
      return (await host!.does<UnverifiedRoundsAnswer>('GET', path)).rounds;
    };
    expect(await unsigned()).toEqual([]);
    now += DAY_MS;
    expect(await unsigned()).toMatchObject([
      { matchId, userId: host!.id, completeByMarker: false, waitingFor: 'me', nextHole: 10 },
      { matchId, userId: guest!.id, completeByMarker: false, waitingFor: 'me', nextHole: 10 },
    ]);
    await host!.enters(matchId);
    await host!.enters(matchId, guest!.id);
    expect(await unsigned()).toMatchObject([
      { userId: host!.id, waitingFor: 'marker', nextHole: null },
      { userId: guest!.id, waitingFor: 'player', nextHole: null },
    ]);
  });

  test('a round that one of two has left is resumed by its leaver, who marks, and stands in the way of no other', async () => {
    const [leaver, partner] = await later.players(2);
    const matchId = await later.round([leaver!, partner!]);
    for (const hole of [1, 2]) await leaver!.scores(matchId, hole, 4, { userId: partner!.id });
    await leaver!.does('DELETE', '/api/match/round', { matchId });
    const current = async () => {
      const { position, log } = (await leaver!.scores(matchId, 1, 4, { userId: partner!.id })).body;
      return (await leaver!.does<CurrentMatchAnswer>('GET', `/api/match/current?position=${position}&log=${log}`))
        .current;
    };
    expect(await current()).toMatchObject({ matchId, started: true, nextHole: 3 });
    const other = await leaver!.creates();
    expect(await current()).toMatchObject({ matchId: other, started: false });
    await leaver!.does('POST', '/api/match/leave-lobby', { matchId: other });
    expect(await current()).toMatchObject({ matchId });
    await leaver!.enters(matchId, partner!.id);
    expect(await current()).toBeNull();
  });
});
