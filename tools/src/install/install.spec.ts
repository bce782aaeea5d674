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
import { eventually } from '@fairmark/events/testing/eventually';
import { testFolder } from '@fairmark/events/testing/folder';
import { ROOT } from '../start/settings.js';

/** The clone of a test, and Node that runs in it. */
const clone = testFolder();
const node = (args: string[], more: { env?: NodeJS.ProcessEnv; uid?: number } = {}) =>
  spawnSync(process.execPath, args, { cwd: clone(), encoding: 'utf8', ...more });

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

describe('the lock file', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };

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
    const wanted = ['services/api', 'services/projector', 'cli', 'web'].flatMap((place) => {
      const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, place, 'package.json'), 'utf8')) as {
        dependencies: Record<string, string>;
      };
      return Object.entries(dependencies)
        .filter(([name]) => !name.startsWith('@fairmark/'))
        .map(([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`);
    });
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.filter((purl) => !listed.has(purl))).toEqual([]);
  });
});

/** A fake compiler that ends once there is a file `go` or its folder is gone, and fails while another one runs. */
const COMPILER = `
  const fs = require('fs');
  fs.writeFileSync('compiling', '', { flag: 'wx' });
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (fs.existsSync('compiling') && !fs.existsSync('go')) Atomics.wait(pause, 0, 0, 10);
  fs.rmSync('compiling', { force: true });`;
const PREPARE = ['--input-type=module', '-e', `await (await import('./tools/prepare.mjs')).prepare([])`];

describe('getting a clone ready', () => {
  beforeEach(() => {
    mkdirSync(clone('tools'));
    for (const name of ['start', 'prepare', 'build-client', 'build-programs', 'digest']) {
      copyFileSync(path.join(ROOT, `tools/${name}.mjs`), clone(`tools/${name}.mjs`));
    }
    lock('1.0.0');
    // A real install takes minutes and a registry: this npm only prints its arguments and fails.
    npm(`console.log('npm', ...process.argv.slice(2)); process.exit(3);`);
  });

  /** Makes this script the npm of `env`. Node runs it, as no file can be executed in some temporary folders. */
  const npm = (script: string): void => writeFileSync(clone('npm-cli.js'), script);
  const env = () => ({ npm_execpath: clone('npm-cli.js') });
  const lock = (version: string): void =>
    writeFileSync(
      clone('package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/one': { version }, 'web/node_modules/two': { version } } }),
    );
  const put = (place: string): void => {
    mkdirSync(clone(place), { recursive: true });
  };
  /** Leaves the clone as an install of the current lock file would. */
  const installed = (): void => {
    put('node_modules/one');
    put('web/node_modules/two');
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
    put('node_modules/.one-half-moved');
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
    put('node_modules/typescript/bin');
    put('.data');
    writeFileSync(clone('node_modules/typescript/bin/tsc'), COMPILER);
    const lockFile = clone('.data/prepare.lock');
    writeFileSync(lockFile, `${spawnSync(process.execPath, ['-e', '']).pid}\n`);
    let output = '';
    const commands = [1, 2].map(() => spawn(process.execPath, PREPARE, { cwd: clone() }));
    for (const { stderr } of commands) stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = Promise.all(commands.map((command) => once(command, 'exit')));
    await eventually(() => output.includes('Waiting for another command') && existsSync(clone('compiling')));
    writeFileSync(clone('go'), '');
    expect({ ended: await ended, output }).toMatchObject({
      ended: [
        [0, null],
        [0, null],
      ],
    });
    expect(existsSync(lockFile)).toBe(false);
    // A stale lock, whose process id belongs to another process by now.
    writeFileSync(lockFile, `${process.pid}\n`);
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
    installed();
    // Real compilers take a minute: these only produce the files that the start needs.
    const files = {
      'package.json': '{"version":"0.1.0"}',
      'docker/image.json': '{"packages":[]}',
      'node_modules/typescript/bin/tsc': '',
      'node_modules/vite/bin/vite.js': `require('fs').mkdirSync(process.argv[5], { recursive: true });`,
      'node_modules/rolldown/index.js': `require('fs').writeFileSync('bundler', String(process.pid));
      exports.rolldown = async () => ({
        generate: async () => ({ output: [{ fileName: 'fairmark.js', code: 'made', isEntry: true }] }),
        close: async () => {},
      });`,
      'tools/dist/start/main.js': `console.log(require('fs').readFileSync('dist/fairmark.js', 'utf8'));`,
    };
    for (const [place, content] of Object.entries(files)) {
      put(path.dirname(place));
      writeFileSync(clone(place), content);
    }
    const start = (): string => {
      const { stdout, pid } = node(['tools/start.mjs']);
      expect(stdout).toBe('made\n');
      expect(Number(readFileSync(clone('bundler'), 'utf8'))).not.toBe(pid);
      return readFileSync(clone('dist/build'), 'utf8');
    };
    const build = start();
    // Leftovers of the compiler do not make it another build.
    put('cli/dist');
    writeFileSync(clone('cli/dist/.tsbuildinfo'), 'notes');
    rmSync(clone('dist'), { recursive: true });
    expect(start()).toBe(build);
  });
});

describe('bundling the programs', () => {
  beforeEach(() => {
    for (const folder of ['tools', 'docker', 'node_modules/rolldown']) {
      mkdirSync(clone(folder), { recursive: true });
    }
    for (const file of ['tools/build-programs.mjs', 'tools/digest.mjs', 'docker/image.json']) {
      copyFileSync(path.join(ROOT, file), clone(file));
    }
    // A real bundle takes seconds: this one has a single file, named after the lock file.
    write('node_modules/rolldown/package.json', '{ "type": "module", "exports": "./index.js" }');
    write(
      'node_modules/rolldown/index.js',
      `import { readFileSync } from 'node:fs';
       const output = [{ fileName: readFileSync('package-lock.json', 'utf8') + '.js', code: '', isEntry: true }];
       export const rolldown = async () => ({ generate: async () => ({ output }), close: async () => undefined });`,
    );
  });

  const write = (file: string, text: string): void => writeFileSync(clone(file), text);
  const builds = (name: string): string[] => {
    write('package-lock.json', name);
    const { stderr } = node(['tools/build-programs.mjs']);
    expect(stderr).toBe('');
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
