import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { testFolder } from '@fairmark/events/testing/folder';
import { ConfigError, readConfig, settingNames, withSecretFiles } from './config.js';

const ENOUGH = {
  DATABASE_URL: 'postgres://fairmark@127.0.0.1:5432/fairmark',
  SMTP_URL: 'smtp://127.0.0.1:1025',
  JWT_SECRET: randomBytes(32).toString('base64'),
};

const problemsOf = (env: Record<string, string | undefined>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

const HTTPS = { HTTPS_CERTIFICATE: 'server.pem', HTTPS_KEY: '/etc/key.pem', HTTPS_PORT: '3443' };
const BEHIND_A_PROXY = 'TRUSTED_PROXIES must be 0 with HTTPS_PORT: its callers could choose their address';
const ONE_ADDRESS = 'ANCHOR_MAIL_TO must be one plain email address';
const NEEDS_FILES = 'HTTPS_PORT needs HTTPS_CERTIFICATE and HTTPS_KEY';

describe('the configuration', () => {
  it('needs only a database, a mail server and a key; other settings have defaults or are unset', () => {
    const least = {
      databaseUrl: ENOUGH.DATABASE_URL,
      smtpUrl: ENOUGH.SMTP_URL,
      jwtSecret: Buffer.from(ENOUGH.JWT_SECRET, 'base64'),
      port: 3000,
      host: '0.0.0.0',
      metricsHost: '127.0.0.1',
      mailFrom: 'Fairmark <no-reply@fairmark.invalid>',
      publicUrl: 'http://localhost:3000',
      maxGroupSize: 3,
      rateLimitScale: 1,
      trustedProxies: 0,
      logLevel: 'info',
      remindAfterMs: 7_200_000,
    };
    expect(readConfig(ENOUGH)).toEqual(least);
    const empty = Object.fromEntries(settingNames().map((name) => [name, '']));
    expect(readConfig({ ...empty, ...ENOUGH })).toEqual(least);
  });

  const origins = ['https://cdn.example', 'https://b.example:8443'];
  it.each([
    [{ PORT: '8080' }, { publicUrl: 'http://localhost:8080' }],
    [{ PUBLIC_URL: 'https://golf.example/' }, { publicUrl: 'https://golf.example' }],
    [{ CONTENT_URL: 'http://content.example:8080/graphql' }, { contentUrl: 'http://content.example:8080/graphql' }],
    [{ CONTENT_IMAGE_ORIGINS: ' https://Cdn.example/, https://b.example:8443 ' }, { contentImageOrigins: origins }],
    [{ REDIS_URL: 'rediss://:word@redis.example:6380/1' }, { redisUrl: 'rediss://:word@redis.example:6380/1' }],
    [{ EVENT_STORE_URL: 'esdb://eventstore?tls=false' }, { eventStoreUrl: 'esdb://eventstore?tls=false' }],
    [{ MAIL_FROM: 'mail@golf.example' }, { mailFrom: 'mail@golf.example' }],
    [{ MAIL_FROM: '"Golf @ Harrow" <mail@club>' }, { mailFrom: '"Golf @ Harrow" <mail@club>' }],
    [{ METRICS_PORT: '65535' }, { metricsPort: 65_535 }],
    [HTTPS, { httpsPort: 3443, httpsCertificate: path.resolve('server.pem'), httpsKey: '/etc/key.pem' }],
    [{ ANCHOR_DIR: 'anchors' }, { anchorDir: path.resolve('anchors') }],
    [{ ANCHOR_MAIL_TO: 'auditor@golf.example' }, { anchorMailTo: 'auditor@golf.example' }],
    [{ ANCHOR_COMMAND: '/bin/keep  -v it' }, { anchorCommand: ['/bin/keep', '-v', 'it'] }],
  ])('accepts %j', (env, expected) => {
    expect(readConfig({ ...ENOUGH, ...env })).toMatchObject(expected);
  });

  it.each([
    [{ PORT: '9464', METRICS_PORT: '9464' }, 'METRICS_PORT must not be PORT'],
    [{ ...HTTPS, HTTPS_CERTIFICATE: '' }, NEEDS_FILES],
    [{ ...HTTPS, HTTPS_KEY: '' }, NEEDS_FILES],
    [{ ...HTTPS, HTTPS_PORT: '3000' }, 'HTTPS_PORT must not be PORT'],
    [{ ...HTTPS, METRICS_PORT: '3443' }, 'HTTPS_PORT must not be METRICS_PORT'],
    [{ ...HTTPS, TRUSTED_PROXIES: '1' }, BEHIND_A_PROXY],
    // Ambiguous addresses.
    [{ ANCHOR_MAIL_TO: 'a@b.example, c@d.example' }, ONE_ADDRESS],
    [{ ANCHOR_MAIL_TO: 'Auditor <a@b.example>' }, ONE_ADDRESS],
    [{ ANCHOR_MAIL_TO: 'kim@club..example' }, ONE_ADDRESS],
    [{ ANCHOR_COMMAND: 'keep' }, 'ANCHOR_COMMAND must begin with the absolute path of a program'],
  ])('refuses %j: %s', (env, problem) => {
    expect(problemsOf({ ...ENOUGH, ...env })).toEqual([problem]);
  });

  it('reports every problem at once', () => {
    const problems = problemsOf({ PORT: '0', MAX_GROUP_SIZE: '5', RATE_LIMIT_SCALE: 'x', LOG_LEVEL: 'loud' });
    const named = 'DATABASE_URL JWT_SECRET LOG_LEVEL MAX_GROUP_SIZE PORT RATE_LIMIT_SCALE SMTP_URL';
    expect(problems.map((problem) => problem.replace(/ .*/, '')).sort()).toEqual(named.split(' '));
    expect(problems).toContain('JWT_SECRET is required');
  });

  const REFUSED: Readonly<Record<string, readonly string[]>> = {
    DATABASE_URL: ['mysql://x', ''],
    SMTP_URL: ['http://x'],
    JWT_SECRET: [randomBytes(31).toString('base64'), 'password'],
    MAIL_FROM: ['Golf Club mail@golf.example', 'Fairmark <golf.example>'],
    PORT: ['65536', '80.5'],
    REMIND_AFTER_MINUTES: [' '],
    MAX_GROUP_SIZE: ['1'],
    TRUSTED_PROXIES: ['-1'],
    RATE_LIMIT_SCALE: ['0'],
    EVENT_STORE_URL: ['esdb://admin:wo:rd@eventstore'],
    REDIS_URL: ['redis.example:6379'],
    CONTENT_URL: ['content.example', 'ftp://a.example', 'https://me@a.example', 'https://:secret@a.example'],
    CONTENT_IMAGE_ORIGINS: ['http://pictures.example', 'https://pictures.example/a', 'https://ok.example,*'],
    // The last as compose.yaml writes it from SITE_ADDRESS=https://golf.example.
    PUBLIC_URL: ['golf.example', 'https://golf.example/?x=1', 'https://https://golf.example'],
  };
  it.each(Object.entries(REFUSED).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'refuses %s=%s',
    (name, value) => {
      const problems = problemsOf({ ...ENOUGH, [name]: value });
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.every((problem) => problem.startsWith(name))).toBe(true);
    },
  );
});

