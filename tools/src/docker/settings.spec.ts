import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig, settingNames, type Config } from '@fairmark/platform';
import { readSettings, ROOT } from '../start/settings.js';
import { readInstructions } from './dockerfile.js';

/** The rows of the tables in a chapter of the handbook: names of settings, and what stands as their default. */
function rowsOf(chapter: string): { names: string[]; fallback: string }[] {
  const text = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const from = text.indexOf(`\n${chapter}\n`);
  expect(from).toBeGreaterThan(0);
  const [whole = ''] = text.slice(from + chapter.length + 2).split(/\n##+ /, 1);
  return whole
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, first = '', fallback = ''] = line.split('|');
      return { names: [...first.matchAll(/`(\w+)`/g)].map(([, name = '']) => name), fallback: fallback.trim() };
    });
}

const namesOf = (chapter: string): string[] => rowsOf(chapter).flatMap(({ names }) => names);

/** What `npm start` asks the environment for. */
function startNames(): string[] {
  const names = new Set<string>();
  readSettings(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void names.add(String(name)) }));
  return [...names];
}

describe('the settings in the handbook', () => {
  it('are those that the services read, each once', () => {
    expect(namesOf('### Of the services').sort()).toEqual(settingNames());
  });

  it('are those that a start reads beside them', () => {
    const shared = settingNames();
    const own = startNames().filter((name) => !shared.includes(name));
    expect(namesOf('### Of `npm start`').sort()).toEqual(own.sort());
  });

  it('are those that are built into the client, which the image can be built with', () => {
    const folder = path.join(ROOT, 'web/src');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const texts = sources.map((name) => readFileSync(path.join(folder, name), 'utf8'));
    const built = new Set(texts.flatMap((text) => [...text.matchAll(/\bVITE_[A-Z_]+/g)].map(([name]) => name)));
    const dockerfile = readFileSync(path.join(ROOT, 'docker/Dockerfile'), 'utf8');
    const args = readInstructions(dockerfile).filter(({ word, rest }) => word === 'ARG' && rest.startsWith('VITE_'));
    for (const names of [namesOf('### Built into the client'), args.flatMap(({ rest }) => rest.split(' '))]) {
      expect(names.sort()).toEqual([...built].sort());
    }
  });

  it('have the defaults that the services have', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://localhost/x',
      SMTP_URL: 'smtp://localhost',
      JWT_SECRET: randomBytes(32).toString('base64'),
    });
    const values: [name: string, value: Config[keyof Config]][] = [
      ['PORT', config.port],
      ['HOST', config.host],
      ['MAIL_FROM', config.mailFrom],
      ['REMIND_AFTER_MINUTES', (config.remindAfterMs ?? 0) / 60_000],
      ['MAX_GROUP_SIZE', config.maxGroupSize],
      ['RATE_LIMIT_SCALE', config.rateLimitScale],
      ['TRUSTED_PROXIES', config.trustedProxies],
      ['LOG_LEVEL', config.logLevel],
    ];
    const written = new Map(rowsOf('### Of the services').map(({ names, fallback }) => [names[0], fallback]));
    for (const [name, value] of values) {
      expect([name, written.get(name)?.replaceAll('`', '')]).toEqual([name, String(value)]);
    }
    const none = [...written].flatMap(([name, fallback]) => (fallback === 'none' && name !== undefined ? [name] : []));
    expect(none.sort()).toEqual(
      [
        'ANCHOR_COMMAND',
        'ANCHOR_MAIL_TO',
        'ASSETS_DIR',
        'CONTENT_IMAGE_ORIGINS',
        'CONTENT_URL',
        'EVENT_STORE_URL',
        'METRICS_PORT',
        'REDIS_URL',
      ].sort(),
    );
  });
});
