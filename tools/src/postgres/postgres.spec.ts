import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@fairmark/events/testing/eventually';
import { withDatabase } from '@fairmark/server';
import { completePackage, packageFolder } from './binaries.js';
import { postmasterOf } from './leftovers.js';
import { startPostgres, type EmbeddedPostgres } from './postgres.js';
import { freePort } from '../system/free-port.js';
import { signal } from '../system/processes.js';
import { livingProcesses } from '../testing/living-processes.js';

const HOLDER = path.resolve('tools/dist/testing/hold-postgres.main.js');
const asRoot = process.getuid?.() === 0 ? it : it.skip;

describe('the embedded Postgres', () => {
  let base: string;
  let dataDir: string;
  const running: EmbeddedPostgres[] = [];

  /** A cluster that is created once, because that takes longer than everything else in a test. */
  let made: string;
  beforeAll(async () => {
    Object.assign(process.env, { PGDATA: '/nowhere', LD_LIBRARY_PATH: '/nowhere', LC_ALL: 'POSIX' });
    // As set for a database elsewhere.
    process.env.PGSSLMODE = 'require';
    delete process.env.LANG;
    made = mkdtempSync(path.join(tmpdir(), 'fairmark made '));
    chmodSync(made, 0o755);
    await (await startPostgres({ dataDir: path.join(made, 'postgres') })).stop();
  });
  afterAll(() => rmSync(made, { recursive: true, force: true }));

  beforeEach(() => {
    base = mkdtempSync(path.join(tmpdir(), 'fairmark postgres '));
    chmodSync(base, 0o755);
    dataDir = path.join(base, 'data of the club', 'postgres');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
    await eventually(() => processesIn(dataDir).length === 0, 'what a test killed has ended');
    rmSync(base, { recursive: true, force: true });
  });

  const start = async (options = {}): Promise<EmbeddedPostgres> => {
    const server = await startPostgres({ dataDir, settings: { shared_buffers: '8MB' }, ...options });
    running.push(server);
    return server;
  };

  /** As {@link start}, on a copy of the existing cluster. */
  const startAgain = (): Promise<EmbeddedPostgres> => {
    placeMade();
    return start();
  };
  const placeMade = (): void => {
    mkdirSync(path.dirname(dataDir), { recursive: true });
    execFileSync('cp', ['-a', path.join(made, 'postgres'), dataDir]);
  };

  /** A process of its own that starts Postgres on the folder and keeps it. */
  const holder = (): ChildProcess =>
    spawn(process.execPath, [HOLDER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const readyHolder = async (): Promise<ChildProcess> => {
    placeMade();
    const child = holder();
    if (child.stdout !== null) await once(child.stdout, 'data');
    return child;
  };

  it('fails at once when the kept password is wrong, and names its file', async () => {
    placeMade();
    const file = path.join(dataDir, 'fairmark.password');
    writeFileSync(file, 'another word');
    const begun = performance.now();
    await expect(start()).rejects.toThrow(/refuses fairmark \(28P01\) with the password in .*fairmark\.password/);
    expect(performance.now() - begun).toBeLessThan(30_000);
  });

  it('blames the port, not the password, when another database listens on it', async () => {
    placeMade();
    const other = await start({ dataDir: path.join(base, 'other', 'postgres') });
    // Which of the two is seen first, the other's refusal or the failure to listen, varies.
    for (let tries = 0; tries < 8; tries += 1) {
      await expect(start({ port: () => other.port })).rejects.toThrow('Address already in use');
    }
  });

  it('uses UTF-8 in a folder with spaces, whatever the environment says', async () => {
    const server = await startAgain();
    const expected = {
      server_encoding: 'UTF8',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      TimeZone: 'UTC',
      data_directory: dataDir,
    };
    for (const [name, setting] of Object.entries(expected)) {
      expect([name, await ask(server, `select current_setting('${name}') as setting`)]).toEqual([name, [{ setting }]]);
    }
    expect(await ask(server, `select lower('ÄÖÉ') as lower`)).toEqual([{ lower: 'äöé' }]);
    const guess = server.url('postgres').replace(/:[^:@]+@/, ':guess@');
    await expect(withDatabase(guess, async () => undefined)).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(path.join(server.dataDir, 'fairmark.password')).mode & 0o077).toBe(0);
    // In a process group of its own, which Ctrl-C does not reach.
    const stat = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8');
    const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
    expect(group).toBe(server.process.pid);
  });

  it('stops by itself when the process that started it is killed', async () => {
    const child = await readyHolder();
    expect(processesIn(dataDir)).toContain(postmasterOf(dataDir));
    child.kill('SIGKILL');
    await eventually(() => processesIn(dataDir).length === 0);
    // It stopped in order: nothing is left to recover.
    expect(existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);
  });

  it('takes over from an orphaned server, and reports how to kill a frozen one', async () => {
    const child = await readyHolder();
    const postmaster = postmasterOf(dataDir);
    for (const pid of watchersOf(postmaster)) signal(pid, 'SIGKILL');
    signal(postmaster, 'SIGSTOP');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect(start()).rejects.toThrow(`kill -9 ${postmaster}`);
    expect(processesIn(dataDir)).toContain(postmaster);
    signal(postmaster, 'SIGCONT');
    // A machine without a battery for its clock sets it while it starts.
    let ahead = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => (ahead += 3_600_000));
    const server = await start().finally(() => clock.mockRestore());
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(processesIn(dataDir)).not.toContain(postmaster);
  });

  it('refuses a folder whose server belongs to a live process, and leaves it running', async () => {
    const child = await readyHolder();
    await expect(start()).rejects.toThrow(`in use by process ${child.pid}, a command or another start. Try again`);
    expect(processesIn(dataDir)).toContain(postmasterOf(dataDir));
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('ignores a postmaster.pid whose process id belongs to another program', async () => {
    const first = await startAgain();
    await first.stop();
    const stranger = spawn('sleep', ['60']);
    writeFileSync(path.join(dataDir, 'postmaster.pid'), `${stranger.pid}\n${dataDir}\n`);
    const server = await start();
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill();
  });

  it('creates the cluster completely or not at all', async () => {
    const child = holder();
    // The version is written first, the catalogue much later.
    await eventually(() => existsSync(path.join(`${dataDir}.making-${child.pid}`, 'PG_VERSION')));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(path.join(dataDir, 'PG_VERSION'))).toBe(false);
    // A port chosen before that would be another start's by the time this one listens on it.
    const port = () => {
      expect(existsSync(path.join(dataDir, 'PG_VERSION'))).toBe(true);
      return freePort();
    };
    const server = await start({ port });
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(path.dirname(dataDir))).toEqual(['postgres']);
  });

  it('does not touch a folder that holds other files', async () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path.join(dataDir, 'thesis.txt'), 'mine');
    await expect(start()).rejects.toThrow('holds other files');
    expect(readdirSync(dataDir)).toEqual(['thesis.txt']);
    rmSync(dataDir, { recursive: true });
  });

  it('gives up when it is cancelled, and leaves nothing running', async () => {
    const cancel = new AbortController();
    const starting = startPostgres({ dataDir, signal: cancel.signal });
    await eventually(() => existsSync(dataDir));
    cancel.abort(new Error('cancelled'));
    await expect(starting).rejects.toThrow(/cancelled|aborted/);
    // Also initdb, which works in another folder.
    const below = () => livingProcesses().filter(({ command, folder }) => `${folder} ${command}`.includes(base));
    await eventually(() => below().length === 0);
  });

  asRoot('keeps its data under /var when root starts it in a folder that its account cannot reach', async () => {
    chmodSync(base, 0o700);
    const first = await start();
    expect(first.dataDir).toMatch(/^\/var\/(lib|tmp)\/fairmark/);
    expect(readFileSync(`${dataDir}.location`, 'utf8').trim()).toBe(first.dataDir);
    try {
      await ask(first, 'create table kept (n int)');
      await first.stop();
      const second = await start();
      expect(second.dataDir).toBe(first.dataDir);
      expect(await ask(second, 'select n from kept')).toEqual([]);
      await second.stop();
    } finally {
      rmSync(path.dirname(first.dataDir), { recursive: true, force: true });
    }
  });

  asRoot('runs the cluster of an ordinary user as that user', async () => {
    placeMade();
    for (const file of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]) {
      lchownSync(path.join(dataDir, file), 12_345, 12_345);
    }
    const server = await start();
    expect(statSync(`/proc/${server.process.pid}`).uid).toBe(12_345);
  });

  it('completes a package whose install script did not run', () => {
    const copy = path.join(base, 'package');
    // Its libraries are large, and only links to them are created.
    cpSync(packageFolder(), copy, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !(file.includes('/native/lib/') && lstatSync(file).isFile()),
    });
    const lib = path.join(copy, 'native', 'lib');
    const links = readdirSync(lib, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
    const before = links.map(({ name }) => [name, readlinkSync(path.join(lib, name))]);
    for (const { name } of links) rmSync(path.join(lib, name));
    chmodSync(path.join(copy, 'native', 'bin', 'postgres'), 0o644);
    completePackage(copy);
    expect(before.length).toBeGreaterThan(0);
    expect(links.map(({ name }) => [name, readlinkSync(path.join(lib, name))])).toEqual(before);
    expect(statSync(path.join(copy, 'native', 'bin', 'postgres')).mode & 0o111).toBe(0o111);
  });
});

function ask(server: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  return withDatabase(server.url('postgres'), async (client) => (await client.query(statement)).rows);
}

/** The processes that run in a data folder: the postmaster and its children. */
function processesIn(dataDir: string): number[] {
  return livingProcesses().flatMap(({ pid, folder }) => (folder === dataDir ? [pid] : []));
}

/** The shells that watch the process that started a postmaster. */
function watchersOf(postmaster: number): number[] {
  return livingProcesses().flatMap(({ pid, command }) => (command.endsWith(`watcher ${postmaster}`) ? [pid] : []));
}
