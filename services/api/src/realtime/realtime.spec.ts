import { randomUUID } from 'node:crypto';
import { LIMITS, type DailyResultsAnswer } from '@fairmark/contract';
import { keptLog } from '@fairmark/projector/testing/kept-log';
import { MatchReader } from '../match/match.reader.js';
import { Sessions } from '../sessions/sessions.js';
import type { TestApi } from '../testing/api.js';
import { Stage, type Player } from '../testing/stage.js';
import { Phone } from './testing/phone.js';

const { logger, lines } = keptLog('trace');
const stage = Stage.forSuite({ apis: 2, publicUrl: 'https://fairmark.test', logger });
const [host, guest, third] = stage.cast(3);

const phone = (options: ConstructorParameters<typeof Phone>[1], api: TestApi = stage.api): Phone =>
  new Phone(api.url, options);

const connect = (token = host.golfer.token, api?: TestApi): Promise<Phone> =>
  phone({ auth: { token } }, api).connected();

/** Commands go to the first api, sockets to the second: only the log connects them. */
const phoneOf = (player: Player): Promise<Phone> => connect(player.golfer.token, stage.apis[1]);

const isOpen = (made: Phone): boolean => made.socket.connected;

/** The events a phone has received, once everything sent before this call has arrived. */
async function receivedBy(phone: Phone): Promise<Phone['received']> {
  await phone.ask('leave_lobby', { matchId: randomUUID() });
  return phone.received;
}

const revisionOf = async (player: Player, matchId: string): Promise<bigint> =>
  BigInt((await player.match(matchId)).revision);

describe('the handshake', () => {
  test.each([
    ['auth', (token: string) => ({ auth: { token } })],
    ['the query', (token: string) => ({ query: { token } })],
    ['the query, by polling', (token: string) => ({ query: { token }, transports: ['polling'] })],
    ['auth, by polling first', (token: string) => ({ auth: { token }, transports: ['polling', 'websocket'] })],
  ])('accepts the token from %s, and never logs it', async (_, options) => {
    const { token } = host.golfer;
    const made = await phone(options(token)).connected();
    expect(await made.ask('join_lobby', {})).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    expect(lines.join()).not.toContain(token);
    expect(lines.join()).not.toContain(token.split('.')[2]);
  });

  test('accepts a token that arrives only after the change from polling to WebSocket', async () => {
    const made = phone({
      transports: ['polling', 'websocket'],
      auth: (send: (auth: object) => void) =>
        made.socket.io.engine.once('upgrade', () => send({ token: host.golfer.token })),
    });
    await made.connected();
    expect(await made.ask('join_lobby', {})).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  });

  test.each([
    ['no token', {}, 'MISSING_AUTH_TOKEN'],
    ['an empty token', { auth: { token: '' } }, 'MISSING_AUTH_TOKEN'],
    ['a wrong token', { auth: { token: 'a.b.c' } }, 'UNAUTHORIZED'],
    ['a token that is not text', { auth: { token: { a: 1 } } }, 'UNAUTHORIZED'],
    ['two tokens', { query: { token: ['a', 'b'] } }, 'UNAUTHORIZED'],
    ['a token that is too long', { auth: { token: 'x'.repeat(5_000) } }, 'UNAUTHORIZED'],
  ])('with %s is refused with the reason', async (_, options, code) => {
    const refused = await phone(options).refused();
    expect(refused).toMatchObject({ status: 401, error: { code } });
  });

  test('with the token of an ended session, or of an unverified account, is refused', async () => {
    await stage.api.sql('update app.users set email_verified_at = null where id = $1', [host.id]);
    // At the other process, which has not cached these sessions; the first may have them cached for half a second more.
    const unverified = await phone({ auth: { token: host.golfer.token } }, stage.apis[1]).refused();
    expect(unverified).toMatchObject({ error: { code: 'EMAIL_UNVERIFIED' } });
    const other = await stage.player();
    await endSession(other);
    const ended = await phone({ auth: { token: other.golfer.token } }, stage.apis[1]).refused();
    expect(ended).toMatchObject({ error: { code: 'UNAUTHORIZED' } });
  });

  test.each(['websocket', 'polling'])('is accepted only from its own pages, by %s', async (transport) => {
    const options = { auth: { token: host.golfer.token }, transports: [transport], reconnection: false };
    const from = (origin: string): Phone => phone({ ...options, extraHeaders: { origin } });
    for (const origin of ['https://fairmark.test', stage.api.url]) await from(origin).connected();
    const foreign = ['https://elsewhere.test', 'https://fairmark.test:8443', 'http://fairmark.test', 'null', 'x'];
    for (const origin of foreign) {
      expect(await from(origin).refused()).toEqual(expect.stringMatching(/websocket error|xhr poll error/));
    }
  });
});

