import { Writable } from 'node:stream';
import { LIMITS } from '@fairmark/contract';
import { pino } from 'pino';
import { internalOrigin } from '../http/request-origin.js';
import { Sessions } from '../sessions/sessions.js';
import { Stage, type Player } from '../testing/stage.js';
import { startApi, type TestApi } from '../testing/api.js';
import { Phone } from './testing/phone.js';

let logged = '';
const sink = new Writable({
  write: (chunk: Buffer, _, done) => {
    logged += chunk.toString();
    done();
  },
});
const logger = pino({ level: 'trace' }, sink);
const stage = Stage.forSuite({ apis: 2, publicUrl: 'https://fairmark.test', logger });
const [player] = stage.cast(1);

const phone = (options: ConstructorParameters<typeof Phone>[1], api: TestApi = stage.api): Phone =>
  new Phone(api.url, options);

const connect = (token = player.golfer.token, api?: TestApi): Promise<Phone> =>
  phone({ auth: { token } }, api).connected();

const isOpen = (made: Phone): boolean => made.socket.connected;

describe('the handshake', () => {
  test.each([
    ['auth', (token: string) => ({ auth: { token } })],
    ['the query', (token: string) => ({ query: { token } })],
    ['the query, by polling', (token: string) => ({ query: { token }, transports: ['polling'] })],
    [
      'auth, by polling and then WebSocket',
      (token: string) => ({ auth: { token }, transports: ['polling', 'websocket'] }),
    ],
  ])('accepts the token from %s, and never logs it', async (_, options) => {
    const { token } = player.golfer;
    const made = await phone(options(token)).connected();
    expect(await made.ask('join_lobby', {})).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    expect(logged).not.toContain(token);
    expect(logged).not.toContain(token.split('.')[2]);
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
    await stage.api.sql('update app.users set email_verified_at = null where id = $1', [player.id]);
    // At the other process, which has not cached these sessions; the first may have them cached for half a second more.
    const unverified = await phone({ auth: { token: player.golfer.token } }, stage.apis[1]).refused();
    expect(unverified).toMatchObject({ error: { code: 'EMAIL_UNVERIFIED' } });
    const other = await stage.player();
    await endSession(other);
    const ended = await phone({ auth: { token: other.golfer.token } }, stage.apis[1]).refused();
    expect(ended).toMatchObject({ error: { code: 'UNAUTHORIZED' } });
  });

  test.each(['websocket', 'polling'])('is accepted only from its own pages, by %s', async (transport) => {
    const from = (origin: string): Phone =>
      phone({
        auth: { token: player.golfer.token },
        extraHeaders: { origin },
        transports: [transport],
        reconnection: false,
      });
    for (const origin of ['https://fairmark.test', stage.api.url]) await from(origin).connected();
    for (const origin of [
      'https://elsewhere.test',
      'https://fairmark.test:8443',
      'http://fairmark.test',
      'null',
      'x',
    ]) {
      expect(await from(origin).refused()).toEqual(expect.stringMatching(/websocket error|xhr poll error/));
    }
  });
});

async function endSession({ id, golfer }: Player): Promise<void> {
  const { app } = stage.api;
  await app.get(Sessions).end(stage.pool, id, golfer.sessionId);
}

describe('a session that ends', () => {
  test('closes its sockets at every process, and no others', async () => {
    const { app } = stage.api;
    const otherToken = await app.get(Sessions).open(stage.pool, { id: player.id, tokenVersion: 1 }, internalOrigin());
    const other = await stage.player();
    const here = await connect();
    const there = await connect(player.golfer.token, stage.apis[1]);
    const stay = [await connect(otherToken), await connect(other.golfer.token)];
    await endSession(player);
    expect([await here.ended(), await there.ended()]).toEqual(['io server disconnect', 'io server disconnect']);
    await here.receives('server_error');
    expect(here.received[0]?.payload).toMatchObject({ status: 401, error: { code: 'UNAUTHORIZED' } });
    expect(stay.every(isOpen)).toBe(true);
  });

  test.each([
    ['when it ends only in the database', 'ended_at = now()'],
    ['when it expires', "expires_at = now() - interval '1 second'"],
  ])('closes its sockets %s', async (_, set) => {
    const made = await connect(player.golfer.token, stage.apis[1]);
    await stage.api.sql(`update app.sessions set ${set} where id = $1`, [player.golfer.sessionId]);
    expect(await made.ended()).toBe('io server disconnect');
  });
});

describe('limits', () => {
  test("a golfer's oldest connection is closed for a new one beyond the limit", async () => {
    const made = [];
    for (let nth = 0; nth <= LIMITS.socketsPerUser; nth += 1) made.push(await connect());
    expect(await made[0]?.ended()).toBe('io server disconnect');
    expect(made[0]?.received[0]).toMatchObject({
      event: 'server_error',
      payload: { error: { code: 'TOO_MANY_REQUESTS' } },
    });
    expect(made.slice(1).every(isOpen)).toBe(true);
  });

  test('a message that is too large ends the connection', async () => {
    const made = await connect();
    made.socket.emit('join_lobby', { matchId: 'x'.repeat(LIMITS.socketMessageBytesMax) });
    expect(await made.ended()).toBe('transport close');
  });
});

test('a process that ends sends its phones to another one', async () => {
  const api = await startApi(stage.databaseUrl, { jwtSecret: stage.jwtSecret });
  const made = await connect(player.golfer.token, api);
  await api.stop();
  expect(await made.ended()).toMatch(/^transport close|server shutting down/);
  expect(made.socket.active).toBe(true);
});

test('nothing unexpected was logged', async () => {
  const errors = logged.split('\n').filter((line) => /"level":(50|60)/.test(line));
  expect(errors).toEqual([]);
});
