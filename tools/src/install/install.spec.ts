import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually } from '@fairmark/events/testing/eventually';
import { testFolder } from '@fairmark/events/testing/folder';
import { ROOT } from '../start/settings.js';

interface Locked {
  version?: string;
  integrity?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Component {
  purl: string;
  hashes?: object[];
}

const jsonOf = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

describe('the lock file', () => {
  const { packages } = jsonOf('package-lock.json') as { packages: Record<string, Locked> };

  it('pins the version and content hash of every package, on every platform', () => {
    const loose = Object.entries(packages)
      .filter(([place, { link }]) => place.includes('node_modules/') && link !== true)
      .filter(([, { version, integrity }]) => version === undefined || integrity === undefined);
    expect(loose.map(([place]) => place)).toEqual([]);
  });

  it('contains the dependencies of every package, even those of other platforms', () => {
    const missing = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !placesFor(name, place).some((where) => where in packages))
        .map((name) => `${name} of ${place}`),
    );
    expect(missing).toEqual([]);
  });

  /** Where Node looks for a package that another one loads, from the nearest folder to the outermost. */
  function placesFor(name: string, from: string): string[] {
    const folders = from.split('/');
    const outwards = folders.map((_, index) => folders.slice(0, folders.length - index).join('/'));
    return [...outwards.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
  }
});

