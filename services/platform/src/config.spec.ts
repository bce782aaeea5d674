import { randomBytes } from 'node:crypto';
import { ConfigError, readConfig } from './config.js';

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

describe('the configuration', () => {
  it('needs a database, a mail server and a key; the rest has defaults', () => {
    expect(readConfig(ENOUGH)).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      publicUrl: 'http://localhost:3000',
      maxGroupSize: 3,
      rateLimitScale: 1,
      trustedProxies: 0,
      logLevel: 'info',
    });
    expect(readConfig({ ...ENOUGH, PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(readConfig({ ...ENOUGH, PUBLIC_URL: 'https://golf.example/' }).publicUrl).toBe('https://golf.example');
  });

  it('has no content service, unless one is named', () => {
    expect(readConfig(ENOUGH).contentUrl).toBeUndefined();
    expect(readConfig({ ...ENOUGH, CONTENT_URL: '' }).contentUrl).toBeUndefined();
    const env = {
      CONTENT_URL: 'http://content.example:8080/graphql',
      CONTENT_IMAGE_ORIGINS: ' https://Pictures.example/, https://cdn.example:8443 ',
    };
    expect(readConfig({ ...ENOUGH, ...env })).toMatchObject({
      contentUrl: 'http://content.example:8080/graphql',
      contentImageOrigins: ['https://pictures.example', 'https://cdn.example:8443'],
    });
  });

  it('names every problem at once', () => {
    const problems = problemsOf({ PORT: '0', MAX_GROUP_SIZE: '5', RATE_LIMIT_SCALE: 'x', LOG_LEVEL: 'loud' });
    for (const name of [
      'DATABASE_URL',
      'SMTP_URL',
      'JWT_SECRET',
      'PORT',
      'MAX_GROUP_SIZE',
      'RATE_LIMIT_SCALE',
      'LOG_LEVEL',
    ]) {
      expect(problems.join('\n')).toContain(name);
    }
  });

  it('does not repeat a key that is no good', () => {
    expect(problemsOf({ ...ENOUGH, JWT_SECRET: 'a-short-key' }).join()).not.toContain('a-short-key');
  });

  it.each([
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', ''],
    ['SMTP_URL', 'http://x'],
    ['JWT_SECRET', randomBytes(31).toString('base64')],
    ['JWT_SECRET', 'password'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', ''],
    ['HOST', ''],
    ['MAX_GROUP_SIZE', '1'],
    ['TRUSTED_PROXIES', '-1'],
    ['RATE_LIMIT_SCALE', '0'],
    ['RATE_LIMIT_SCALE', ''],
    ['CONTENT_URL', 'content.example'],
    ['CONTENT_URL', 'ftp://content.example'],
    ['CONTENT_URL', 'https://me:secret@content.example'],
    ['CONTENT_IMAGE_ORIGINS', 'http://pictures.example'],
    ['CONTENT_IMAGE_ORIGINS', 'https://pictures.example/a'],
    ['CONTENT_IMAGE_ORIGINS', 'https://ok.example,*'],
    ['PUBLIC_URL', 'golf.example'],
    ['PUBLIC_URL', 'https://golf.example/app?x=1'],
  ])('refuses %s=%s', (name, value) => {
    const problems = problemsOf({ ...ENOUGH, [name]: value });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every((problem) => problem.startsWith(name))).toBe(true);
  });
});
