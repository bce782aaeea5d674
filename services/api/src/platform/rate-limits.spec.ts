import { randomUUID } from 'node:crypto';
import { apiForSuite, startApi } from '../testing/api.js';
import { newestLink } from '../testing/mail-links.js';
import { addressKey } from './rate-limit.guard.js';
import { BUCKETS, RateLimits } from './rate-limits.js';

const PASSWORD = 'seven iron to the green';
/** Golfers of a full clubhouse. */
const CLUBHOUSE = 200;

describe('limits of rates', () => {
  // Behind one proxy, so that a test can say where a request comes from: each from addresses of its own.
  const api = apiForSuite({ rateLimitScale: 1, trustedProxies: 1 });
  const small = apiForSuite({ rateLimitScale: 0.01, trustedProxies: 1 });

  const from = (address: string, token?: string) => ({ token, headers: { 'x-forwarded-for': address } });
  const login = (email: string, password: string, address: string) =>
    api.call('POST', '/api/auth/login', { email, password }, from(address));
  const account = async () => {
    const email = `golfer.${randomUUID()}@golfers.test`;
    const body = {
      email,
      password: PASSWORD,
      fullName: 'Lee Chan',
      golflinkNumber: '1234567',
      handicap: 9,
      gender: 'MALE',
    };
    await api.call('POST', '/api/auth/register', body, from('10.9.9.9'));
    await api.call('GET', `/api/auth/verify-email?token=${await newestLink(api, email, 'VERIFY_EMAIL')}`);
    return email;
  };
  const tooMany = { status: 429, body: { status: 429, error: { code: 'TOO_MANY_REQUESTS' } } };

  // What every golfer may do in the time of each bucket, all of them at once.
  it.each([
    ['everyAddress', 60],
    ['asset', 120],
    ['socket', 60],
    ['socketFault', 1.5],
    ['signIn', 5],
    ['register', 1.5],
    ['askForMail', 1.5],
    ['openLink', 5],
    ['courseSearch', 12],
  ] as const)('leave a clubhouse behind one address alone: %s', async (bucket, perGolfer) => {
    const limits = api.app.get(RateLimits);
    for (let n = 0; n < CLUBHOUSE * perGolfer; n += 1) await limits.take(bucket, '203.0.113.7');
    await expect(limits.take(bucket, '203.0.113.7')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await limits.take(bucket, '203.0.113.8');
  });

  it('slow guessing at one account down, at that account and from there alone', async () => {
    const [kim, lee] = [await account(), await account()];
    for (let n = 0; n < 5; n += 1) expect((await login(kim, 'wrong password', '10.0.0.1')).status).toBe(401);
    await login(kim, 'wrong password', '10.0.0.1');
    const refused = await login(kim, PASSWORD, '10.0.0.1');
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await login(lee, PASSWORD, '10.0.0.1')).status).toBe(200);
    expect((await login(kim, PASSWORD, '10.0.0.2')).status).toBe(200);
  });

  it('count attempts that are made at once, and unknown emails like known ones', async () => {
    for (const email of [await account(), 'nobody@golfers.test']) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, 'wrong password', '10.0.1.1')));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(6);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(14);
    }
  });

  it('leave the owner of an account that is guessed at from everywhere one try at once', async () => {
    const kim = await account();
    for (let n = 0; n < 100; n += 1) await login(kim, 'wrong password', `10.2.${Math.floor(n / 4)}.1`);
    expect((await login(kim, 'wrong password', '10.3.0.1')).status).toBe(401);
    expect(await login(kim, 'wrong password', '10.3.0.1')).toMatchObject(tooMany);
    expect((await login(kim, PASSWORD, '10.3.0.2')).status).toBe(200);
  });

  it('forget failures after a success', async () => {
    const kim = await account();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) expect((await login(kim, 'wrong password', '10.4.0.1')).status).toBe(401);
      expect((await login(kim, PASSWORD, '10.4.0.1')).status).toBe(200);
    }
  });

  it('bound the mails that one email gets', async () => {
    const kim = await account();
    const answers = [];
    for (let n = 0; n < 6; n += 1) {
      answers.push(
        await api.call('POST', '/api/auth/forgot-password', { email: kim.toUpperCase() }, from(`10.5.0.${n}`)),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('count by golfer, wherever the phone is', async () => {
    const kim = await api.golfer();
    const lee = await api.golfer();
    const search = (token: string, n: number) =>
      api.call('GET', '/api/user/search?query=ab', undefined, from(`10.6.0.${n}`, token));
    const statuses = [];
    for (let n = 0; n <= BUCKETS.userSearch.points; n += 1) statuses.push((await search(kim.token, n)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(BUCKETS.userSearch.points);
    expect(statuses.at(-1)).toBe(429);
    expect((await search(lee.token, 1)).status).toBe(200);
  });

  it('hold for every route, by golfer and by address', async () => {
    const kim = await small.golfer();
    const mine = await repeat(10, () => small.call('GET', '/api/auth/user', undefined, from('10.7.0.1', kim.token)));
    expect(mine).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429, 429]);
    const anybody = await repeat(125, () => small.call('GET', '/health/live', undefined, from('10.7.0.2')));
    expect(anybody.filter((status) => status === 200)).toHaveLength(120);
    expect((await small.call('GET', '/health/live', undefined, from('10.7.0.3'))).status).toBe(200);
  });

  it('count what has no route, the page of the API and broken bodies as well', async () => {
    const broken = { headers: { 'x-forwarded-for': '10.9.0.1', 'content-type': 'application/json' } };
    const asked = [
      { status: 200, ask: () => small.call('GET', '/api/docs', undefined, from('10.9.0.1')) },
      { status: 200, ask: () => small.call('GET', '/api/docs/swagger-ui.css', undefined, from('10.9.0.1')) },
      { status: 200, ask: () => small.call('GET', '/api/docs-json', undefined, from('10.9.0.1')) },
      { status: 404, ask: () => small.call('GET', '/api/docs-yaml', undefined, from('10.9.0.1')) },
      { status: 404, ask: () => small.call('GET', '/nowhere', undefined, from('10.9.0.1')) },
      { status: 400, ask: () => small.call('POST', '/api/auth/login', '{"email":', broken) },
    ];
    // 120 in all.
    for (let round = 0; round < 20; round += 1) {
      for (const { status, ask } of asked) expect((await ask()).status).toBe(status);
    }
    for (const { ask } of asked) {
      const answer = await ask();
      expect(answer).toMatchObject(tooMany);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
    }
    expect((await small.call('GET', '/nowhere', undefined, from('10.9.0.2'))).status).toBe(404);
  });

  it('believe a forwarded address from trusted proxies alone', async () => {
    const direct = await startApi(api.databaseUrl, { rateLimitScale: 0.01 });
    const statuses = await repeat(125, (n) => direct.call('GET', '/health/live', undefined, from(`10.8.0.${n}`)));
    await direct.stop();
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  async function repeat(times: number, ask: (n: number) => Promise<{ status: number }>): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 1) statuses.push((await ask(n)).status);
    return statuses;
  }
});

describe('the key of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
