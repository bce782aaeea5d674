import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:https';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { eventually } from '@fairmark/events/testing/eventually';
import { Clone } from './support/clone.js';
import type { StartedProduct } from './support/started-product.js';
import { stopsOnCtrlC } from './support/serves.js';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  /** SHA-256 of the server's certificate. */
  shown: string;
}

/** The answer to a client that trusts these authorities. Rejects if the client does not accept the certificate. */
function get(url: string, ca: string | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ca, agent: false, timeout: 5_000 }, (answer) => {
      const shown = (answer.socket as TLSSocket).getPeerCertificate().fingerprint256;
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, shown }));
    });
    sent.on('timeout', () => sent.destroy(new Error('No answer')));
    sent.on('error', reject);
    sent.end();
  });
}

/** Checks nothing on a machine without a network, which has no address for phones. */
async function saysHowToTrust(product: StartedProduct, port: number, fingerprint: string): Promise<void> {
  if (!product.output.includes('On phones')) return;
  const secure = product.printed('secure');
  expect(secure).toMatch(new RegExp(`^https://\\S+:${port}$`));
  expect(await (await fetch(`${product.printed('On phones')}/trust`)).text()).toContain(secure);
  expect(product.output).toContain(fingerprint.replaceAll(':', ' '));
  expect(product.output).toMatch(/█ ▄▄▄▄▄ █/);
}

describe('a start with https beside http', () => {
  let clone: Clone;
  beforeAll(async () => {
    clone = await Clone.inPlace();
  });
  afterEach(() => clone.killEverything());
  afterAll(() => clone.remove());

  const kept = (name: string): string => path.join(clone.dataDir, 'https', name);
  const authority = (): string => readFileSync(kept('authority.pem'), 'utf8');

  it('serves both, says how phones trust it, renews while it runs, and keeps the authority across starts', async () => {
    const first = clone.start({ DEMO: 'off' });
    await first.running();
    const secure = `https://localhost:${clone.httpsPort}`;
    const answer = await get(secure, authority());
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
    await expect(get(secure, undefined)).rejects.toThrow('unable to verify the first certificate');
    expect(await first.get('/')).toBe(200);
    for (const name of ['authority-key.pem', 'server.pem']) expect(statSync(kept(name)).mode & 0o777).toBe(0o600);

    const { fingerprint256, raw } = new X509Certificate(authority());
    const offered = await fetch(`http://127.0.0.1:${clone.port}/trust/fairmark.crt`);
    expect(offered.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    expect(Buffer.from(await offered.arrayBuffer()).equals(raw)).toBe(true);
    await saysHowToTrust(first, clone.httpsPort, fingerprint256);

    rmSync(kept('server.pem'));
    await eventually(
      async () => (await get(secure, authority())).shown !== answer.shown,
      'another certificate of the same authority is served',
      60_000,
    );
    await stopsOnCtrlC(clone, first);

    const second = clone.start({ DEMO: 'off' });
    await second.running();
    expect(new X509Certificate(authority()).fingerprint256).toBe(fingerprint256);
    expect((await get(secure, authority())).status).toBe(200);
    await stopsOnCtrlC(clone, second);
  });
});
