import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suiteFolder } from '@fairmark/events/testing/folder';
import { SETTINGS, settingNames } from '@fairmark/server';
import { parse } from 'yaml';
import { readSettings, ROOT } from '../start/settings.js';
import { all, filesBelow, textOf } from './pages.js';

/** The rows of the tables in a chapter of the handbook: names of settings, and their defaults. */
function rowsOf(chapter: string): { names: string[]; fallback: string }[] {
  const text = textOf('docs/operations.md');
  const from = text.indexOf(`\n${chapter}\n`);
  expect(from).toBeGreaterThan(0);
  const [whole = ''] = text.slice(from + chapter.length + 2).split(/\n##+ /, 1);
  return whole
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, first = '', fallback = ''] = line.split('|');
      return { names: all(first, /`(\w+)`/g), fallback: fallback.trim() };
    });
}

const readDocker = (file: string): string => textOf(path.join('docker', file));

const namesOf = (chapter: string): string[] => rowsOf(chapter).flatMap(({ names }) => names);

/** The environment variables that `npm start` reads. */
function startNames(): string[] {
  const names = new Set<string>();
  readSettings(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void names.add(String(name)) }));
  return [...names];
}

describe('the settings in the handbook', () => {
  it('are those that the services read, each once', () => {
    expect(namesOf('### Of the services').sort()).toEqual(settingNames());
  });

  it('are those that only npm start reads', () => {
    const shared = settingNames();
    const own = startNames().filter((name) => !shared.includes(name));
    expect(namesOf('### Of `npm start`').sort()).toEqual(own.sort());
  });

  it('are those built into the client, which the image takes as build arguments', () => {
    const texts = filesBelow('web/src')
      .filter((name) => /\.tsx?$/.test(name))
      .map(textOf);
    const built = new Set(texts.flatMap((text) => all(text, /\b(VITE_[A-Z_]+)/g)));
    const args = all(readDocker('Dockerfile'), /^ARG (VITE_.*)$/gm).flatMap((names) => names.split(' '));
    for (const names of [namesOf('### Built into the client'), args]) {
      expect(names.sort()).toEqual([...built].sort());
    }
  });

  it('have the defaults of the services', () => {
    const written = new Map(rowsOf('### Of the services').map(({ names, fallback }) => [names[0], fallback]));
    for (const [name, , fallback] of Object.values(SETTINGS)) {
      const shown = written.get(name)?.replaceAll('`', '');
      const set = shown?.startsWith('npm start');
      expect([name, set === true ? undefined : shown]).toEqual([name, set === true ? fallback : (fallback ?? 'none')]);
    }
  });
});

interface Service {
  image: string;
  environment: Record<string, string | null>;
  networks: string[];
  configs?: string[];
}

describe('the settings in compose.yaml', () => {
  const text = readDocker('compose.yaml');
  const file = parse(text, { merge: true }) as {
    services: Record<string, Service> & {
      migrate: Service & { build: { args: Record<string, string | null> } };
      backup: Service;
      ops: Service;
    };
  };
  const given = file.services.migrate.environment;

  it('are those that the services read, except what the image or the proxy decides', () => {
    const left = settingNames().filter((name) => !(name in given) && !(`${name}_FILE` in given));
    expect(left.filter((name) => !name.endsWith('_FILE'))).toEqual([
      'HOST',
      'HTTPS_AUTHORITY',
      'HTTPS_CERTIFICATE',
      'HTTPS_KEY',
      'HTTPS_PORT',
      'PORT',
      'WEB_DIR',
    ]);
    expect(settingNames()).toEqual(expect.arrayContaining(Object.keys(given)));
  });

  it('are all in .env.example, which has no others', () => {
    const known = all(readDocker('.env.example'), /^(?:# )?([A-Z_]+)=/gm);
    const ofTheShell = ['FAIRMARK_OPERATOR', 'SUDO_USER', 'USER'];
    const asked = all(text, /\$\{(\w+)/g).filter((name) => !ofTheShell.includes(name));
    const { migrate, backup } = file.services;
    const handedOn = Object.entries({ ...backup.environment, ...migrate.build.args })
      .filter(([, value]) => value === null)
      .map(([name]) => name);
    const compose = ['COMPOSE_FILE'];
    expect([...new Set(known)].sort()).toEqual([...new Set([...asked, ...handedOn, ...compose])].sort());
  });

  it('let commands record which account of the host ran them', () => {
    const { FAIRMARK_OPERATOR, ...others } = file.services.ops.environment;
    expect(FAIRMARK_OPERATOR).toBe('${FAIRMARK_OPERATOR:-${SUDO_USER:-${USER:-}}}');
    expect(Object.keys(others)).toEqual(expect.arrayContaining(['EVENT_STORE_URL_FILE', 'ANCHOR_DIR']));
  });

  it('let backup and ops reach an event store outside, and all our containers read its authority', () => {
    const ours = Object.values(file.services).filter(({ image }) => image.startsWith('fairmark:'));
    expect(ours.flatMap(({ configs }) => configs)).toEqual(ours.map(() => 'event-store-authority'));
    for (const service of ['backup', 'ops'] as const) expect(file.services[service].networks).toContain('outside');
  });
});

const folder = suiteFolder();
test('make-secrets.sh keeps secrets, and lets their owner write to those of an earlier release', () => {
  const secret = path.join(folder, 'smtp-url');
  writeFileSync(secret, 'smtp://kept', { mode: 0o444 });
  execFileSync('sh', [path.join(ROOT, 'docker', 'make-secrets.sh'), folder]);
  expect([readFileSync(secret, 'utf8'), statSync(secret).mode & 0o777]).toEqual(['smtp://kept', 0o644]);
});
