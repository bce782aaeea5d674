import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, settingNames } from '@fairmark/platform';
import { ROOT } from '../start/settings.js';
import { interpolate, readComposeFile, type Service } from './compose-file.js';
import { readTargets } from './dockerfile.js';

const read = (file: string): string => readFileSync(path.join(ROOT, 'docker', file), 'utf8');
const TEXT = read('compose.yaml');
const FILE = readComposeFile(TEXT);
const SERVICES = Object.entries(FILE.services);
/** What runs our own image as a service of the product. */
const OURS = ['api-1', 'api-2', 'projector'];
/** The variables of .env.example, also those that are commented out. */
const ENV_EXAMPLE = Object.fromEntries(
  read('.env.example')
    .split('\n')
    .map((line) => /^(?:# )?([A-Z_]+)=(.*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, name = '', value = '']) => [name, value]),
);
const service = (name: string): Service => {
  const found = FILE.services[name];
  if (found === undefined) throw new Error(`There is no service ${name}`);
  return found;
};
/** Each once. */
const sorted = (names: string[]): string[] => [...new Set(names)].sort();
const named = (test: (one: Service) => boolean): string[] =>
  SERVICES.filter(([, one]) => test(one)).map(([name]) => name);

describe('the form of the compose file', () => {
  it.each([
    ['a misspelled name', 'capdrop', TEXT.replace('cap_drop:', 'capdrop:')],
    ['a part that nobody knows', 'not known', `${TEXT}\nservice: {}\n`],
    ['a number where a text is meant', 'TRUSTED_PROXIES', TEXT.replace("TRUSTED_PROXIES: '1'", 'TRUSTED_PROXIES: 1')],
    ['a service without limits', 'resources', TEXT.replace("limits: { cpus: '2', memory: 1G, pids: 400 }", '')],
    ['a service that nobody looks after', 'healthcheck', TEXT.replace('healthcheck: { disable: true }', '')],
    ['the same name twice', 'unique', TEXT.replace('  api-2: *api', '  api-1: *api')],
  ])('refuses %s', (_, why, text) => {
    expect(text).not.toBe(TEXT);
    expect(() => readComposeFile(text)).toThrow(why);
  });
});

describe('the compose file', () => {
  it('has two apis, a projector with a stand-by, a log, a database, a Redis and a proxy', () => {
    expect(service('projector').deploy.replicas).toBe(2);
    expect(Object.keys(FILE.services).sort()).toEqual(
      [...OURS, 'eventstore', 'mail', 'migrate', 'ops', 'postgres', 'proxy', 'redis'].sort(),
    );
    expect(service('api-2')).toEqual(service('api-1'));
  });

  it('names only what is there, and has nothing that nobody names', () => {
    const all = SERVICES.map(([, one]) => one);
    const sources = all.flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const files = sources.filter((source) => source.startsWith('./')).map((source) => source.slice(2));
    expect(readdirSync(path.join(ROOT, 'docker'))).toEqual(expect.arrayContaining(files));
    const volumes = sources.filter((source) => !source.startsWith('./'));
    expect(sorted(volumes)).toEqual(sorted(Object.keys(FILE.volumes)));
    expect(sorted(all.flatMap(({ networks }) => networks))).toEqual(sorted(Object.keys(FILE.networks)));
    expect(sorted(all.flatMap(({ secrets }) => secrets))).toEqual(sorted(Object.keys(FILE.secrets)));
    const others = all.flatMap(({ depends_on: names }) => Object.keys(names));
    expect(Object.keys(FILE.services)).toEqual(expect.arrayContaining(others));
  });

  it('builds targets that the Dockerfile has; of everything else it names one exact version', () => {
    const built = SERVICES.flatMap(([, { build }]) => build?.target ?? []);
    expect([...readTargets(read('Dockerfile')).keys()]).toEqual(expect.arrayContaining(built));
    const taken = SERVICES.filter(([, { build }]) => build === undefined).map(([, { image }]) => image);
    expect(taken.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/.test(image))).toEqual([]);
  });

  it('looks whether every service is well, except commands that end', () => {
    expect(named(({ healthcheck }) => 'disable' in healthcheck)).toEqual(named(({ restart }) => restart === 'no'));
    expect(named(({ restart }) => restart === 'no')).toEqual(['migrate', 'ops']);
    const waited = SERVICES.flatMap(([, one]) => Object.entries(one.depends_on));
    for (const [name, { condition }] of waited) {
      const ends = service(name).restart === 'no';
      expect(condition === 'service_completed_successfully').toBe(ends);
    }
  });

  it('publishes the proxy alone, and the mail catcher to this machine', () => {
    expect(named(({ ports }) => ports.length > 0)).toEqual(['proxy', 'mail']);
    expect(service('mail').ports).toEqual(['127.0.0.1:8025:8025']);
    expect(service('mail').profiles).toEqual(['try']);
    expect(FILE.networks.data?.internal).toBe(true);
    for (const name of ['postgres', 'redis', 'eventstore', 'migrate', 'ops']) {
      expect(service(name).networks).toEqual(['data']);
    }
    expect(service('proxy').networks).not.toContain('data');
  });

  it('gives no service rights that it does not need', () => {
    for (const [name, one] of SERVICES) {
      expect([name, one.cap_drop, one.security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
    }
    expect(named(({ cap_add }) => cap_add.length > 0)).toEqual(['proxy']);
    // Its maker does not say whether it can do without writing elsewhere.
    expect(named(({ read_only }) => !read_only)).toEqual(['eventstore']);
  });

  it('gives a service the secrets that its settings name, and no others', () => {
    for (const [name, { environment = {}, command = [], secrets }] of SERVICES) {
      const paths = [...Object.values(environment), ...command].filter((value) => value?.startsWith('/run/secrets/'));
      expect([name, paths.map((value) => path.basename(value ?? '')).sort()]).toEqual([name, [...secrets].sort()]);
    }
  });
});

describe('the settings that the services are given', () => {
  it('are settings that they read', () => {
    for (const name of [...OURS, 'migrate', 'ops']) {
      expect(settingNames()).toEqual(expect.arrayContaining(Object.keys(service(name).environment ?? {})));
    }
  });

  it('leave none out, but those that the image or the proxy decide', () => {
    const given = new Set(Object.keys(service('api-1').environment ?? {}));
    const left = settingNames().filter((name) => !given.has(name) && !given.has(`${name}_FILE`));
    expect(left.filter((name) => !name.endsWith('_FILE'))).toEqual(['HOST', 'PORT', 'WEB_DIR']);
  });

  it('can be given by .env.example, which knows no others', () => {
    const asked = [...TEXT.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    const handedOn = SERVICES.flatMap(([, { environment = {}, build }]) =>
      Object.entries({ ...environment, ...build?.args }).flatMap(([name, value]) => (value === null ? name : [])),
    );
    expect(sorted(Object.keys(ENV_EXAMPLE))).toEqual(sorted([...asked, ...handedOn]));
  });

  it('are usable together with the secrets that are made', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fairmark-secrets-'));
    try {
      for (const _ of ['makes them', 'leaves them']) {
        const made = spawnSync('sh', [path.join(ROOT, 'docker/make-secrets.sh'), folder], { encoding: 'utf8' });
        expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' });
      }
      const wanted = Object.values(FILE.secrets).map(({ file }) => path.basename(file));
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(wanted));
      for (const values of [{ SITE_ADDRESS: ENV_EXAMPLE.SITE_ADDRESS ?? '' }, ENV_EXAMPLE]) {
        const env = environmentOf(service('api-1'), values, folder);
        expect(readConfig(env)).toMatchObject({
          publicUrl: 'https://fairmark.localhost',
          trustedProxies: 1,
          databaseUrl: expect.stringMatching(/^postgres:\/\/fairmark:[0-9a-f]{48}@postgres:5432\/fairmark$/) as string,
          redisUrl: expect.stringMatching(/^redis:\/\/default:[0-9a-f]{48}@redis:6379$/) as string,
          eventStoreUrl: 'esdb://eventstore:2113?tls=false',
          smtpUrl: 'smtp://mail:1025',
        });
      }
      const acl = readFileSync(path.join(folder, 'redis-acl'), 'utf8');
      expect(acl).toMatch(/^user default on >[0-9a-f]{48} ~\* &\* \+@all\n$/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('are refused without the name that golfers reach the product by', () => {
    expect(() => environmentOf(service('api-1'), {}, '')).toThrow('SITE_ADDRESS is not set');
  });
});

describe('the proxy', () => {
  const caddyfile = read('Caddyfile');

  it('sends requests to the two apis, those of sockets always to the same one', () => {
    const sent = [...caddyfile.matchAll(/reverse_proxy (?:@\w+ )?(.*) \{/g)].map(([, upstreams]) => upstreams);
    expect(sent).toEqual(['api-1:3000 api-2:3000', 'api-1:3000 api-2:3000']);
    expect(caddyfile).toMatch(/path \/socket\.io\/\*\n\treverse_proxy @sockets .* \{\n\t\tlb_policy cookie/);
  });

  it('is told everything that it asks for', () => {
    const asked = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(service('proxy').environment ?? {})).toEqual(asked);
  });
});

/** What the processes of a service see: with what .env says, and secrets from a folder. */
function environmentOf(one: Service, values: Record<string, string>, secrets: string): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, given] of Object.entries(one.environment ?? {})) {
    const value = given === null ? values[name] : interpolate(given, values);
    if (value !== undefined) env[name] = value.replace(/^\/run\/secrets/, secrets);
  }
  return env;
}
