import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { freePort } from '../system/free-port.js';
import { anotherPort, choosePort, promisedPorts, requirePorts, untilFreed } from './ports.js';
import { readSettings, serviceEnvs } from './settings.js';

describe('the ports of a start', () => {
  let other: Server | undefined;
  afterEach(() => other?.close());

  const take = async (host = '127.0.0.1'): Promise<number> => {
    const port = await freePort();
    other = createServer().listen(port, host);
    await once(other, 'listening');
    return port;
  };

  it.each([
    [{ PORT: '4100', MAIL_WEB_PORT: '4100' }, 'PORT and MAIL_WEB_PORT are both 4100'],
    [{ POSTGRES_PORT: '3000' }, 'PORT and POSTGRES_PORT are both 3000'],
    [{ MAIL_SMTP_PORT: '4100', MAIL_WEB_PORT: '4100' }, 'MAIL_SMTP_PORT and MAIL_WEB_PORT are both 4100'],
    [{ METRICS_PORT: '3000' }, 'PORT and METRICS_PORT are both 3000'],
    [{ METRICS_PORT: '2999' }, 'PORT and the port after METRICS_PORT are both 3000'],
    [{ METRICS_PORT: '65535' }, 'METRICS_PORT must be a whole number from 1 to 65534'],
    [{ PORT: '8443', HTTPS_PORT: '8443' }, 'PORT and HTTPS_PORT are both 8443'],
    [{ POSTGRES_PORT: '3443' }, 'HTTPS_PORT and POSTGRES_PORT are both 3443'],
    [{ HTTPS_CERTIFICATE: '/a.pem' }, 'HTTPS_CERTIFICATE is set without HTTPS_KEY'],
    [{ HTTPS_CERTIFICATE: '/none', HTTPS_KEY: '/none' }, 'HTTPS_CERTIFICATE names a file that cannot be read (ENOENT)'],
    // Any caller could forge a proxy's headers at the https port.
    [{ TRUSTED_PROXIES: '1' }, 'set HTTPS=off with it'],
  ])('are refused when settings conflict: %j', (env, problem) => {
    expect(() => readSettings(env)).toThrow(problem);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['MAIL_WEB_PORT', '-1'],
    ['HTTPS_PORT', '0'],
    ['HTTPS', 'no'],
    ['DEMO', 'maybe'],
  ])('and other settings are refused when invalid: %s=%s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`${name} must be (?!.*${value})`));
  });

  it('and other invalid settings are reported together, without their values', () => {
    const env = { PORT: 'my-word', DEMO: 'my-word', HTTPS_KEY: '/my-word.pem', BACKUP_AT: 'my-word' };
    const ofServices = { JWT_SECRET: 'my-word', MAX_GROUP_SIZE: 'my-word' };
    const refused = () => readSettings({ ...env, ...ofServices, BACKUP_KEEP: '', MAIL_WEB_PORT: '3000' });
    const named = ['PORT', 'DEMO', 'HTTPS_KEY', 'BACKUP_AT', 'JWT_SECRET', 'MAX_GROUP_SIZE'];
    expect(refused).toThrow(new RegExp(`:\n${named.map((name) => `  - ${name} .*`).join('\n')}$`));
    expect(refused).not.toThrow('my-word');
    const withFile = () => readSettings({ PORT: 'my-word', JWT_SECRET_FILE: '/none', MAX_GROUP_SIZE: 'my-word' });
    expect(withFile).toThrow(/:\n {2}- PORT .*\n {2}- JWT_SECRET_FILE .*\n {2}- MAX_GROUP_SIZE .*$/);
  });

  it.each([
    [{ PORT: '4100' }, [4100, 4543]],
    [{ PORT: '65400' }, [65_400, 64_957]],
    [{ PORT: '4100', HTTPS_PORT: '8443' }, [4100, 8443]],
    [{ PORT: '4100', HTTPS: 'off', TRUSTED_PROXIES: '1' }, [4100]],
    [{ PORT: '4100', POSTGRES_PORT: '3080' }, [4100, 4543, 3080]],
    [{ METRICS_PORT: '9464' }, [3000, 3443, 9464, 9465]],
  ])('that settings %j promise, to which defaults give way: %j', (env, promised) => {
    expect([...promisedPorts(readSettings(env))]).toEqual(promised);
  });

  it.each([
    ['mailWebPort', 3080],
    ['mailSmtpPort', 3025],
    ['postgresPort', 5440],
  ] as const)('are reserved for the api before the default of %s is chosen', async (name, port) => {
    const settings = readSettings({ PORT: String(port) });
    expect(await choosePort(settings[name], promisedPorts(settings))).not.toBe(port);
  });

  it('for Prometheus are one per service, and none unless METRICS_PORT is set', () => {
    const { metricsPorts } = readSettings({ METRICS_PORT: '9464' });
    expect(serviceEnvs({ PORT: '3000', METRICS_PORT: '9464' }, metricsPorts)).toEqual({
      api: { PORT: '3000', METRICS_PORT: '9464' },
      projector: { PORT: '3000', METRICS_PORT: '9465' },
    });
    expect(readSettings({ METRICS_PORT: '' }).metricsPorts).toBeNull();
  });

  it('are assigned only once', async () => {
    const wish = { variable: 'MAIL_WEB_PORT', port: await freePort(), host: '127.0.0.1', asked: false };
    const given = new Set<number>();
    const chosen = [await choosePort(wish, given), await choosePort(wish, given)];
    expect(chosen[0]).toBe(wish.port);
    expect(chosen[1]).not.toBe(wish.port);
    expect([...given]).toEqual(chosen);
  });

  it('are below the range that the system gives to outgoing connections', async () => {
    const range = '/proc/sys/net/ipv4/ip_local_port_range';
    const lent = existsSync(range) ? Number.parseInt(readFileSync(range, 'utf8'), 10) : 32_768;
    for (let n = 0; n < 20; n += 1) expect(await freePort()).toBeLessThan(lent);
  });

  it('are waited for until a killed start has freed them', async () => {
    const port = await take();
    const settings = readSettings({ PORT: String(port), HOST: '127.0.0.1' });
    let freed = false;
    const waiting = untilFreed(settings, AbortSignal.timeout(30_000)).then(() => (freed = true));
    await untilFreed(settings, AbortSignal.timeout(200));
    expect(freed).toBe(false);
    other?.close();
    await waiting;
    await requirePorts(settings);
  });

  it.each([
    [80, 8080],
    [443, 8443],
    [3000, 3001],
    [65_535, 64_535],
  ])('that are taken are never to be replaced by one that cannot be used: %i', (port, suggested) => {
    expect(anotherPort(port)).toBe(suggested);
  });

  it('that browsers refuse are refused by the start', async () => {
    const settings = readSettings({ PORT: '6000', HTTPS: 'off' });
    await expect(requirePorts(settings)).rejects.toThrow('Browsers refuse port 6000. Choose another one with PORT');
  });

  it('after METRICS_PORT is named as that', async () => {
    const [port, METRICS_HOST] = [await take('127.0.0.2'), '127.0.0.2'];
    const settings = readSettings({ METRICS_PORT: String(port - 1), METRICS_HOST, PORT: String(await freePort()) });
    await expect(requirePorts(settings)).rejects.toThrow(
      `Port ${port}, the port after METRICS_PORT, is taken by another program. Choose another one with METRICS_PORT`,
    );
  });

  it.each([
    ['PORT', 'HOST', '127.0.0.1'],
    ['MAIL_WEB_PORT', 'HOST', '127.0.0.1'],
    // Checked at the address that it listens on.
    ['METRICS_PORT', 'METRICS_HOST', '127.0.0.2'],
  ])('that other programs use are reported with their setting: %s', async (name, address, host) => {
    const PORT = String(await freePort());
    const port = await take(host);
    const settings = readSettings({ PORT, [name]: String(port), [address]: host });
    await expect(
      Promise.all([requirePorts(settings), choosePort(settings.mailWebPort, promisedPorts(settings))]),
    ).rejects.toThrow(
      `Port ${port} is taken by another program. Choose another one with ${name}, for example: ${name}=${port + 1} npm start`,
    );
  });
});