const endSession = ({ id: userId, golfer: { sessionId } }: Player) =>
  stage.api.app.get(Sessions).end(stage.pool, { userId, sessionId }, 'this');

describe('a session that ends', () => {
  test('closes its sockets at every process, and no others', async () => {
    const otherToken = await stage.api.opensSession(host.id);
    const other = await stage.player();
    const here = await connect();
    const there = await phoneOf(host);
    const stay = [await connect(otherToken), await connect(other.golfer.token)];
    await endSession(host);
    expect([await here.ended(), await there.ended()]).toEqual(['io server disconnect', 'io server disconnect']);
    await here.receives('server_error');
    expect(here.received[0]?.payload).toMatchObject({ status: 401, error: { code: 'UNAUTHORIZED' } });
    expect(stay.every(isOpen)).toBe(true);
  });

  test('closes its sockets when it expires', async () => {
    const made = await phoneOf(host);
    await stage.api.sql("update app.sessions set expires_at = now() - interval '1 second' where id = $1", [
      host.golfer.sessionId,
    ]);
    expect(await made.ended()).toBe('io server disconnect');
  });
});

describe('limits', () => {
  test("a golfer's oldest connection is closed for a new one beyond the limit", async () => {
    const made = [];
    for (let nth = 0; nth <= LIMITS.socketsPerUser; nth += 1) made.push(await connect());
    expect(await made[0]?.ended()).toBe('io server disconnect');
    const payload = { error: { code: 'TOO_MANY_REQUESTS' } };
    expect(made[0]?.received[0]).toMatchObject({ event: 'server_error', payload });
    expect(made.slice(1).every(isOpen)).toBe(true);
  });

  test('a message that is too large ends the connection', async () => {
    const made = await connect();
    made.socket.emit('join_lobby', { matchId: 'x'.repeat(LIMITS.socketMessageBytesMax) });
    expect(await made.ended()).toBe('transport close');
  });
});

test('a process that ends sends its phones to another one', async () => {
  const api = await stage.api.another();
  const made = await connect(host.golfer.token, api);
  await api.stop();
  expect(await made.ended()).toMatch(/^transport close|server shutting down/);
  expect(made.socket.active).toBe(true);
});

