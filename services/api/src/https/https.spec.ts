import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, type RequestOptions } from 'node:https';
import path from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { eventually } from '@fairmark/events/testing/eventually';
import { freePort } from '@fairmark/tools';
import { KeptCertificate } from '@fairmark/tools/https/kept-certificate';
import { Registry } from 'prom-client';
import { Phone } from '../realtime/testing/phone.js';
import { RawClient } from '../realtime/testing/raw-client.js';
import { apiForSuite, type StartOptions } from '../testing/api.js';
import { rawGet } from '../testing/raw-get.js';
import { TestFolder } from '../testing/test-folder.js';

const DAY_MS = 86_400_000;
const NAMES = { hosts: ['localhost'], addresses: ['127.0.0.1'] };

describe('https beside http', () => {
  const folder = new TestFolder();
  const kept = new KeptCertificate(folder.place);
  const settings: StartOptions = {
    httpsCertificate: kept.server,
    httpsKey: kept.server,
    httpsAuthority: kept.authority,
    webDir: folder.place,
  };
  folder.file('index.html', '<html><head></head></html>');
  const api = apiForSuite(async () => {
    await kept.lookAfter(NAMES, new Date(Date.now() - 5 * DAY_MS));
    return Object.assign(settings, { httpsPort: await freePort() });
  });

  const ca = (): string => readFileSync(kept.authority, 'utf8');
  const secure = (): string => `https://127.0.0.1:${settings.httpsPort}`;
  const get = async (target: string, options: RequestOptions = {}) => {
    const { bytes, ...got } = await rawGet(secure(), target, { ca: ca(), ...options });
    return { ...got, body: bytes.toString() };
  };
  /** A new connection after its handshake. */
  const connects = async (port = settings.httpsPort): Promise<TLSSocket> => {
    const client = connect({ host: '127.0.0.1', port, ca: ca() });
    await once(client, 'secureConnect');
    return client;
  };
  /** The fingerprint of the certificate on a new connection. */
  const shown = async (): Promise<string> => {
    const client = await connects();
    const { fingerprint256 } = client.getPeerCertificate();
    client.destroy();
    return fingerprint256;
  };

  /** The days until the certificate expires, as the metric has them. */
  const daysLeft = async (): Promise<number | undefined> => {
    const { values } = (await api.app.get(Registry).getSingleMetric('fairmark_certificate_seconds')?.get()) ?? {};
    return values?.map(({ value }) => Math.round((value * 1_000) / DAY_MS))[0];
  };

  it('answers as http does, and forces no browser onto https', async () => {
    const kim = await api.golfer();
    const authorization = `Bearer ${kim.token}`;
    const { status, body, headers } = await get('/api/auth/user', { headers: { authorization } });
    const plain = await api.call('GET', '/api/auth/user', undefined, { token: kim.token });
    expect([status, JSON.parse(body)]).toEqual([plain.status, plain.body]);
    expect(plain.status).toBe(200);
    // HSTS would cut off http on the same host, where scores may be waiting on a phone.
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(plain.headers.has('strict-transport-security')).toBe(false);
  });

  it('accepts sockets only from its own pages', async () => {
    const kim = await api.golfer();
    const from = (origin: string) => ({ ca: ca(), extraHeaders: { origin } });
    await Phone.connect(secure(), kim.token, from(secure()));
    await Phone.connect(api.url, kim.token, from(api.url));
    await new Phone(secure(), { auth: { token: kim.token }, ...from('https://golf.example') }).refused();
  });

  it('switches to a renewed certificate, and keeps the old one while the new one is invalid', async () => {
    const before = await shown();
    const agent = new Agent({ keepAlive: true });
    expect((await get('/health/live', { agent })).status).toBe(200);
    appendFileSync(kept.server, 'not a key');
    writeFileSync(kept.server, 'torn');
    expect(await shown()).toBe(before);
    expect(await daysLeft()).toBe(85);
    expect((await kept.lookAfter({ ...NAMES, addresses: ['127.0.0.1', '192.168.1.20'] }, new Date())).made).toBe(
      'certificate',
    );
    await eventually(async () => (await shown()) !== before, 'the renewed certificate is shown', 20_000);
    expect(await daysLeft()).toBe(90);
    expect((await get('/health/live', { agent })).status).toBe(200);
    agent.destroy();
  });

  it('is trusted through a page on http, with the certificate, which says over https where older scores wait', async () => {
    const page = await fetch(`${api.url}/trust`, { headers: { 'user-agent': 'An iPhone' } });
    const text = await page.text();
    const { fingerprint256, raw } = new X509Certificate(ca());
    expect(text).toContain(fingerprint256.replaceAll(':', ' '));
    expect(text).toContain(`href="${secure()}/trust"`);
    expect(text).toMatch(
      /Have you scored at <a href="http:\/\/127\.0\.0\.1:\d+">.* Scores that still wait can only be\s+sent from there/,
    );
    expect([...text.matchAll(/<details( open)?>/g)].map(([, open]) => open !== undefined)).toEqual([true, false]);
    expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/);

    const certificate = await fetch(`${api.url}/trust/fairmark.crt`);
    expect(certificate.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    expect(Buffer.from(await certificate.arrayBuffer()).equals(raw)).toBe(true);
    const { status, body } = await get('/trust');
    expect(status).toBe(200);
    expect(body).toContain('This address is secure');
    expect(body).toMatch(/Scores that still wait can only be\s+sent from there/);
  });

  it('gives the client’s page the port of http, only over https', async () => {
    const html = { headers: { accept: 'text/html' } };
    const { body, headers } = await get('/', html);
    expect(body).toBe(`<html><head><meta name="http-port" content="0"></head></html>`);
    const plain = await fetch(api.url, html);
    expect(await plain.text()).toBe('<html><head></head></html>');
    expect(plain.headers.get('etag')).not.toBe(headers.etag);
    expect(plain.headers.get('content-security-policy')).toBe(headers['content-security-policy']);
  });

  it('refuses handshakes of an address beyond a limit, and counts them', async () => {
    const port = await freePort();
    // A limit of six a minute.
    const small = await api.another({ ...settings, httpsPort: port, rateLimitScale: 0.001 });
    const shakesHands = async () => (await connects(port)).destroy().destroyed;
    const done = [];
    for (let n = 0; n < 8; n += 1) done.push(await shakesHands().catch(() => false));
    expect(done).toEqual([true, true, true, true, true, true, false, false]);
    // Http is still served.
    expect((await fetch(`${small.url}/health/live`)).status).toBe(200);
  });

  it('does not echo an invalid Host header', async () => {
    const client = new RawClient({ port: Number(new URL(api.url).port) });
    client.write(Buffer.from('GET /trust HTTP/1.1\r\nHost: a"><b>golf</b>\r\nConnection: close\r\n\r\n'));
    expect(await client.closed()).not.toContain('<b>golf');
  });

  it('closes with the api, even with idle connections open', async () => {
    const port = await freePort();
    const other = await api.another({ ...settings, httpsPort: port });
    const idle = await connects(port);
    const ended = once(idle, 'close');
    await other.stop();
    await ended;
    await expect(fetch(`${other.url}/health/live`)).rejects.toThrow('fetch failed');
  });

  it('is left out when its port is taken', async () => {
    const other = await api.another(settings);
    expect((await fetch(`${other.url}/health/live`)).status).toBe(200);
    await other.stop();
    expect((await get('/health/live')).status).toBe(200);
  });

  it.each<[keyof StartOptions, string, string]>([
    ['httpsCertificate', 'none', 'HTTPS_CERTIFICATE names a file that cannot be read (ENOENT)'],
    ['httpsCertificate', 'authority-key.pem', 'HTTPS_CERTIFICATE holds no certificate in PEM'],
    ['httpsKey', 'authority.pem', 'HTTPS_KEY holds no private key in PEM that opens without a password'],
    ['httpsKey', 'other/server.pem', 'HTTPS_KEY is not the key of the certificate in HTTPS_CERTIFICATE'],
    ['httpsAuthority', 'none', 'HTTPS_AUTHORITY names a file that cannot be read (ENOENT)'],
  ])('prevents the start with %s %s: %s', async (setting, file, problem) => {
    await new KeptCertificate(path.join(folder.place, 'other')).lookAfter(NAMES, new Date());
    const wrong = { ...settings, [setting]: path.join(folder.place, file) };
    await expect(api.another(wrong)).rejects.toThrow(problem);
  });

  it('sends strict-transport-security only behind a proxy', async () => {
    const proxied = await api.another({ trustedProxies: 1 });
    const { headers } = await fetch(`${proxied.url}/health/live`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});
