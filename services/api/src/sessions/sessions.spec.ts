import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@fairmark/events/testing/eventually';
import jsonwebtoken from 'jsonwebtoken';
import { LIMITS, type SessionSummary } from '@fairmark/contract';
import { addGolfer, PASSWORD } from '@fairmark/projector/testing/rows';
import { apiForSuite, startApi, type TestApi } from '../testing/api.js';
import { newestLink } from '../testing/accounts.js';
import { deviceName } from './device-name.js';
import { Sessions } from './sessions.js';

const [SECRET, OTHER] = [randomBytes(32), randomBytes(32)];

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0';

describe('tokens and sessions', () => {
  let other: TestApi;

  // Before the database of the first is dropped.
  afterAll(() => other.stop());
  let laterMs = 0;
  const api = apiForSuite({ jwtSecret: SECRET, clock: () => new Date(Date.now() + laterMs) });
  beforeAll(async () => {
    other = await startApi(api.databaseUrl, { jwtSecret: SECRET });
  });
  const kim = api.cast();
  beforeEach(() => {
    laterMs = 0;
  });

  const me = (token: string, at = api) => at.call('GET', '/api/auth/user', undefined, { token });
  const codeOf = async (token: string, at = api) => (await me(token, at)).body.error?.code ?? 'OK';
  /** Repeats a call until it is refused, within a second. */
  const endsWithinASecond = async (token: string, at: TestApi) => {
    await eventually(async () => (await codeOf(token, at)) !== 'OK', 'the end of the session', 1_000);
    expect(await codeOf(token, at)).toBe('UNAUTHORIZED');
  };

  describe('a token', () => {
    const claims = () => ({
      sub: kim.id,
      sid: kim.sessionId,
      ver: 1,
      iss: 'fairmark',
      aud: 'fairmark-api',
      exp: Math.floor(Date.now() / 1_000) + 600,
    });
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const sign = (over: Record<string, unknown> = {}, secret: jsonwebtoken.Secret = SECRET) =>
      jsonwebtoken.sign({ ...claims(), ...over }, secret, { algorithm: 'HS256' });
    /** A token with an HMAC-SHA256, whatever its header says. */
    const withHeader = (header: object, key: Buffer, body: object = claims()) => {
      const text = `${part({ alg: 'HS256', typ: 'JWT', ...header })}.${part(body)}`;
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };

    const rsaKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;

    it('is accepted for its session', async () => {
      expect(await codeOf(kim.token)).toBe('OK');
      expect(await codeOf(sign())).toBe('OK');
    });

    it.each<[string, () => string]>([
      ['without a signature (alg none)', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims())}.`],
      ['signed by an RSA key', () => jsonwebtoken.sign(claims(), rsaKey(), { algorithm: 'RS256' })],
      ['that claims RS256 with an HMAC of the secret', () => withHeader({ alg: 'RS256' }, SECRET)],
      ['of another HMAC', () => jsonwebtoken.sign(claims(), SECRET, { algorithm: 'HS512' })],
      ['signed by another secret', () => sign({}, OTHER)],
      ['that includes its own key', () => withHeader({ jwk: { kty: 'oct', k: OTHER.toString('base64url') } }, OTHER)],
      ['that has expired', () => sign({ exp: Math.floor(Date.now() / 1_000) - 1 })],
      ['of another issuer', () => sign({ iss: 'another' })],
      ['for another audience', () => sign({ aud: 'another' })],
      ['of another golfer’s session', () => sign({ sub: randomUUID() })],
      ['of an unknown session', () => sign({ sid: randomUUID() })],
      ['of an older version', () => sign({ ver: 0 })],
      ['without a version', () => sign({ ver: undefined })],
      ['whose session is not an id', () => sign({ sid: "' or 1=1 --" })],
      ['that was cut', () => kim.token.slice(0, -2)],
      ['with other claims', () => kim.token.replace(/\..+\./, `.${part({ ...claims(), sub: randomUUID() })}.`)],
      ['that is not a JWT', () => 'token'],
      ['that never expires', () => withHeader({}, SECRET, { ...claims(), exp: undefined })],
    ])('%s is refused', async (_, make) => {
      expect(await codeOf(make())).toBe('UNAUTHORIZED');
    });

    it('must be sent as a bearer token', async () => {
      for (const authorization of [kim.token, `Basic ${kim.token}`, `Bearer ${kim.token} x`]) {
        const answer = await api.call('GET', '/api/auth/user', undefined, { headers: { authorization } });
        expect(answer.body.error?.code).toBe('UNAUTHORIZED');
      }
    });
  });

  describe('ends everywhere within a second', () => {
    it('on sign-out, and no other session with it', async () => {
      const second = await api.opensSession(kim.id);
      expect([await codeOf(kim.token), await codeOf(kim.token, other)]).toEqual(['OK', 'OK']);
      const answer = await api.call('POST', '/api/auth/logout', {}, { token: kim.token });
      expect(answer).toMatchObject({ status: 200, body: { status: 200 } });
      await endsWithinASecond(kim.token, api);
      await endsWithinASecond(kim.token, other);
      expect([await codeOf(second), await codeOf(second, other)]).toEqual(['OK', 'OK']);
    });

    const setsPassword = async () => {
      await api.call('POST', '/api/auth/forgot-password', { email: kim.email });
      const token = await newestLink(api, kim.email, 'RESET_PASSWORD');
      await api.call('POST', '/api/auth/reset-password', { token, password: 'nine iron over the bunker' });
    };
    it.each<[string, () => Promise<unknown>]>([
      ['signing out everywhere', () => api.call('POST', '/api/auth/logout', { everywhere: true }, kim)],
      ['a new password', setsPassword],
      ['deleting the account', () => api.deletesAccount(kim)],
      [
        'their end in the database',
        () => other.sql('update app.sessions set ended_at = now() where user_id = $1', [kim.id]),
      ],
    ])('on %s, and every other session with it', async (_, end) => {
      const second = await api.opensSession(kim.id);
      for (const token of [kim.token, second]) expect(await codeOf(token, other)).toBe('OK');
      await end();
      for (const token of [kim.token, second]) await endsWithinASecond(token, other);
    });
  });

  describe('of a golfer', () => {
    const IPHONE =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
    const list = async (token: string) =>
      (await api.call<{ sessions: SessionSummary[] }>('GET', '/api/auth/sessions', undefined, { token })).body.sessions;
    const signsIn = async (userAgent: string) => {
      const headers = { 'x-device-id': randomUUID(), 'user-agent': userAgent };
      const login = { email: (await addGolfer(api.pool)).email, password: PASSWORD };
      const logIn = () => api.call<{ token: string }>('POST', '/api/auth/login', login, { headers });
      return [(await logIn()).body.token, (await logIn()).body.token] as const;
    };

    it('are listed with their devices, and each can be ended', async () => {
      const [here, there] = await signsIn(IPHONE);
      const shown = await list(here);
      expect(shown).toMatchObject([
        { device: 'iPhone, Safari', isThis: true },
        { device: 'iPhone, Safari', isThis: false },
      ]);
      const end = (id: string, token: string) => api.call('DELETE', `/api/auth/sessions/${id}`, undefined, { token });
      expect(await end(shown[1]!.id, kim.token)).toMatchObject({ status: 200 });
      expect(await codeOf(there)).toBe('OK');
      expect(await end(shown[1]!.id, here)).toMatchObject({ status: 200 });
      await endsWithinASecond(there, other);
      expect(await list(here)).toHaveLength(1);
      expect(await end('none', here)).toMatchObject({ status: 404 });
    });

    it('expire after two weeks without use, not before, and after thirty days in any case', async () => {
      const [token, unused] = await signsIn(IPHONE);
      const used = async (ms: number) => {
        laterMs += ms;
        // As if the cached session had expired.
        api.app.get(Sessions).forget(null);
        return codeOf(token);
      };
      expect(await used(LIMITS.sessionIdleMs - 60_000)).toBe('OK');
      const usedAt = async () => (await list(token)).find(({ isThis }) => isThis)?.usedAt ?? '';
      await eventually(async () => Date.parse(await usedAt()) > Date.now() + laterMs - 60_000);
      expect(await used(LIMITS.sessionIdleMs - 60_000)).toBe('OK');
      expect(await list(token)).toHaveLength(1);
      expect(await codeOf(unused)).toBe('UNAUTHORIZED');
      expect(await used(LIMITS.sessionIdleMs - 60_000)).toBe('UNAUTHORIZED');
    });
  });

  it.each([
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`, 'Android phone, Chrome'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/138.0.0.0`, 'Windows computer, Edge'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Mac, Firefox'],
    ['curl/8.5.0', null],
    [null, null],
  ])('the device of the user agent %s is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