describe('join_lobby', () => {
  test("answers the match's revision to its golfers and its invitees", async () => {
    const matchId = await stage.lobby([host, guest]);
    await host.invites(matchId, third);
    for (const player of [host, guest, third]) {
      const phone = await phoneOf(player);
      expect(await phone.joins(matchId)).toBe(await revisionOf(player, matchId));
    }
  });

  test('is refused to a golfer who is removed during the call', async () => {
    const matchId = await stage.lobby([host, guest]);
    const phone = await phoneOf(guest);
    const reader = stage.apis[1]!.app.get(MatchReader);
    const readable = reader.readable.bind(reader);
    reader.readable = async (...asked) => {
      Reflect.deleteProperty(reader, 'readable');
      const fold = await readable(...asked);
      await host.does('DELETE', '/api/match/invite', { userId: guest.id, matchId });
      return fold;
    };
    expect(await phone.ask('join_lobby', { matchId })).toMatchObject({ error: { code: 'MATCH_NOT_FOUND' } });
    const ofHost = await phoneOf(host);
    await ofHost.joins(matchId);
    await host.readies(matchId);
    await ofHost.receives('player_ready');
    expect((await receivedBy(phone)).map(({ event }) => event)).not.toContain('player_ready');
  });

  test('is refused to strangers, and for unknown matches', async () => {
    const matchId = await stage.lobby([host, guest]);
    const phone = await phoneOf(third);
    const refused = { status: 404, error: { code: 'MATCH_NOT_FOUND' } };
    for (const id of [matchId, randomUUID()]) {
      expect(await phone.ask('join_lobby', { matchId: id })).toMatchObject(refused);
    }
    const looking = await phoneOf(host);
    await looking.joins(matchId);
    await host.readies(matchId);
    await looking.receives('player_ready');
    expect(phone.received).toEqual([]);
  });

  test.each([
    ['nothing', []],
    ['a list', [[]]],
    ['an invalid id', [{ matchId: 'x' }]],
    ['an unknown key', [{ matchId: randomUUID(), userId: 'x' }]],
    ['two payloads', [{ matchId: randomUUID() }, {}]],
    ['too deep a payload', [JSON.parse('['.repeat(4_000) + ']'.repeat(4_000))]],
  ])('with %s is refused, as other messages are', async (_, payload) => {
    const phone = await phoneOf(host);
    for (const event of ['join_lobby', 'leave_lobby', 'watch_course', 'unwatch_course']) {
      const answer = await phone.ask(event, ...payload);
      expect(answer).toMatchObject({ status: 400, error: { code: 'INVALID_INPUT', details: expect.any(Object) } });
    }
  });

  test('does not join the match, and leave_lobby does not leave it; both are executed in the order sent', async () => {
    const matchId = await stage.lobby([host, guest]);
    const [gone, back] = [await phoneOf(guest), await phoneOf(guest)];
    const send = (phone: Phone, ...events: string[]) =>
      Promise.all(events.map((event) => phone.ask(event, { matchId })));
    const joined = { status: 200, revision: String(await revisionOf(guest, matchId)) };
    expect(await send(gone, 'join_lobby', 'leave_lobby')).toEqual([joined, { status: 200 }]);
    expect(await send(back, 'join_lobby', 'leave_lobby', 'join_lobby')).toEqual([joined, { status: 200 }, joined]);
    expect(String(await revisionOf(guest, matchId))).toBe(joined.revision);
    await host.readies(matchId);
    await back.receives('player_ready');
    expect((await receivedBy(gone)).map(({ event }) => event)).not.toContain('player_ready');
  });

  test('of more matches and courses than the limit is refused', async () => {
    const phone = await phoneOf(host);
    const matchId = await stage.lobby([host]);
    await phone.joins(matchId);
    const numbers = Array.from({ length: LIMITS.roomsPerSocket }, (_, nth) => String(11_000 + nth));
    const courses = await stage.api.copies(...numbers.map((number) => ({ name: number, golflinkCourseId: number })));
    const watch = (courseId: string) => phone.ask('watch_course', { courseId });
    // A course that was left again does not count, even without waiting for the answers.
    await Promise.all([watch(courses[0]!), phone.ask('unwatch_course', { courseId: courses[0] })]);
    for (const courseId of courses.slice(1)) expect(await watch(courseId)).toMatchObject({ status: 200 });
    expect(await watch(courses[0]!)).toMatchObject({ status: 429, error: { code: 'TOO_MANY_REQUESTS' } });
    // A course that is watched already counts once, and leaving one makes room.
    expect(await watch(courses[1]!)).toMatchObject({ status: 200 });
    await phone.joins(matchId);
    await phone.ask('unwatch_course', { courseId: courses[1] });
    expect(await watch(courses[0]!)).toMatchObject({ status: 200 });
  });
});

describe('a lobby', () => {
  test('sends hints to golfers who watch it and to golfers concerned', async () => {
    const matchId = await host.creates();
    const [ofHost, ofGuest, ofThird] = [await phoneOf(host), await phoneOf(guest), await phoneOf(third)];
    await ofHost.joins(matchId);

    const inviteId = await host.invites(matchId, guest);
    await ofHost.receives('invite_added', { matchId, userId: guest.id });
    const invited = await ofGuest.receives('invites_pending', { matchId });
    // A query with the position of the hint sees the change.
    const { invites } = await guest.does<{ invites: { id: string }[] }>(
      'GET',
      `/api/match/invites?position=${String(invited.position)}&log=${String(invited.log)}`,
    );
    expect(invites.map(({ id }) => id)).toEqual([inviteId]);

    await guest.accepts(matchId, inviteId);
    await ofHost.receives('marker_changed');
    await ofGuest.receives('invite_accepted', { matchId });
    await guest.readies(matchId);

    const declined = await host.invites(matchId, third);
    await third.does('PUT', '/api/match/invite', { id: declined, status: 'DENIED', matchId });
    await ofThird.receives('invite_denied', { matchId });

    await host.readies(matchId);
    await host.does('POST', '/api/match/start', { matchId });
    const start = await ofGuest.receives('match_start', { matchId });
    await ofHost.receives('match_start');
    const seen = ['invite_added', 'invite_accepted', 'users', 'marker_changed', 'player_ready', 'invite_denied'];
    expect(ofHost.events).toEqual(expect.arrayContaining(seen));
    expect(BigInt(start.revision ?? -1)).toBe(await revisionOf(guest, matchId));
    const revisions = ofHost.received.map(({ payload }) => Number(payload.revision));
    expect(revisions).toEqual([...revisions].sort((one, other) => one - other));
    expect(ofThird.events.filter((event) => event !== 'invites_pending')).toEqual(['invite_denied']);
  });

  test('a removed golfer is notified, gets no more hints on any phone, and can be invited again', async () => {
    const matchId = await stage.lobby([host, guest]);
    const [ofHost, one, two] = [await phoneOf(host), await phoneOf(guest), await phoneOf(guest)];
    for (const phone of [ofHost, one, two]) await phone.joins(matchId);
    await host.does('DELETE', '/api/match/invite', { userId: guest.id, matchId });
    for (const phone of [one, two]) await phone.receives('kicked', { matchId });
    expect(await one.ask('join_lobby', { matchId })).toMatchObject({ error: { code: 'MATCH_NOT_FOUND' } });

    await third.joins(matchId, host);
    await ofHost.receives('invite_accepted', { userId: third.id });
    expect([...one.events, ...two.events]).toEqual(['kicked', 'kicked']);

    await host.does('DELETE', '/api/match/invite', { userId: third.id, matchId });
    await guest.joins(matchId, host);
    await one.joins(matchId);
    await host.readies(matchId);
    await one.receives('player_ready', { userId: host.id });
    expect(two.events).not.toContain('player_ready');
  });
});

