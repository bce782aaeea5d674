import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { eventually } from '@fairmark/events/testing/eventually';
import { keptLog } from '@fairmark/projector/testing/kept-log';
import { RawClient } from '../realtime/testing/raw-client.js';
import { apiForSuite } from '../testing/api.js';
import { rawGet, type Got } from '../testing/raw-get.js';
import { TestFolder } from '../testing/test-folder.js';

const STYLE = '\n  :root { --green: #2e5a3c }\n';
const SCRIPT = "document.documentElement.dataset.theme = 'light'; // ä";
const FILLING = '<!-- '.padEnd(2_000, 'fairway ') + '-->';
const PAGE = `<!doctype html><html><head><style>${STYLE}</style><script>${SCRIPT}</script>
<script type="module" src="/assets/index-a1.js"></script></head><body>${FILLING}</body></html>`;
const CODE = `export const holes = 18; ${'/* fairway */'.repeat(200)}`;
/** Longer than what an answer buffers. */
const FONT = randomBytes(1_000_000);
/** What a browser accepts of a page. */
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const NOT_FOUND = { status: 404, error: { code: 'NOT_FOUND' } };
const ENCODINGS = [
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const;

describe('the web client', () => {
  const { logger, lines } = keptLog('info');
  const folder = new TestFolder();
  const files = {
    'index.html': PAGE,
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'app.webmanifest': '{"name":"Fairmark"}',
    'robots.txt': 'User-agent: *\n',
    '.sources': '{}',
    '.vite/manifest.json': '{}',
    'assets/index-a1.js': CODE,
    'assets/index-a1.js.br': brotliCompressSync(CODE),
    'assets/index-a1.js.gz': gzipSync(CODE),
    'assets/sans-b2.woff2': FONT,
    'assets/.hidden.js': 'secret',
  };
  for (const [name, content] of Object.entries(files)) folder.file(name, content);
  const api = apiForSuite({ webDir: folder.place, logger });
  const kim = api.cast();
  const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawGet(api.url, target, { headers, method });
  const json = ({ bytes }: Got): unknown => JSON.parse(bytes.toString());

  describe('its page', () => {
    it.each([
      '/',
      '/?from=mail&from=club',
      '/verify-email?token=abc',
      '/score/0190d0b0-0000/7',
      '/nowhere.png',
      '/apish',
      '//',
    ])('is served at %s, and is revalidated each time', async (target) => {
      const got = await ask(target, HTML);
      expect(got.status).toBe(200);
      expect(got.bytes.toString()).toBe(PAGE);
      expect(got.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        vary: 'accept-encoding',
      });
    });

    it('is not sent again to clients that have it', async () => {
      const { etag = '' } = (await ask('/', HTML)).headers;
      for (const known of [etag, `"another", ${etag}`]) {
        const again = await ask('/lobby', { ...HTML, 'if-none-match': known });
        expect(again).toMatchObject({ status: 304, headers: { etag, 'cache-control': 'no-cache' } });
        expect(again.bytes).toHaveLength(0);
      }
      expect((await ask('/', { ...HTML, 'if-none-match': 'W/"old"' })).status).toBe(200);
    });

    it('may run only its own inline script and styles', async () => {
      const policy = String((await ask('/', HTML)).headers['content-security-policy']);
      const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        `script-src 'self' ${hash(SCRIPT)}`,
        `style-src 'self' ${hash(STYLE)} ${hash('')}`,
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]);
    });

    it('answers HEAD like GET, without the page', async () => {
      const [head, whole] = [await ask('/', HTML, 'HEAD'), await ask('/', HTML)];
      expect(head.status).toBe(200);
      expect(head.bytes).toHaveLength(0);
      for (const name of ['etag', 'cache-control', 'content-type', 'content-length', 'content-security-policy']) {
        expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
      }
    });

    it('does not change when a later build replaces it', async () => {
      folder.file('index.html', PAGE.replace('light', 'dark'));
      expect((await ask('/', HTML)).bytes.toString()).toBe(PAGE);
      folder.file('index.html', PAGE);
    });
  });

  describe('its assets', () => {
    const forever = 'public, max-age=31536000, immutable';

    it('are cached for ever, and answer HEAD', async () => {
      const code = await ask('/assets/index-a1.js');
      expect(code).toMatchObject({ status: 200, headers: { 'cache-control': forever, vary: 'accept-encoding' } });
      expect(code.headers['content-type']).toMatch(/^(text|application)\/javascript/);
      expect(code.bytes.toString()).toBe(CODE);
      const font = await ask('/assets/sans-b2.woff2', { 'accept-encoding': 'gzip, deflate, br' });
      expect(font.headers).toMatchObject({ 'content-type': 'font/woff2', 'cache-control': forever });
      expect(font.headers['content-encoding']).toBeUndefined();
      expect(font.bytes.equals(FONT)).toBe(true);
      const head = await ask('/assets/index-a1.js', {}, 'HEAD');
      expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(CODE.length) } });
      expect(head.bytes).toHaveLength(0);
    });

    it.each(ENCODINGS)('are sent as compressed by the build: %s', async (encoding, unpack) => {
      const got = await ask('/assets/index-a1.js', { 'accept-encoding': `gzip, deflate, ${encoding}` });
      // Compressed on the way it would have no length.
      const length = String(got.bytes.length);
      expect(got.headers).toMatchObject({ 'content-encoding': encoding, 'content-length': length });
      expect(got.headers['cache-control']).toBe(forever);
      expect(got.headers['content-type']).toMatch(/javascript/);
      expect(unpack(got.bytes).toString()).toBe(CODE);
    });

    it('are closed when the connection closes that asked for many at once', async () => {
      const open = (): number => readdirSync('/dev/fd').length;
      const before = open();
      const port = Number(new URL(api.url).port);
      // Each closes a turn of the event loop later: when files are open, are being opened, or soon will be.
      for (let turns = 0; turns < 40; turns += 1) {
        const client = new RawClient({ port });
        for (let n = 0; n < 40; n += 1) client.request('GET', '/assets/sans-b2.woff2');
        for (let turn = 0; turn < turns; turn += 1) await setImmediate();
        client.close();
      }
      await eventually(() => open() < before + 10, 'the files are closed');
    });

    it('that are missing are not answered with the page', async () => {
      const gone = await ask('/assets/index-old.js', HTML);
      expect(gone).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
      expect(json(gone)).toMatchObject(NOT_FOUND);
    });

    it('are not logged, except missing ones', async () => {
      lines.splice(0);
      await ask('/assets/index-a1.js');
      await ask('/assets/missing.js');
      await ask('/', HTML);
      const statuses = lines.map((line) => (JSON.parse(line) as { status: number }).status);
      expect(statuses).toEqual([404, 200]);
    });
  });

  it.each([
    ['/icon.svg', 'image/svg+xml'],
    ['/app.webmanifest', 'application/manifest+json'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
  ])('%s is cached for an hour', async (target, type) => {
    const got = await ask(target, { accept: '*/*' });
    expect(got).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=3600' } });
    expect(got.headers['content-type']).toContain(type);
  });

  it.each([
    '/.vite/manifest.json',
    '/.sources',
    '/%2evite/manifest.json',
    '/assets/.hidden.js',
    '/assets/%2ehidden.js',
    '/assets/../.sources',
    '/assets/..%2f.sources',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/..%5c.sources',
    '/assets//etc/passwd',
    '/assets/',
    '/assets',
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
    '/index-a1.js',
    '/index.html.br',
  ])('serves no other files: %s', async (target) => {
    const got = await ask(target, { accept: '*/*' });
    expect(got.status).toBe(404);
    expect(json(got)).toMatchObject(NOT_FOUND);
  });

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/API/nothing',
    '//api/nothing',
    '/health',
    '/health/x',
    '/socket.io',
    '/assets/x',
  ])('is not served at %s', async (target) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const got = await ask(target, HTML, method);
      expect([method, got.status]).toEqual([method, 404]);
      expect(got.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(got.headers['cache-control']).toBe('no-store');
    }
  });

  it('does not replace the page, guard and refusals of the API', async () => {
    expect((await ask('/api/docs', HTML)).headers['content-security-policy']).toContain(
      "style-src 'self' 'unsafe-inline'",
    );
    expect((await ask('/api/docs/swagger-ui.css', { 'accept-encoding': 'br' })).status).toBe(200);
    expect((await ask('/api/match/current', HTML)).status).toBe(401);
    expect((await ask('/socket.io/?EIO=4&transport=polling', HTML)).bytes.toString()).toContain('"sid"');
    expect((await ask('/', HTML, 'POST')).status).toBe(404);
  });

  describe('answers of the API', () => {
    it.each(ENCODINGS)('are compressed when they are long, as is the page: %s', async (encoding, unpack) => {
      const compressed = { 'content-encoding': encoding, vary: 'accept-encoding' };
      const got = await ask('/api/docs-json', { 'accept-encoding': encoding });
      expect(got.headers).toMatchObject(compressed);
      expect(JSON.parse(unpack(got.bytes).toString())).toHaveProperty('openapi');
      const page = await ask('/', { ...HTML, 'accept-encoding': encoding });
      expect(page.headers).toMatchObject(compressed);
      expect(unpack(page.bytes).toString()).toBe(PAGE);
    });

    it('are not compressed when they are short, or compression was not requested', async () => {
      for (const [target, accepted] of Object.entries({ '/health/live': 'br', '/api/docs-json': 'identity' })) {
        const got = await ask(target, { 'accept-encoding': accepted });
        expect(got.headers['content-encoding']).toBeUndefined();
        expect(json(got)).toBeDefined();
      }
    });

    it('are not compressed when they hold a token', async () => {
      const avatar = `/pictures/${'x'.repeat(2_000)}`;
      await api.sql('update app.users set avatar = $2 where id = $1', [kim.id, avatar]);
      const headers = { 'accept-encoding': 'br' };
      const settings = await api.call('POST', '/api/user/settings', { handicap: 11.1 }, { token: kim.token, headers });
      expect(settings.body).toMatchObject({ token: expect.any(String), user: { avatar } });
      expect(settings.headers.get('content-encoding')).toBeNull();
      const { token } = await api.golfer();
      const found = await api.call('GET', '/api/user/search?query=Golfer', undefined, { token, headers });
      expect(found.headers.get('content-encoding')).toBe('br');
    });

    it('do not depend on compressed requests, which are refused', async () => {
      const bomb = gzipSync(Buffer.alloc(1_000_000));
      const answer = await fetch(`${api.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: bomb,
      });
      expect(answer.status).toBe(400);
    });
  });

  it('is not needed: without it the api answers pages with 503, and serves everything else', async () => {
    const { url } = await api.another({ webDir: path.join(folder.place, 'no-such-client') });
    const page = await rawGet(url, '/lobby', { headers: HTML });
    expect(page).toMatchObject({ status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    expect(page.bytes.toString()).toContain('not built');
    const statuses = { '/assets/index-a1.js': 404, '/api/nothing': 404, '/icon.svg': 404, '/api/courses': 200 };
    for (const [target, status] of Object.entries(statuses)) {
      expect([target, (await rawGet(url, target)).status]).toEqual([target, status]);
    }
  });

  it('has a rate limit for its assets apart from that of calls', async () => {
    const { url } = await api.another({ webDir: folder.place, rateLimitScale: 0.001 });
    const statuses: number[] = [];
    for (let n = 0; n < 25; n += 1) statuses.push((await rawGet(url, '/assets/index-a1.js')).status);
    expect(statuses).toEqual([...Array<number>(24).fill(200), 429]);
    expect((await rawGet(url, '/', { headers: HTML })).status).toBe(200);
  });
});
