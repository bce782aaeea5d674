import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { testFolder } from '@fairmark/events/testing/folder';
import { KeptCertificate } from '../https/kept-certificate.js';
import { machineNames } from '../https/names.js';
import { freePort } from '../system/free-port.js';
import { httpsEnv, phoneAddress, prepareHttps } from './https.js';
import { readSettings } from './settings.js';

describe('https beside http', () => {
  const place = testFolder();

  /** The environment for the services, and the lines printed to the terminal. */
  const prepared = async (env: Record<string, string>) => {
    const lines: string[] = [];
    const settings = readSettings({ HOST: '127.0.0.1', ...env });
    const kept = new KeptCertificate(place('https'));
    return { ...httpsEnv(await prepareHttps(settings, kept, (line) => lines.push(line))), lines };
  };

  it('is left out, with a message, when its port is taken', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    expect(await prepared({ HTTPS_PORT: String(port) })).toEqual({
      HTTPS_PORT: '',
      HTTPS_CERTIFICATE: '',
      HTTPS_KEY: '',
      HTTPS_AUTHORITY: '',
      lines: [expect.stringContaining(`Only http, no https: port ${port} is taken by another program.`)],
    });
    other.close();
  });

  it('has the same authority at every start', async () => {
    const env = { HTTPS_PORT: String(await freePort()) };
    const authority = (): string => readFileSync(place('https', 'authority.pem'), 'utf8');
    await prepared(env);
    const before = authority();
    await prepared(env);
    expect(authority()).toBe(before);
  });

  it('uses the certificate of the settings, and offers no authority to trust', async () => {
    const kept = new KeptCertificate(place());
    await kept.lookAfter(machineNames(), new Date());
    const { server } = kept;
    const port = String(await freePort());
    expect(await prepared({ HTTPS_PORT: port, HTTPS_CERTIFICATE: server, HTTPS_KEY: server })).toEqual({
      HTTPS_PORT: port,
      HTTPS_CERTIFICATE: server,
      HTTPS_KEY: server,
      HTTPS_AUTHORITY: '',
      lines: [],
    });
  });
});

it.each([
  ['0.0.0.0', ['fd12::7', '192.168.0.7', '10.0.0.7', '127.0.0.1'], '192.168.0.7'],
  // Nothing listens on IPv6 addresses by default: a network without IPv4 needs HOST=::.
  ['0.0.0.0', ['fd12::7', '127.0.0.1', '::1'], null],
  ['::', ['fd12::7', '127.0.0.1', '::1'], 'fd12::7'],
  ['10.0.0.7', ['192.168.0.7', '10.0.0.7'], '10.0.0.7'],
  ['127.0.0.1', ['192.168.0.7', '127.0.0.1'], null],
  ['localhost', ['192.168.0.7', '127.0.0.1'], null],
])('phones reach a start on %s, of the addresses %j, at %s', (host, addresses, printed) => {
  expect(phoneAddress(host, { hosts: [], addresses }, null)).toBe(printed);
});