describe('a round', () => {
  test('sends hints to the group hole by hole, and at its end to watchers of the course', async () => {
    const matchId = await stage.round([host, guest]);
    const [ofHost, ofGuest, spectator] = [await phoneOf(host), await phoneOf(guest), await phoneOf(third)];
    await ofHost.joins(matchId);
    // A card verified before that position is found by a query, any later one by a hint.
    const watched = await spectator.ask('watch_course', { courseId: stage.courseId });
    expect(watched).toEqual({ status: 200, position: expect.any(String), log: await stage.store.logId() });
    const gone = await phoneOf(third);
    await Promise.all(['watch_course', 'unwatch_course'].map((event) => gone.ask(event, { courseId: stage.courseId })));

    await guest.scores(matchId, 1, 5, { userId: host.id });
    await ofHost.receives('score_recorded', { userId: host.id, holeNumber: 1 });
    for (const player of [host, guest]) for (const card of [host, guest]) await player.enters(matchId, card.id);
    await host.does('POST', `/api/match/${matchId}/verify`, { userId: guest.id });
    await ofGuest.receives('card_signed', { userId: guest.id });
    await host.does('DELETE', `/api/match/${matchId}/verify`, { userId: host.id });
    await ofGuest.receives('card_reopened', { userId: host.id });

    for (const player of [host, guest]) await player.does('POST', `/api/match/${matchId}/verify`, {});
    await ofGuest.receives('round_verified', { userId: host.id });
    await ofHost.receives('round_verified', { userId: guest.id });
    const changed = await spectator.receives('leaderboard_changed', { courseId: stage.courseId });
    expect(Object.keys(changed).sort()).toEqual(['courseId', 'day', 'log', 'position']);
    // A connection that only watches the course receives no other events.
    expect(new Set(spectator.events)).toEqual(new Set(['leaderboard_changed']));
    expect((await receivedBy(gone)).map(({ event }) => event)).not.toContain('player_ready');

    const { rounds } = await third.sees<DailyResultsAnswer>(`/api/mothership/daily-results?course=${stage.courseId}`);
    expect(rounds.filter(({ userRound }) => userRound.matchId === matchId)).toHaveLength(2);

    expect(await spectator.ask('unwatch_course', { courseId: stage.courseId })).toEqual({ status: 200 });
    const unknown = await spectator.ask('watch_course', { courseId: randomUUID() });
    expect(unknown).toMatchObject({ status: 404, error: { code: 'COURSE_NOT_FOUND' } });
  });

  test('a client that compares revisions misses nothing: every event after the acknowledged one arrives', async () => {
    const matchId = await stage.round([host, guest]);
    const phone = await phoneOf(guest);
    const scoring = (async () => {
      for (let hole = 1; hole <= 18; hole += 1) await host.scores(matchId, hole, 4);
    })();
    const joinedAt = await phone.joins(matchId);
    await scoring;
    const end = await revisionOf(host, matchId);
    await phone.receives('score_recorded', { revision: String(end) });
    const revisions = new Set(phone.received.map(({ payload }) => BigInt(payload.revision ?? -1)));
    for (let revision = joinedAt + 1n; revision <= end; revision += 1n) expect(revisions).toContain(revision);
  });
});

test('nothing unexpected was logged', async () => {
  expect(lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});
