import { randomUUID } from 'node:crypto';
import { LIMITS, MESSAGES, type CompetitionChangedAnswer, type CreateMatchAnswer } from '@fairmark/contract';
import {
  refusal,
  expectRefusal,
  PASSWORD,
  apiForSuite,
  type Answer,
  type TestApi,
  type TestGolfer,
} from '../testing/api.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { keptLog } from '@fairmark/projector/testing/kept-log';
import { eclectic, Stage, type Player } from '../testing/stage.js';
import { SignInThrottle } from '../auth/sign-in-throttle.js';
import { Refusal } from '../http/refusal.js';
import { addressKey, BUCKETS, RateLimits } from '../limits/rate-limits.js';
import { Golfers } from '../golfers/golfers.js';

/** Golfers of a full clubhouse. */
const CLUBHOUSE = 200;

describe('rate limits', () => {
  // Behind one proxy, so that tests can choose the addresses of their requests.
  const api = apiForSuite({ rateLimitScale: 1, trustedProxies: 1 });
  const { logger, lines } = keptLog('info');
  const small = apiForSuite({ rateLimitScale: 0.01, trustedProxies: 1, logger });

  const from = (address: string, token?: string) => ({ token, headers: { 'x-forwarded-for': address } });
  const login = (email: string, password: string, address: string, device?: string) => {
    const headers = { ...from(address).headers, ...(device === undefined ? {} : { 'x-device-id': device }) };
    return api.call('POST', '/api/auth/login', { email, password }, { headers });
  };
  const account = async () => (await api.golfer()).email;
  const tooMany = refusal('TOO_MANY_REQUESTS');
  const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort((one, other) => one - other);
  /**
   * Guesses at once: six are answered and the others refused, before the first were compared. `then` comes in the two
   * seconds of the wait.
   */
  const guesses = async <T>(
    email: string,
    address: string,
    devices: (string | undefined)[],
    then: () => Promise<T>,
  ) => {
    let refused = 0;
    const sent = devices.map(async (device) => {
      const answer = await login(email, 'wrong password', address, device);
      if (answer.status === 429) refused += 1;
      return answer;
    });
    await eventually(() => refused === devices.length - 6);
    const answer = await then();
    expect(statusesOf(await Promise.all(sent))).toEqual(devices.map((_, n) => (n < 6 ? 401 : 429)));
    return answer;
  };
  const nowhere = (times: number) => Array.from({ length: times }, () => undefined);

  // The allowance of every golfer in the period of each bucket, all at once.
  it.each([
    ['socket', 60],
    ['socketFault', 1.5],
    ['signIn', 5],
    ['register', 1.5],
    ['askForMail', 1.5],
    ['openLink', 5],
    ['courseSearch', 12],
  ] as const)('allow a whole clubhouse behind one address: %s', (bucket, perGolfer) => {
    expect(BUCKETS[bucket].points).toBe(CLUBHOUSE * perGolfer);
  });

  /** Another guess that is counted, or refused, without the cost of a hash. */
  const guessesUnhashed = (email: string, address: string) => {
    const wrong = () => Promise.reject(new Refusal('INVALID_CREDENTIALS'));
    const guess = api.app.get(SignInThrottle).attempt(email, { address, deviceId: null }, wrong);
    return expect(guess).rejects.toThrow(Refusal);
  };

  it('slow guessing at one account from one address, without affecting others', async () => {
    const [kim, lee] = [await account(), await account()];
    const refused = await guesses(kim, '10.0.0.1', nowhere(7), () => login(kim, PASSWORD, '10.0.0.1'));
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await login(lee, PASSWORD, '10.0.0.1')).status).toBe(200);
    // Refused attempts do not count: the account is not under attack.
    for (let n = 0; n < 100; n += 1) await guessesUnhashed(kim, '10.0.0.1');
    for (const _ of [1, 2]) expect((await login(kim, 'wrong password', '10.0.0.2')).status).toBe(401);
    expect((await login(kim, PASSWORD, '10.0.0.2')).status).toBe(200);
  });

  it('let a device that signed in before pass while guesses from its address have to wait', async () => {
    const kim = await account();
    const phone = `abcdefab${randomUUID().slice(8)}`;
    expect((await login(kim, PASSWORD, '10.0.2.1', phone)).status).toBe(200);
    const strange = Array.from({ length: 12 }, () => randomUUID());
    const atOnce = () => Promise.all([randomUUID(), phone].map((device) => login(kim, PASSWORD, '10.0.2.1', device)));
    expect((await guesses(kim, '10.0.2.1', strange, atOnce)).map(({ status }) => status)).toEqual([429, 200]);
    // Guesses with that device's id, in any letter case, count against their address: the owner signs in from another.
    const written = Array.from({ length: 8 }, (_, n) => phone.slice(0, n).toUpperCase() + phone.slice(n));
    const refused = await guesses(kim, '10.0.2.2', written, () => login(kim, PASSWORD, '10.0.2.2', phone));
    expect(refused).toMatchObject(tooMany);
    expect((await login(kim, PASSWORD, '10.0.2.1', phone)).status).toBe(200);
    expect((await login(kim, PASSWORD, '10.0.2.3')).status).toBe(200);
  });

  it('let devices that signed in before pass when their address has used up its attempts', async () => {
    const kim = await account();
    const phone = randomUUID();
    const address = '10.0.3.1';
    expect((await login(kim, PASSWORD, address, phone)).status).toBe(200);
    const limits = api.app.get(RateLimits);
    for (let n = 1; n < BUCKETS.signIn.points; n += 1) await limits.take('signIn', address);
    expect(await login(kim, PASSWORD, address)).toMatchObject(tooMany);
    expect((await login(kim, PASSWORD, address, phone)).status).toBe(200);
  });

  it('count attempts with unknown emails like those with known ones', async () => {
    await guesses('nobody@golfers.test', '10.0.1.1', nowhere(20), async () => undefined);
  });

  it('leave the owner of an account that is guessed at from many addresses one attempt at once', async () => {
    const kim = await account();
    await login(kim, 'wrong password', '10.2.0.1');
    // Enough attempts to make it an account under attack.
    for (let n = 1; n <= 100; n += 1) await guessesUnhashed(kim, `10.2.1.${n}`);
    expect((await login(kim, 'wrong password', '10.3.0.1')).status).toBe(401);
    expect(await login(kim, 'wrong password', '10.3.0.1')).toMatchObject(tooMany);
    expect((await login(kim, PASSWORD, '10.3.0.2')).status).toBe(200);
  });

  it('count from zero after a success whose answer fails', async () => {
    const kim = await account();
    jest.spyOn(api.app.get(Golfers), 'own').mockRejectedValueOnce(new Error('no answer'));
    expect((await login(kim, PASSWORD, '10.4.0.2')).status).toBe(500);
    await guesses(kim, '10.4.0.2', nowhere(8), async () => undefined);
  });

  it('limit the mails to one email', async () => {
    const kim = await account();
    const asks = (_: unknown, n: number) =>
      api.call('POST', '/api/auth/forgot-password', { email: kim.toUpperCase() }, from(`10.5.0.${n}`));
    const answers = await Promise.all(Array.from({ length: 6 }, asks));
    expect(statusesOf(answers)).toEqual([200, 200, 429, 429, 429, 429]);
    const waits = answers.map(({ headers }) => Number(headers.get('retry-after'))).filter((seconds) => seconds > 0);
    expect(waits).toHaveLength(4);
    for (const seconds of waits) expect(seconds).toBeLessThanOrEqual(1_800);
  });

  const MATCH = randomUUID();
  let row = 0;
  it.each<[string, 'golfer' | 'address', number, number, ...[string, string, object?][]]>([
    ['every call', 'golfer', 6, 200, ['GET', '/api/auth/user']],
    ['every call', 'address', 120, 200, ['GET', '/health/live']],
    ['files of the API’s page', 'address', 1, 200, ['GET', '/api/docs/swagger-ui.css']],
    ['queries of the content service', 'address', 12, 400, ['POST', '/api/content/graphql', {}]],
    ['searches', 'golfer', 1, 200, ['GET', '/api/user/search?query=ab']],
    ['pages of competitions, which compute many tables', 'golfer', 1, 200, ['GET', '/api/competitions']],
    [
      'commands and histories of cards, which may read every event of a match',
      ...(['golfer', 2, 404] as const),
      ['POST', '/api/match/leave-lobby', { matchId: MATCH }],
      ['GET', `/api/match/${MATCH}/history`],
    ],
  ])('apply to %s, by %s', async (_, by, max, status, ...calls) => {
    const asks = async (golfer: TestGolfer, times: number, address: (n: number) => string) => {
      const asked = Array.from({ length: times }, (_, n) => {
        const [method, path, body] = calls[n % calls.length]!;
        return small.call(method, path, body, from(address(n), golfer.token));
      });
      return statusesOf(await Promise.all(asked));
    };
    const [kim, lee] = [await small.golfer(), await small.golfer()];
    row += 1;
    // A golfer is counted wherever the phone is.
    const here = (n: number): string => `10.7.${row}.${by === 'golfer' ? n : 250}`;
    expect(await asks(kim, max + 1, here)).toEqual([...Array.from({ length: max }, () => status), 429]);
    expect(await asks(lee, 1, () => `10.7.${row}.251`)).toEqual([status]);
  });

  it('count unknown routes and broken bodies too', async () => {
    const broken = { headers: { 'x-forwarded-for': '10.9.0.1', 'content-type': 'application/json' } };
    const asked = [
      [404, 'GET', '/api/docs-yaml'],
      [404, 'GET', '/nowhere'],
      [400, 'POST', '/api/auth/login'],
    ] as const;
    const ask = (method: string, path: string) =>
      small.call(method, path, method === 'GET' ? undefined : '{"email":', broken);
    // 120 in all, at once: under load the minute could pass otherwise.
    const rounds = Array.from({ length: 40 }, () => asked).flat();
    const answers = await Promise.all(rounds.map(([, method, path]) => ask(method, path)));
    expect(answers.map(({ status }) => status)).toEqual(rounds.map(([status]) => status));
    for (const [, method, path] of asked) {
      const answer = await ask(method, path);
      expect(answer).toMatchObject(tooMany);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
    }
    expect((await small.call('GET', '/nowhere', undefined, from('10.9.0.2'))).status).toBe(404);
  });

  it('keep most refusals of a flood out of the log', async () => {
    lines.splice(0);
    const flood = Array.from({ length: 600 }, () => small.call('GET', '/nowhere', undefined, from('10.9.0.3')));
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    const logged = lines.map((text) => (JSON.parse(text) as { status?: number }).status);
    const refused = (all: readonly unknown[]) => all.filter((status) => status === 429).length;
    expect(refused(statuses)).toBe(480);
    // A hundred a minute, and the minute may end.
    expect(refused(logged)).toBeLessThanOrEqual(200);
    expect(logged).toContain(429);
  });

  it('use a forwarded address only from trusted proxies', async () => {
    const direct = await api.another({ rateLimitScale: 0.01 });
    const answers = await Promise.all(
      Array.from({ length: 125 }, (_, n) => direct.call('GET', '/health/live', undefined, from(`10.8.0.${n}`))),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['fe80::1%br-9f2c', 'fe80:0:0:0'],
])('the key of an address: %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

const HOUR_MS = 3_600_000;

/** Limits per golfer and day, at several api processes on one database. */
describe('daily limits', () => {
  const BEGINNING = new Date('2026-11-22T08:00:00.000Z');
  let now = BEGINNING;
  const clock = () => now;
  // A tenth of each limit.
  const stage = Stage.forSuite({ apis: 2, projector: false, rateLimitScale: 0.1, clock });
  beforeEach(() => {
    now = BEGINNING;
  });

  const inTurns = (n: number): TestApi => stage.apis[n % 2] ?? stage.api;
  const creates = (player: Player, api: TestApi, key: string = randomUUID()): Promise<Answer<CreateMatchAnswer>> => {
    const settings = { course: stage.courseId, tee: 'Standard', playType: 'SOCIAL' };
    return player.call<CreateMatchAnswer>('POST', '/api/match/create', settings, { api, key });
  };
  const form = (players: readonly Player[]) => eclectic(stage.courseId, players);

  it('apply to matches, at every process and after a restart, until the first is a day old', async () => {
    const ann = await stage.player();
    const keys = Array.from({ length: LIMITS.matchesPerDayMax / 10 }, () => randomUUID());
    const created: (string | undefined)[] = [];
    for (const [n, key] of keys.entries()) {
      const { status, body } = await creates(ann, inTurns(n), key);
      expect(status).toBe(201);
      created.push(body.match.id);
      now = new Date(now.getTime() + 60_000);
    }
    for (const api of stage.apis) {
      const refused = await creates(ann, api);
      expectRefusal(refused, 'DAILY_LIMIT');
      expect(refused.body.error?.message).toBe(MESSAGES.dailyLimit.matches(2, 24));
      // The first was created two minutes ago.
      expect(refused.headers.get('retry-after')).toBe(String(24 * 3_600 - 2 * 60));
    }
    // A refused creation does not end the golfer's open lobby.
    expect((await ann.call('GET', `/api/match/${created.at(-1)}`)).status).toBe(200);
    const restarted = await stage.api.another({ rateLimitScale: 0.1, clock });
    expectRefusal(await creates(ann, restarted), 'DAILY_LIMIT');
    for (const [n, key] of keys.entries()) {
      const again = await creates(ann, n % 2 === 0 ? restarted : stage.api, key);
      expect([again.status, again.body.match.id]).toEqual([201, created[n]]);
    }
    expect(await creates(await stage.player(), stage.api)).toMatchObject({ status: 201 });
    now = new Date(now.getTime() + 24 * HOUR_MS - 2 * 60_000);
    expect(await creates(ann, inTurns(0))).toMatchObject({ status: 201 });
    expectRefusal(await creates(ann, inTurns(1)), 'DAILY_LIMIT');
  });

  it('apply to competitions that are created concurrently', async () => {
    const [ann, bob] = await stage.players(2);
    const max = LIMITS.competitionsPerDayMax / 10;
    const sent = Array.from({ length: max + 4 }, (_, n) =>
      ann.call('POST', '/api/competitions', form([bob]), { api: inTurns(n), key: randomUUID() }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(max);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  it('count a command once that is sent many times concurrently', async () => {
    const [ann, bob] = await stage.players(2);
    const key = randomUUID();
    const sent = Array.from({ length: 6 }, (_, n) =>
      ann.call<CompetitionChangedAnswer>('POST', '/api/competitions', form([bob]), { api: inTurns(n), key }),
    );
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.competition.id)).size).toBe(1);
    expectRefusal(await ann.call('POST', '/api/competitions', form([bob])), 'DAILY_LIMIT');
  });

  it('apply to adding players to competitions, but not to removing them', async () => {
    const max = LIMITS.competitionPlayersPerDayMax / 10;
    const [ann, ...others] = (await stage.players(max + 2)) as [Player, ...Player[]];
    const { id } = await ann.hosts(stage.courseId, ...others.slice(0, max - 1));
    const sets = (players: readonly Player[]) =>
      ann.call('PUT', `/api/competitions/${id}`, { players: players.map((player) => player.id) });
    const refused = await sets(others);
    expectRefusal(refused, 'DAILY_LIMIT');
    expect(refused.body.error?.message).toBe(MESSAGES.dailyLimit.competitionPlayers(max, 24));
    expect(await sets(others.slice(0, max))).toMatchObject({ status: 200 });
    expect(await sets(others.slice(0, 1))).toMatchObject({ status: 200 });
    expectRefusal(await sets(others.slice(0, 2)), 'DAILY_LIMIT');
  });

  it('apply to invitations, not counting refused or repeated ones, but a key in each match', async () => {
    const [ann, bob, twice, ...guests] = (await stage.players(8)) as [Player, Player, Player, ...Player[]];
    let matchId = '';
    const invites = (host: Player, id: string, key: string = randomUUID()) =>
      host.call('POST', '/api/match/invite', { id, matchId }, { key });
    const removes = (guest: Player) => ann.does('DELETE', '/api/match/invite', { userId: guest.id, matchId });
    const key = randomUUID();
    for (let n = 0; n < 2; n += 1) {
      matchId = await ann.creates({ playType: 'SOCIAL' });
      for (const _ of [1, 2]) expect(await invites(ann, twice.id, key)).toMatchObject({ status: 200 });
      await removes(twice);
    }
    for (let n = 0; n < 7; n += 1) expectRefusal(await invites(bob, ann.id), 'MATCH_NOT_FOUND');
    for (const guest of guests.slice(0, 4)) {
      expectRefusal(await invites(ann, randomUUID()), 'USER_NOT_FOUND');
      expect(await invites(ann, guest.id)).toMatchObject({ status: 200 });
      await removes(guest);
    }
    const refused = await invites(ann, guests[4]?.id ?? '');
    expectRefusal(refused, 'DAILY_LIMIT');
    expect(refused.body.error?.message).toBe(MESSAGES.dailyLimit.invitations(6, 24));
  });
});
