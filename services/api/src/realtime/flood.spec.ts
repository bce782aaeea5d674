import { once } from 'node:events';
import type { Socket } from 'node:net';
import { LIMITS } from '@fairmark/contract';
import { BUCKETS, RateLimits } from '../limits/rate-limits.js';
import { Stage } from '../testing/stage.js';
import { startApi, type TestApi } from '../testing/api.js';
import { Phone } from './testing/phone.js';
import { frame, RawClient } from './testing/raw-client.js';

/** From the default limits. */
const FAULTS_MAX = 300;
const BOGUS = frame('40{"token":"x.y.z"}');
/** With these limits six refusals block an address. */
const SCALE = 0.02;
const BLOCKED_AFTER = 6;
/** As many connections are held at a time, each for more than this. */
const HELD_MAX = 1_000;
const HELD_MS = 900;
/** Phones behind one address. */
const CLUBHOUSE = 64;

let addresses = 0;
/** With small limits; the stage's own api has the default ones. */
let small: TestApi;
const clients: RawClient[] = [];

// Before the database is dropped.
afterAll(() => small.stop());
// Behind one proxy, so that each test can use its own addresses and limits.
const stage = Stage.forSuite({ projector: false, rateLimitScale: 1, trustedProxies: 1 });
const [player] = stage.cast(1);