const [npmVersion = 0] = spawnSync('npm', ['--version'], { encoding: 'utf8' }).stdout.split('.').map(Number);
// Before npm 11, npm reports the overrides of package.json as problems.
(npmVersion >= 11 ? describe : describe.skip)('the bill of materials', () => {
  it('lists every dependency of the processes and the client, with version and content hash', () => {
    const { status, stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8' });
    expect(status).toBe(0);
    const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
    expect(bomFormat).toBe('CycloneDX');
    const listed = new Set(components.filter(({ hashes }) => hashes !== undefined).map(({ purl }) => purl));
    const wanted = ['services/api', 'services/projector', 'cli', 'web'].flatMap((place) =>
      Object.entries((jsonOf(`${place}/package.json`) as Locked).dependencies ?? {})
        .filter(([name]) => !name.startsWith('@fairmark/'))
        .map(([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`),
    );
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.filter((purl) => !listed.has(purl))).toEqual([]);
  });
});

/** The clone of a test: the scripts of tools/, beside packages that do only what a test needs of them. */
const clone = testFolder();
beforeEach(() => {
  for (const name of ['start', 'prepare', 'build-client', 'build-programs', 'digest']) {
    put({ [`tools/${name}.mjs`]: readFileSync(path.join(ROOT, `tools/${name}.mjs`), 'utf8') });
  }
  put({ 'package.json': '{"version":"0.1.0"}', 'docker/image.json': '{"packages":[]}' });
});

function put(files: Record<string, string>): void {
  for (const [place, content] of Object.entries(files)) {
    mkdirSync(path.dirname(clone(place)), { recursive: true });
    writeFileSync(clone(place), content);
  }
}

const node = (args: string[], more: { env?: NodeJS.ProcessEnv; uid?: number } = {}) =>
  spawnSync(process.execPath, args, { cwd: clone(), encoding: 'utf8', ...more });

/** A fake compiler that ends once there is a file `go` or its folder is gone, and fails while another one runs. */
const COMPILER = `
  const fs = require('fs');
  fs.writeFileSync('compiling', '', { flag: 'wx' });
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (fs.existsSync('compiling') && !fs.existsSync('go')) Atomics.wait(pause, 0, 0, 10);
  fs.rmSync('compiling', { force: true });`;
/** A bundler of which every bundle has one file, named after the lock file. */
const BUNDLER = `
  const fs = require('fs');
  fs.writeFileSync('bundler', String(process.pid));
  const output = [{ fileName: fs.readFileSync('package-lock.json', 'utf8') + '.js', code: '', isEntry: true }];
  exports.rolldown = async () => ({ generate: async () => ({ output }), close: async () => undefined });`;
/** A Vite that makes the files of `client.json`, or fails half-way without one. */
const VITE = `
  const fs = require('fs');
  const path = require('path');
  const [folder] = process.argv.slice(process.argv.indexOf('--outDir') + 1);
  const make = (file, content) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), content);
  };
  make('index.html', 'half');
  for (const made of Object.entries(JSON.parse(fs.readFileSync('client.json', 'utf8')))) make(...made);
  fs.writeFileSync('built', '');`;
const PREPARE = ['--input-type=module', '-e', `await (await import('./tools/prepare.mjs')).prepare([])`];

describe('getting a clone ready', () => {
  beforeEach(() => {
    lock('1.0.0');
    // A real install takes minutes and a registry: this npm only prints its arguments and fails.
    npm(`console.log('npm', ...process.argv.slice(2)); process.exit(3);`);
  });

  /** Makes this script the npm of `env`. Node runs it, as no file can be executed in some temporary folders. */
  const npm = (script: string): void => put({ 'npm-cli.js': script });
  const env = () => ({ npm_execpath: clone('npm-cli.js') });
  const lock = (version: string): void =>
    put({
      'package-lock.json': JSON.stringify({
        packages: { 'node_modules/one': { version }, 'web/node_modules/two': { version } },
      }),
    });
  /** Leaves the clone as an install of the current lock file would. */
  const installed = (): void => {
    put({ 'node_modules/one/index.js': '', 'web/node_modules/two/index.js': '' });
    copyFileSync(clone('package-lock.json'), clone('node_modules/.package-lock.json'));
  };
  /** What npm was called with; empty when it was not. */
  const calls = (): string => {
    const { stdout, stderr } = node(PREPARE, { env: env() });
    expect({ stdout, stderr }).toEqual({
      stdout: expect.stringMatching(/^(npm .*\n)?$/),
      // Without compilers there is nothing to compile with.
      stderr: expect.stringMatching(stdout === '' ? 'typescript' : 'ended with code 3'),
    });
    return stdout;
  };

  it('installs exactly the lock file where nothing is installed', () => {
    expect(calls()).toMatch(/^npm ci --include=dev --include=optional --no-legacy-peer-deps /);
    expect(existsSync(clone('.data/prepare.lock'))).toBe(false);
  });

  it('keeps installed packages that match the lock file, and updates others in place', () => {
    installed();
    expect(calls()).toBe('');
    lock('1.0.1');
    expect(calls()).toMatch(/^npm install --no-save --include=dev /);
  });

  it('begins a first install that was interrupted anew, and completes one that left out a workspace', () => {
    put({ 'node_modules/.one-half-moved/index.js': '' });
    expect(calls()).toMatch(/^npm ci /);
    installed();
    rmSync(clone('web'), { recursive: true });
    expect(calls()).toMatch(/^npm install --no-save /);
  });

  it('holds its lock after Ctrl-C until npm has tidied up', async () => {
    npm(`process.on('SIGINT', () => {
        require('fs').writeFileSync('tidied', '');
        process.exit(1);
      });
      setInterval(() => console.log('installing'), 10);`);
    const command = spawn(process.execPath, PREPARE, { cwd: clone(), detached: true, env: env() });
    const ended = once(command, 'exit');
    await once(command.stdout, 'data');
    process.kill(-(command.pid ?? 0), 'SIGINT');
    expect(await ended).toEqual([130, null]);
    expect([existsSync(clone('tidied')), existsSync(clone('.data/prepare.lock'))]).toEqual([true, false]);
  });

  it('takes turns with other commands, and clears the lock of a killed one', async () => {
    installed();
    const lockFile = clone('.data/prepare.lock');
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    put({ 'node_modules/typescript/bin/tsc': COMPILER, '.data/prepare.lock': `${dead}\n` });
    let output = '';
    const commands = [1, 2].map(() => spawn(process.execPath, PREPARE, { cwd: clone() }));
    for (const { stderr } of commands) stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = Promise.all(commands.map((command) => once(command, 'exit')));
    await eventually(() => output.includes('Waiting for another command') && existsSync(clone('compiling')));
    put({ go: '' });
    const succeeded = [0, null];
    expect({ ended: await ended, output }).toMatchObject({ ended: [succeeded, succeeded] });
    expect(existsSync(lockFile)).toBe(false);
    // A stale lock, whose process id belongs to another process by now.
    put({ '.data/prepare.lock': `${process.pid}\n` });
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(lockFile, longAgo, longAgo);
    expect(node(PREPARE).status).toBe(0);
  });

  it('says that memory may have run out where npm or a compiler was killed', () => {
    npm(`process.kill(process.pid, 'SIGKILL');`);
    const { stderr } = node(['tools/start.mjs'], { env: env() });
    expect(stderr).toContain('It ended with SIGKILL, as when memory runs out.\nnpm ci ended with code 1');
  });

  it('says which account to use if another one owns the clone', () => {
    mkdirSync(clone('.data'), { mode: 0o555 });
    chmodSync(clone(), 0o755);
    const other = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const { stderr } = node(PREPARE, other);
    expect(stderr).toContain(`This account may not write to ${clone()}/.data. Use the account that owns the clone.`);
  });

  it('says which Node it needs', () => {
    const script = `(await import('./tools/prepare.mjs')).requireNode('18.20.4')`;
    const { status, stderr } = node(['--input-type=module', '-e', script]);
    expect(status).toBe(1);
    expect(stderr).toContain('Fairmark needs Node 20.19 or newer; this is Node 18.20.4.');
  });

  it('bundles the programs before npm start runs them, in a process that then ends with its memory', () => {
    put({
      'package-lock.json': '{}',
      'node_modules/typescript/bin/tsc': '',
      'node_modules/vite/bin/vite.js': VITE,
      'client.json': '{}',
      'web/index.html': '',
      'node_modules/rolldown/index.js': BUNDLER,
      'tools/dist/start/main.js': `console.log(require('fs').readdirSync('dist').includes('{}.js'));`,
    });
    const start = (): string => {
      const { stdout, pid } = node(['tools/start.mjs']);
      expect(stdout).toBe('true\n');
      expect(Number(readFileSync(clone('bundler'), 'utf8'))).not.toBe(pid);
      return readFileSync(clone('dist/build'), 'utf8');
    };
    const build = start();
    // Leftovers of the compiler do not make it another build.
    put({ 'cli/dist/.tsbuildinfo': 'notes' });
    rmSync(clone('dist'), { recursive: true });
    expect(start()).toBe(build);
  });
});

describe('bundling the programs', () => {
  const builds = (name: string): string[] => {
    put({ 'package-lock.json': name, 'node_modules/rolldown/index.js': BUNDLER });
    expect(node(['tools/build-programs.mjs']).stderr).toBe('');
    return readdirSync(clone('dist'))
      .filter((file) => file.endsWith('.js'))
      .sort();
  };
  const passes = (days: number): void => {
    for (const name of readdirSync(clone('dist'))) {
      const file = clone('dist', name);
      const then = new Date(statSync(file).mtimeMs - days * 86_400_000);
      utimesSync(file, then, then);
    }
  };

  it('keeps the files of a replaced bundle for a day, however old they are', () => {
    expect(builds('one')).toEqual(['one.js']);
    passes(30);
    expect(builds('two')).toEqual(['one.js', 'two.js']);
    passes(0.5);
    expect(builds('three')).toEqual(['one.js', 'three.js', 'two.js']);
    passes(0.6);
    expect(builds('four')).toEqual(['four.js', 'three.js', 'two.js']);
  });
});

describe('building the client', () => {
  const LONG = 'fairway '.repeat(300);
  beforeEach(() =>
    put({ 'package-lock.json': '{}', 'web/src/main.tsx': 'one', 'node_modules/vite/bin/vite.js': VITE }),
  );

  const dist = (file = '') => clone('web/dist', file);
  /** Builds a client that consists of these files; fails without any. Returns whether it was built. */
  const builds = (files: Record<string, string> | null, env: NodeJS.ProcessEnv = {}): boolean => {
    for (const file of ['built', 'client.json']) rmSync(clone(file), { force: true });
    if (files !== null) put({ 'client.json': JSON.stringify(files) });
    expect(node(['tools/build-client.mjs'], { env }).status).toBe(files === null ? 1 : 0);
    return existsSync(clone('built'));
  };

  it('builds again only when a source or a VITE_ variable changed, or the build is missing', () => {
    const files = { 'index.html': 'page', 'assets/a-1.js': 'code' };
    expect(builds(files)).toBe(true);
    expect(builds(files)).toBe(false);
    put({ 'web/src/main.tsx': 'two' });
    expect(builds(files)).toBe(true);
    put({ 'libs/contract/dist/new.js': '' });
    expect(builds(files)).toBe(true);
    const env = { VITE_SUPPORT_EMAIL: 'help@club.test' };
    expect(builds(files, env)).toBe(true);
    rmSync(dist(), { recursive: true });
    expect(builds(files, env)).toBe(true);
    expect(builds(files, env)).toBe(false);
    expect(readFileSync(dist('index.html'), 'utf8')).toBe('page');
  });

  it('writes compressed copies of long texts', () => {
    builds({ 'index.html': LONG, 'assets/a-1.js': LONG, 'assets/b-1.css': 'short', 'assets/c-1.woff2': LONG });
    expect(readdirSync(dist('assets')).sort()).toEqual(['a-1.js', 'a-1.js.br', 'a-1.js.gz', 'b-1.css', 'c-1.woff2']);
    expect(brotliDecompressSync(readFileSync(dist('assets/a-1.js.br'))).toString()).toBe(LONG);
    expect(gunzipSync(readFileSync(dist('assets/a-1.js.gz'))).toString()).toBe(LONG);
  });

  it('replaces every file of the last build, and none when a build fails', () => {
    builds({ 'index.html': '1', 'assets/a-1.js': '', 'old-icon.svg': '' });
    put({ 'web/src/main.tsx': 'two' });
    expect(builds(null)).toBe(false);
    expect(readdirSync(dist()).sort()).toEqual(['.sources', 'assets', 'index.html', 'old-icon.svg']);
    expect(readFileSync(dist('index.html'), 'utf8')).toBe('1');
    expect(readdirSync(clone('tools/dist/.web'))).toEqual([]);
    expect(builds({ 'index.html': '2', 'assets/a-2.js': '', 'icon.svg': '' })).toBe(true);
    expect(readdirSync(dist(), { recursive: true, encoding: 'utf8' }).sort()).toEqual([
      '.sources',
      'assets',
      'assets/a-2.js',
      'icon.svg',
      'index.html',
    ]);
  });
});
