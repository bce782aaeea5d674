import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { MESSAGES } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { migrate } from '@fairmark/read-models';
import { keptLog } from '@fairmark/projector/testing/kept-log';
import { startTestPostgres } from '@fairmark/tools';
import { Registry } from 'prom-client';
import { apiForSuite, expectRefusal, registration, startApi } from '../testing/api.js';
import { Phone } from '../realtime/testing/phone.js';
import { newestLink } from '../testing/accounts.js';

describe('the api around its features', () => {
  const { logger, lines } = keptLog();
  const api = apiForSuite({ logger });
  const kim = api.cast();
  beforeEach(() => lines.splice(0));

  /** Sends raw bytes on a connection of its own, which only the server ends. */
  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let received = '';
      const { hostname, port } = new URL(api.url);
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => socket.write(text));
      socket.setTimeout(10_000, () => socket.destroy(new Error('No answer')));
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('end', () => {
        socket.setTimeout(0).unref();
        resolve(received);
      });
      socket.on('error', reject);
    });
  const rawGet = (path: string, method = 'GET') =>
    raw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

  // First: they count every request so far.
  describe('metrics', () => {
    const measured = async (name: string) =>
      (await api.app.get(Registry).metrics()).split('\n').filter((line) => line.startsWith(name));

    it('count requests by route, never by address, and commands by outcome', async () => {
      const { token } = await api.golfer();
      const id = '00000000-0000-4000-8000-000000000001';
      await api.call('GET', `/api/match/${id}`, undefined, { token });
      await api.call('GET', `/api/match/${id}?userId=${id}`, undefined, { token });
      await api.call('POST', '/api/match/score', { matchId: id, holeNumber: 1, strokes: 4 }, { token });
      await api.call('POST', '/api/auth/logout', undefined, { token });
      const counted = await measured('fairmark_request_seconds_count{');
      expect(counted).toContain('fairmark_request_seconds_count{method="GET",route="/api/match/:id",status="404"} 2');
      expect(counted.join('\n')).not.toContain(id);
      expect(await measured('fairmark_commands_total{')).toEqual([
        'fairmark_commands_total{method="POST",route="/api/match/score",outcome="MATCH_NOT_FOUND"} 1',
        'fairmark_commands_total{method="POST",route="/api/auth/logout",outcome="ok"} 1',
      ]);
    });

    it('include sockets, appends and the lag of the tables, of a process that is ready', async () => {
      expect(await api.call('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 200, away: [] } });
      expect(await measured('fairmark_sockets ')).toEqual(['fairmark_sockets 0']);
      expect(await measured('# TYPE fairmark_appends_total')).toHaveLength(1);
      expect(await measured('# TYPE fairmark_projection_lag_seconds')).toHaveLength(1);
    });
  });

  it('serves the page of the API with policies that let it run', async () => {
    const page = await api.call<{ text: string }>('GET', '/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const scripts = [...page.body.text.matchAll(/<script[^>]*>([^<]*)</g)].map(([, inline]) => inline?.trim());
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.every((inline) => inline === '')).toBe(true);
    const files = [...page.body.text.matchAll(/(?:src|href)="(\.[^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect([file, (await fetch(new URL(file ?? '', `${api.url}/api/docs`))).status]).toEqual([file, 200]);
    }
  });

  it.each(['package.json', 'absolute-path.js', 'swagger-initializer.js', 'docs/package.json', 'LICENSE'])(
    'serves no other file of the package behind that page: %s',
    async (file) => {
      for (const folder of ['/api/docs', '/api/%64ocs', '/%61pi/docs']) {
        expect([folder, (await api.call('GET', `${folder}/${file}`)).status]).toEqual([folder, 404]);
      }
    },
  );

  it('describes the fields of a body on that page', async () => {
    const { body } = await api.call<{ components: { schemas: Record<string, unknown> } }>('GET', '/api/docs-json');
    expect(body.components.schemas.RegisterBody).toMatchObject({
      required: ['email', 'password', 'fullName', 'golflinkNumber', 'handicap', 'gender'],
      properties: {
        golflinkNumber: { pattern: '^([0-9]{7}|[0-9]{8}|[0-9]{10})$' },
        handicap: { type: 'number', minimum: -10.9, maximum: 54 },
        gender: { enum: ['FEMALE', 'MALE'] },
      },
    });
  });

  describe('headers', () => {
    const headersOf = async (path: string) => {
      const { headers } = await api.call('GET', path);
      const own = ['date', 'x-request-id', 'content-length', 'keep-alive', 'connection', 'etag', 'last-modified'];
      return Object.fromEntries([...headers].filter(([name]) => !own.includes(name)));
    };
    const everywhere = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    };
    const data = {
      ...everywhere,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
    };

    it.each(['/health/live', '/api/nothing', '/api/auth/user'])('of data: %s', async (path) => {
      expect(await headersOf(path)).toEqual(data);
    });

    it.each([
      '/api/%zz',
      '/socket.io/?EIO=4&transport=polling',
      '/socket.io/?EIO=4&transport=other',
      '/socket.io/?EIO=4&transport=polling&sid=none',
    ])('outside of every route: %s', async (path) => {
      const { 'cache-control': cache, 'content-security-policy': policy } = data;
      const least = { 'cache-control': cache, 'content-security-policy': policy, 'x-content-type-options': 'nosniff' };
      expect(await headersOf(path)).toMatchObject(least);
    });

    it('of a page', async () => {
      expect(await headersOf('/api/docs')).toEqual({
        ...everywhere,
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
          "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        vary: 'accept-encoding',
      });
    });
  });

  describe('the guard', () => {
    it.each([
      '/api/auth/user',
      '/%61pi/auth/user',
      '/api/%61uth/user',
      '/api/auth/%75ser',
      '//api/auth/user',
      '/api//auth/user',
      '/api/auth/user/',
      '/api/auth/user;x=1',
      '/api/auth/user%3Fx',
      '/api/auth/./user',
      '/api/auth/login/../user',
      '/api/auth/login/%2e%2e/user',
      '/API/AUTH/USER',
      '/api/auth/user%00',
      '/api/auth/user%2f',
      '/api/auth/user?__proto__=x',
      'http://localhost/api/auth/user',
    ])('refuses access without a token to %s', async (path) => {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'get']) {
        const answer = await rawGet(path, method);
        expect([method, answer.slice(0, 12)]).toEqual([method, expect.stringMatching(/^HTTP\/1\.1 4\d\d$/)]);
        expect(answer).not.toContain(kim.id);
      }
    });

    it('does not answer HEAD, which would run the handler of GET, and ignores a method override', async () => {
      expect((await api.call('HEAD', '/health/live')).status).toBe(404);
      const answer = await api.call('POST', '/api/auth/user', {}, { headers: { 'x-http-method-override': 'GET' } });
      expectRefusal(answer, 'NOT_FOUND');
    });
  });

  describe('bad requests', () => {
    const login = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
      api.call('POST', '/api/auth/login', body, { headers });

    it.each<[string, string]>([
      ['broken JSON', '{"email":'],
      ['a list', '[]'],
      ['a list of bodies', '[{"email":"a@b.test","password":"x"}]'],
      ['a number', '5'],
      ['a text', '"x"'],
      ['nothing', 'null'],
      ['__proto__', '{"email":"a@b.test","password":"x","__proto__":{"a":1}}'],
      ['constructor', '{"email":"a@b.test","password":"x","constructor":{"prototype":{"a":1}}}'],
      ['an unknown key', '{"email":"a@b.test","password":"x","admin":true}'],
      ['NUL', '{"email":"a@b.test","password":"x\\u0000y"}'],
      ['a lone surrogate', '{"email":"a@b.test","password":"x\\ud800y"}'],
      ['a lone surrogate in a key', '{"email":"a@b.test","password":"x","\\udc00":1}'],
      ['an object for a text', '{"email":{"$ne":null},"password":"x"}'],
      ['a list for a text', '{"email":["a@b.test"],"password":"x"}'],
      ['deep nesting', `{"email":"a@b.test","password":${'['.repeat(2_000)}${']'.repeat(2_000)}}`],
    ])('are refused: %s', async (_, body) => {
      const answer = await login(body);
      expectRefusal(answer, 'INVALID_INPUT');
      expect(Object.keys(answer.body).sort()).toEqual(['error', 'status']);
    });

    it('are refused before they are converted: thousands of values', async () => {
      const answer = await login(JSON.stringify({ email: Array(5_000).fill(1), password: 'x' }));
      expectRefusal(answer, 'INVALID_INPUT', { text: MESSAGES.notText });
    });

    it.each(['text/plain;charset=UTF-8', 'application/xml', 'json', ''])(
      'are refused with JSON of another content type: %s',
      async (type) => {
        const answer = await login('{"email":"a@b.test","password":"x"}', { 'content-type': type });
        expectRefusal(answer, 'INVALID_INPUT', { 'content-type': 'must be application/json' });
      },
    );

    it('are refused: broken JSON, a body that is too large, an unknown path', async () => {
      expectRefusal(await login('{"email":'), 'INVALID_INPUT', { body: 'must be JSON' });
      expectRefusal(await login(JSON.stringify({ email: 'x'.repeat(70_000) })), 'PAYLOAD_TOO_LARGE');
      expectRefusal(await api.call('GET', '/api/nothing'), 'NOT_FOUND');
    });

    it.each([
      '/api/auth/verify-email?token=a&token=b',
      '/api/auth/verify-email?token[]=a',
      '/api/auth/verify-email?token=a%00b',
      '/api/auth/verify-email?token=a&more=b',
      '/api/auth/verify-email?__proto__=a',
      '/api/%zz',
      `/api/courses/${'x'.repeat(300)}`,
    ])('are refused: %s', async (path) => {
      const answer = await api.call('GET', path);
      expect([400, 404]).toContain(answer.status);
      expect(answer.body).toMatchObject({ status: answer.status, error: { code: expect.any(String) } });
    });

    it.each([
      ['idempotency-key', 'not a uuid'],
      ['x-device-id', 'a b'],
      ['x-device-id', 'kims-phone'],
    ])('are refused: header %s: %s', async (name, value) => {
      const answer = await login('{"email":"a@b.test","password":"x"}', {
        'content-type': 'application/json',
        [name]: value,
      });
      expectRefusal(answer, 'INVALID_INPUT');
      expect(answer.body.error?.details).toHaveProperty(name);
    });

    it('are cut off if they arrive too slowly, and can be sent again', async () => {
      const server: Server = api.app.getHttpServer();
      const { headersTimeout, requestTimeout } = server;
      // Otherwise Node exchanges the two.
      expect(headersTimeout).toBeLessThanOrEqual(requestTimeout);
      Object.assign(server, { headersTimeout: 1, requestTimeout: 1 });
      const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json';
      const slow = `${head}\r\nContent-Length: 9\r\n\r\n{`;
      const connected = once(server, 'connection') as Promise<[Socket]>;
      const answer = await raw(slow).finally(() => void Object.assign(server, { headersTimeout, requestTimeout }));
      expect(answer).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n[^]*"code":"UNAVAILABLE"/);
      const [connection] = await connected;
      await eventually(() => connection.destroyed, 'the end of the connection');
    });

    it('are ended when their answers are not read', async () => {
      const server: Server = api.app.getHttpServer();
      const { timeout } = server;
      expect(timeout).toBeGreaterThan(0);
      server.setTimeout(100);
      const { hostname, port } = new URL(api.url);
      const connected = once(server, 'connection') as Promise<[Socket]>;
      const deaf = connect(Number(port), hostname).pause();
      deaf.on('error', () => undefined);
      deaf.write('GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30));
      const [connection] = await connected;
      server.setTimeout(timeout);
      await eventually(() => connection.destroyed, 'the end of the connection');
      deaf.destroy();
    });

    it('are refused: bytes that are not HTTP', async () => {
      const answer = await raw('\u0016\u0003\u0001 nonsense\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\nx-content-type-options: nosniff\r\n/);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    });

    it('do not include an empty body with a content type', async () => {
      const { token } = await api.golfer();
      const headers = { 'content-type': 'application/json' };
      expect((await api.call('POST', '/api/auth/logout', '', { token, headers })).status).toBe(200);
    });
  });

  describe('the log', () => {
    it('identifies the request by its id and route', async () => {
      const sent = randomBytes(16).toString('hex');
      const named = (id: string) => ({ token: kim.token, headers: { 'x-request-id': id } });
      const answer = await api.call('GET', '/api/auth/user', undefined, named(sent));
      expect(answer.headers.get('x-request-id')).toBe(sent);
      const line = { requestId: sent, method: 'GET', route: '/api/auth/user', status: 200, userId: kim.id };
      expect(lines.map((text) => JSON.parse(text))).toContainEqual(expect.objectContaining(line));
      for (const words of ['a b\tc', 'signed-in-as-admin', 'abcdef-1']) {
        const made = await api.call('GET', '/health/live', undefined, named(words));
        expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
    });

    it.each([
      ['application/json', '{"handicap":'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="avatar"; filename="a"\r\n\r\n1',
      ],
    ])('reports no fault when a phone loses its signal while it sends %s', async (type, begun) => {
      const server: Server = api.app.getHttpServer();
      const arrives = once(server, 'request') as Promise<[IncomingMessage]>;
      const { hostname, port } = new URL(api.url);
      const phone = connect(Number(port), hostname);
      const headers = { host: hostname, authorization: `Bearer ${kim.token}`, 'content-length': 100 };
      const head = Object.entries({ ...headers, 'content-type': type }).map(([name, value]) => `${name}: ${value}`);
      phone.write(`POST /api/user/settings HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${begun}`);
      const [request] = await arrives;
      await eventually(() => request.readableFlowing === true, 'a body that is read');
      phone.destroy();
      await eventually(() => request.destroyed, 'the end of the connection');
      await api.call('GET', '/api/auth/user', undefined, { token: kim.token });
      const logged = lines.map((text) => JSON.parse(text)).filter(({ level }) => level >= 30);
      expect(logged).toEqual([expect.objectContaining({ msg: 'request', route: '/api/auth/user' })]);
    });

    it('holds no token, password, email, name or golf number, even of failed requests', async () => {
      const secret = { password: 'a very secret password', email: 'very.secret@golfers.test' };
      const body = registration({ ...secret, fullName: 'Verity Secretan', golflinkNumber: '8675309' });
      await api.call('POST', '/api/auth/register', body);
      await api.call('POST', '/api/auth/register', body);
      await api.call('POST', '/api/auth/login', secret);
      const link = await newestLink(api, secret.email, 'VERIFY_EMAIL');
      await api.call('GET', `/api/auth/verify-email?token=${link}x`);
      await api.call('GET', `/api/auth/verify-email?token=${link}`);
      await api.call('GET', `/api/nothing?token=${link}&email=${secret.email}`);
      await api.call('GET', `/api/user/search?query=Verity`, undefined, { token: kim.token });
      const session = await api.call<{ token: string }>('POST', '/api/auth/login', secret);
      await api.call('GET', `/api/auth/user?token=${session.body.token}`, undefined, { token: session.body.token });
      await api.call('POST', '/api/auth/login', `{"email":"${secret.email}","password":"${secret.password}"`, {
        headers: { 'content-type': 'application/json' },
      });
      const text = lines.join('\n');
      expect(lines.length).toBeGreaterThan(8);
      for (const hidden of [...Object.values(secret), 'Secretan', '8675309', link, session.body.token, kim.token]) {
        expect(text).not.toContain(hidden);
      }
    });
  });

  it('stops accepting, answers running requests, and closes, delayed by no idle connection', async () => {
    const short = await api.another();
    const { hostname, port } = new URL(short.url);
    const silent = connect(Number(port), hostname);
    const gone = new Promise((resolve) => silent.once('close', resolve));
    silent.on('error', () => undefined);
    await new Promise((resolve) => silent.once('connect', resolve));
    // Its connection is kept for further calls.
    await short.call('GET', '/health/live');
    const running = short.call('POST', '/api/auth/register', registration());
    await new Promise((resolve) => short.app.getHttpServer().once('request', resolve));
    const [answer] = await Promise.all([running, short.stop(), gone]);
    expect(answer.status).toBe(201);
    await expect(fetch(`${short.url}/health/live`)).rejects.toThrow('fetch failed');
  });
});

describe('without its database', () => {
  const api = apiForSuite({ logLevel: 'silent' });

  it.each([
    ['ends a transaction for another', '40P01'],
    ['gives up a transaction that another changed', '40001'],
  ])('asks to try again when the database %s', async (_, code) => {
    const { token } = await api.golfer();
    const settings = () => api.call('POST', '/api/user/settings', { handicap: 20 }, { token });
    await api.sql(
      `create or replace function give_up() returns trigger language plpgsql as $$ begin raise sqlstate '${code}'; end $$`,
    );
    await api.sql('create trigger gives_up before update on app.users for each row execute function give_up()');
    const refused = await settings();
    await api.sql('drop trigger gives_up on app.users');
    expectRefusal(refused, 'UNAVAILABLE');
    expect(refused.headers.get('retry-after')).toBe('2');
    expect((await settings()).status).toBe(200);
  });

  it.each(['EAI_AGAIN', 'ENETUNREACH', '28P01', '3D000'])(
    'asks to try again while there is no way to the database: %s',
    async (code) => {
      const { token } = await api.golfer();
      const query = jest.spyOn(api.pool, 'query').mockImplementation(() => {
        throw Object.assign(new Error(`connect ${code}`), { code });
      });
      const refused = await api.call('GET', '/api/auth/user', undefined, { token });
      query.mockRestore();
      expectRefusal(refused, 'UNAVAILABLE');
    },
  );

  it('answers 503 in the usual shape, reports what is away, keeps phones reconnecting, and recovers', async () => {
    const server = await startTestPostgres();
    let again: typeof server | undefined;
    const { logger, lines } = keptLog('error');
    const options = { jwtSecret: randomBytes(32), logger };
    await migrate(server.url('postgres'));
    const api = await startApi(server.url('postgres'), options);
    const other = await startApi(server.url('postgres'), options);
    const { token, email } = await api.golfer();
    const before = await Phone.connect(api.url, token);
    await server.stop();
    // The second process has not cached this session: it has to read the rows.
    const phone = new Phone(other.url, { auth: { token } });
    try {
      const away = await api.call('POST', '/api/auth/login', { email, password: 'whatever it is' });
      expectRefusal(away, 'UNAVAILABLE');
      expect(away.headers.get('retry-after')).toBe('2');
      expect(await api.call('GET', '/health/live')).toMatchObject({ status: 200 });
      expect(await api.call('GET', '/health/ready')).toMatchObject({
        status: 200,
        body: { status: 200, away: expect.arrayContaining(['database', 'event-log']) },
      });
      expect(lines.join('')).toContain(away.headers.get('x-request-id'));
      expect(lines.join('')).not.toContain(email);
      await eventually(() => phone.ends.length > 1, 'attempts that fail');
      expect(phone.refusals.filter((refusal) => typeof refusal !== 'string')).toEqual([]);
      expect(before.socket.connected).toBe(true);
      again = await startTestPostgres({ dataDir: server.dataDir, port: () => server.port });
      const missing = async () => (await api.call<{ away: string[] }>('GET', '/health/ready')).body.away;
      await eventually(async () => (await missing()).length === 0);
      await phone.connected();
      expect(await api.call('GET', '/api/auth/user', undefined, { token })).toMatchObject({ status: 200 });
    } finally {
      for (const each of [before, phone]) each.close();
      for (const each of [api, other]) await each.stop();
      await again?.remove();
      await server.remove();
    }
  });
});