beforeAll(async () => {
  const { databaseUrl, jwtSecret } = stage;
  small = await startApi(databaseUrl, { jwtSecret, rateLimitScale: SCALE, trustedProxies: 1 });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const address = (): string => `192.0.2.${(addresses += 1)}`;
const portOf = ({ url }: TestApi): number => Number(new URL(url).port);

function kept(client: RawClient): RawClient {
  clients.push(client);
  return client;
}
const raw = (to: TestApi): RawClient => kept(new RawClient({ port: portOf(to) }));
const webSocket = async (to: TestApi, from: string): Promise<RawClient> =>
  kept(await RawClient.webSocket({ port: portOf(to), from }));
const phone = (to: TestApi, from: string, transport = 'websocket', token = player.golfer.token): Phone =>
  new Phone(to.url, {
    auth: { token },
    transports: [transport],
    extraHeaders: { 'x-forwarded-for': from },
    reconnection: false,
  });
const poll = (to: TestApi, from: string, query = ''): Promise<Response> =>
  fetch(`${to.url}/socket.io/?EIO=4&transport=polling${query}`, { headers: { 'x-forwarded-for': from } });

/** Refused because the address is blocked, even with a valid token. */
async function expectBlocked(to: TestApi, from: string): Promise<void> {
  expect((await poll(to, from)).status).toBe(429);
  expect(await phone(to, from).refused()).toBe('websocket error');
}
const expectOpen = async (to: TestApi, from: string): Promise<void> => void (await phone(to, from).connected());

const answers = (received: string): number => received.split('44{').length - 1;

describe('a connection that is refused', () => {
  test('is closed after the reason is sent, however often it tries', async () => {
    const once = await webSocket(stage.api, address());
    once.write(BOGUS);
    expect(await once.closed()).toContain('"code":"UNAUTHORIZED"');
    const often = await webSocket(stage.api, address());
    for (let n = 0; n < 1_000; n += 1) often.write(BOGUS);
    expect(answers(await often.closed())).toBeLessThanOrEqual(1);
  });

  test('is closed by polling too', async () => {
    const from = address();
    const refused = await phone(stage.api, from, 'polling', 'x.y.z').refused();
    expect(refused).toMatchObject({ error: { code: 'UNAUTHORIZED' } });
    const { sid } = JSON.parse((await (await poll(stage.api, from)).text()).slice(1)) as { sid: string };
    const body = '40{"token":"x.y.z"}';
    const headers = { 'x-forwarded-for': from };
    await fetch(`${stage.api.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`, { method: 'POST', body, headers });
    expect(await (await poll(stage.api, from, `&sid=${sid}`)).text()).toMatch(/^44\{.*"UNAUTHORIZED"/);
    expect(await (await poll(stage.api, from, `&sid=${sid}`)).text()).toMatch(/1$/);
    expect((await poll(stage.api, from, `&sid=${sid}`)).status).toBe(400);
  });

  const REFUSED: Readonly<Record<string, Buffer[]>> = {
    'an event before the token': [frame('42["join_lobby",{}]')],
    'two attempts at once': [BOGUS, BOGUS],
    'an acknowledgement': [frame('430[]')],
    'a ping': [frame('2')],
    'a pong without a ping': [frame('3')],
    'an unreadable packet': [frame('x')],
    'an invalid packet of Socket.IO': [frame('49')],
    bytes: [frame('abc', 0x2)],
    'WebSocket pings': Array.from({ length: 2_000 }, () => frame('', 0x9)),
  };

  // Concurrently, since each refused connection is held for a second or two.
  test('counts against its address, whatever it sent', async () => {
    const blocks = async ([what, frames]: [string, Buffer[]]): Promise<string> => {
      const from = address();
      const refused = async (): Promise<string> => {
        const client = await webSocket(small, from);
        client.write(Buffer.concat(frames));
        return client.closed();
      };
      await Promise.all(Array.from({ length: BLOCKED_AFTER }, refused));
      await refused();
      return (await poll(small, from)).status === 429 ? what : `${what} does not count`;
    };
    expect(await Promise.all(Object.entries(REFUSED).map(blocks))).toEqual(Object.keys(REFUSED));
    await expectOpen(small, address());
  });

  test('counts when it closes before it has sent a token', async () => {
    const from = address();
    for (let n = 0; n <= BLOCKED_AFTER; n += 1) (await webSocket(small, from)).close();
    await expectBlocked(small, from);
  });

  test('is held for a second, however many have closed before it', async () => {
    const comesAndGoes = async (): Promise<void> => (await webSocket(stage.api, address())).close();
    for (let n = 0; n < HELD_MAX; n += CLUBHOUSE) await Promise.all(Array.from({ length: CLUBHOUSE }, comesAndGoes));
    const refused = await webSocket(stage.api, address());
    const since = performance.now();
    refused.write(BOGUS);
    await refused.closed();
    expect(performance.now() - since).toBeGreaterThan(HELD_MS);
  });

  test('is closed when too many connections have not sent a token', async () => {
    const from = address();
    for (let n = 0; n < BLOCKED_AFTER; n += 1) await webSocket(small, from);
    await (await webSocket(small, from)).closed();
  });
});

test('an address that was refused too often is blocked, only for new sockets, and without affecting others', async () => {
  const from = address();
  const before = await Promise.all(
    ['websocket', 'polling'].map((transport) => phone(stage.api, from, transport).connected()),
  );
  const polls = await Promise.all(Array.from({ length: FAULTS_MAX + 1 }, () => poll(stage.api, from, '&sid=bogus')));
  expect(new Set(polls.map(({ status }) => status))).toEqual(new Set([400]));
  await expectBlocked(stage.api, from);
  for (const { ends } of before) expect(ends).toEqual([]);
  for (const by of before) expect(await by.ask('leave_lobby', { matchId: 'x' })).toMatchObject({ status: 400 });
  const current = await stage.api.call('GET', '/api/match/current', undefined, {
    token: player.golfer.token,
    headers: { 'x-forwarded-for': from },
  });
  expect(current.status).toBe(200);
  await expectOpen(stage.api, address());
});

test('requests piled up on one connection block the address: it gets no socket, but all other answers', async () => {
  const to = await stage.api.another({ rateLimitScale: SCALE });
  const { token } = player.golfer;
  const path = '/socket.io/?EIO=4&transport=polling&sid=bogus';
  const first = raw(to);
  for (let n = 0; n < 500; n += 1) first.request('GET', path);
  // Not executed after the first refusal.
  expect((await first.closed()).split('HTTP/1.1').length - 1).toBeLessThanOrEqual(BLOCKED_AFTER + 2);
  const refused = raw(to);
  for (let n = 0; n < 500; n += 1) refused.request('GET', path);
  const answered = await refused.closed();
  expect(answered.split('HTTP/1.1')).toEqual(['', expect.stringContaining('429 Too Many Requests')]);
  expect(answered).toContain('x-content-type-options: nosniff');
  const served = raw(to);
  served.request('GET', '/health/live');
  await served.until((received) => received.includes('HTTP/1.1 200'));
  // In pieces, and after another call on the same connection.
  const pieces = raw(to);
  pieces.write(Buffer.from('G'));
  pieces.write(Buffer.from('ET /health/live HTTP/1.1\r\nHost: fairmark\r\n\r\n'));
  await pieces.until((received) => received.includes('HTTP/1.1 200'));
  pieces.request('GET', path);
  expect(await pieces.closed()).toContain('429 Too Many Requests');
  expect((await to.call('POST', '/api/auth/logout', {}, { token })).status).toBe(200);
});

test('an upgrade of anything else closes the connection, which may break before that', async () => {
  const client = raw(stage.api);
  // The engine would keep a connection that has answered before.
  client.request('GET', '/health/live');
  await client.until((received) => received.includes('HTTP/1.1 200'));
  const upgraded = once(stage.api.app.getHttpServer(), 'upgrade') as Promise<[unknown, Socket]>;
  client.upgrade('', '/');
  const [, connection] = await upgraded;
  connection.emit('error', new Error('read ECONNRESET'));
  await client.closed();
});

test('polling requests count, even on an authenticated connection', async () => {
  const from = address();
  // All but some thirty of a minute's requests at this scale.
  const limits = small.app.get(RateLimits);
  for (let n = 30; n < BUCKETS.socket.points * SCALE; n += 1) await limits.take('socket', from);
  const by = await phone(small, from, 'polling').connected();
  let asked = 0;
  // Each question takes two requests; the last one gets no answer.
  for (; asked < 30 && by.socket.connected; asked += 1) {
    await by.ask('leave_lobby', { matchId: 'x' }).catch(() => undefined);
  }
  expect(by.socket.connected).toBe(false);
  expect(asked).toBeGreaterThan(5);
});

test("a golfer's connection that floods messages is closed", async () => {
  const client = await webSocket(stage.api, address());
  client.write(frame(`40${JSON.stringify({ token: player.golfer.token })}`));
  await client.until((received) => received.includes('40{"sid"'));
  const message = frame(`42["leave_lobby",{"matchId":"${'x'.repeat(200)}"}]`);
  for (let n = 0; n < 1_000; n += 1) client.write(message);
  await client.closed();
});

test('a full clubhouse reconnects at once from one address without a refusal', async () => {
  const from = address();
  const golfers = await stage.players(CLUBHOUSE / LIMITS.socketsPerUser);
  for (let round = 0; round < 2; round += 1) {
    const phones = Array.from({ length: CLUBHOUSE }, (_, n) =>
      phone(stage.api, from, n % 3 === 0 ? 'polling' : 'websocket', golfers[n % golfers.length]?.golfer.token),
    );
    await Promise.all(phones.map((each) => each.connected()));
    expect(phones.flatMap(({ refusals }) => refusals)).toEqual([]);
    for (const each of phones) each.close();
  }
});

test('an unknown message is answered and counted', async () => {
  const made = await phone(small, address()).connected();
  expect(await made.ask('no such message', { matchId: 'x' })).toEqual({
    status: 404,
    error: { code: 'NOT_FOUND', message: 'Page not found' },
  });
  made.socket.emit('no such message');
  const codes = [];
  for (let n = 0; n < 12; n += 1) codes.push((await made.ask('constructor')).error?.code);
  expect(codes[0]).toBe('NOT_FOUND');
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
});