describe('a secret', () => {
  const place = testFolder();
  const file = (content: string): string => {
    const name = place(`secret-${randomBytes(4).toString('hex')}`);
    writeFileSync(name, content);
    return name;
  };
  const { JWT_SECRET, ...OTHERS } = ENOUGH;

  it('may be given in a file', () => {
    const given = { ...ENOUGH, REDIS_URL: 'redis://redis:6379', EVENT_STORE_URL: 'esdb://eventstore:2113?tls=false' };
    const env = {
      DATABASE_URL_FILE: file(`${given.DATABASE_URL}\n`),
      SMTP_URL_FILE: file(given.SMTP_URL),
      JWT_SECRET_FILE: file(`${JWT_SECRET}\r\n`),
      REDIS_URL_FILE: file(given.REDIS_URL),
      EVENT_STORE_URL_FILE: file(given.EVENT_STORE_URL),
    };
    expect(readConfig(env)).toEqual(readConfig(given));
    expect(withSecretFiles({ ...env, PORT: '1' })).toEqual({ ...given, PORT: '1' });
  });

  it('is refused when it is given twice, and an empty variable counts as unset', () => {
    expect(problemsOf({ ...ENOUGH, JWT_SECRET_FILE: file(JWT_SECRET) })).toEqual([
      'JWT_SECRET and JWT_SECRET_FILE are both set: set one of them',
    ]);
    expect(readConfig({ ...ENOUGH, JWT_SECRET_FILE: '' }).jwtSecret.length).toBe(32);
    expect(readConfig({ ...OTHERS, JWT_SECRET: '', JWT_SECRET_FILE: file(JWT_SECRET) }).jwtSecret.length).toBe(32);
  });

  it('is reported once when its file is invalid, together with all other problems', () => {
    const env = {
      DATABASE_URL_FILE: place('none'),
      SMTP_URL_FILE: place(),
      JWT_SECRET_FILE: file('\n'),
      REDIS_URL_FILE: file('x'.repeat(16_385)),
      EVENT_STORE_URL_FILE: file('http://eventstore'),
      PORT: 'x',
    };
    expect(problemsOf(env).sort()).toEqual([
      'DATABASE_URL_FILE names a file that cannot be read (ENOENT)',
      'EVENT_STORE_URL must be an address that begins with esdb:// or esdb+discover://',
      'JWT_SECRET_FILE names an empty file',
      'PORT must be a whole number from 1 to 65535',
      'REDIS_URL_FILE names a file of more than 16384 bytes',
      'SMTP_URL_FILE names something that is not a file',
    ]);
    expect(() => withSecretFiles(env)).toThrow('DATABASE_URL_FILE names a file that cannot be read');
  });

  it('is never shown in a problem, even when it is in the wrong variable or file', () => {
    const secret = 'a-word-of-mine';
    const wrong = file(secret);
    for (const name of ['DATABASE_URL', 'JWT_SECRET', 'SMTP_URL', 'REDIS_URL', 'EVENT_STORE_URL']) {
      for (const env of [{ [name]: secret }, { [`${name}_FILE`]: secret }, { [`${name}_FILE`]: wrong }]) {
        const problems = problemsOf({ ...ENOUGH, [name]: undefined, ...env });
        expect(problems).toHaveLength(1);
        expect(problems.join()).toContain(name);
        expect(problems.join()).not.toContain(secret);
      }
    }
  });
});
