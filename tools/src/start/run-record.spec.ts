import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { testFolder } from '@fairmark/events/testing/folder';
import { freePort } from '../system/free-port.js';
import { claimData, leaveData } from './run-record.js';
import { jwtSecret, ROOT } from './settings.js';

const dataDir = testFolder();

/** A program of this clone with the data folder. */
const run = (args: string[], env: NodeJS.ProcessEnv, program = process.execPath) =>
  spawnSync(program, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir(), ...env },
    encoding: 'utf8',
  });

const left = (pid: number, started?: string): void =>
  writeFileSync(
    dataDir('running.json'),
    JSON.stringify({ supervisor: { pid, word: path.basename(process.execPath), started } }),
  );

describe('the data folder of a start', () => {
  /** Why `npm start` does not begin, once everything is built. */
  const refusal = (env: NodeJS.ProcessEnv, start = ['tools/dist/start/main.js'], program?: string): string => {
    const { status, stdout, stderr } = run(start, env, program);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.not.stringContaining('    at ') });
    return stdout + stderr;
  };

  it('is refused while another start uses it, which keeps it', () => {
    left(process.ppid);
    expect(refusal({})).toContain(`Fairmark is already running on ${dataDir()} (process ${process.ppid})`);
    expect(() => claimData(dataDir())).toThrow('already running');
  });

  it('is taken over from a killed start whose process id another installation got after a restart of the machine', () => {
    left(process.ppid, 'long before');
    expect(claimData(dataDir())).toBe(true);
  });

  const mounts = spawnSync('unshare', ['--mount', 'true']).status === 0;
  (mounts ? it : it.skip)('is named, with what to do, when its disk is too full for a database', async () => {
    // A disk of 10 MB that only this start sees.
    const on = 'mount -t tmpfs -o size=10m,mode=755 none "$DATA_DIR" && exec "$@"';
    const start = ['--mount', 'sh', '-c', on, 'sh', process.execPath, 'tools/dist/start/main.js'];
    const said = refusal({ PORT: String(await freePort()), HTTPS: 'off' }, start, 'unshare');
    expect(said).toMatch(
      /MB are free on the disk of .*: make room there, or set DATA_DIR to a folder on another disk\n$/,
    );
    expect(said).toContain(dataDir());
  });

  it('is named, with what to do, when it cannot be made', () => {
    const DATA_DIR = '/dev/null/data';
    const cure = 'Use the account that owns the data folder, or set DATA_DIR to another folder';
    expect(refusal({ DATA_DIR })).toMatch(new RegExp(`'(${DATA_DIR}|${path.dirname(DATA_DIR)})'\n${cure}`));
  });

  it('is given up when a port is taken', async () => {
    const PORT = String(await freePort());
    const other = createServer().listen(Number(PORT), '0.0.0.0');
    await once(other, 'listening');
    const said = refusal({ PORT, DATABASE_URL: 'postgres://db.example.com/fairmark' });
    other.close();
    expect(said).toContain('DATABASE_URL is ignored');
    expect(said).toContain(`Port ${PORT} is taken by another program.`);
    expect(claimData(dataDir())).toBe(false);
  });

  it.each(['', 'a short word'])('may have a key file without a key, which is named and not replaced: %j', (content) => {
    const file = dataDir('jwt-secret');
    writeFileSync(file, content);
    expect(() => jwtSecret({}, dataDir())).toThrow(`${file} holds no key of 32 bytes or more`);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('is taken over from a killed start with the same process id, as in a restarted container', () => {
    left(process.pid);
    expect(claimData(dataDir())).toBe(true);
    leaveData(dataDir());
    expect(claimData(dataDir())).toBe(false);
  });
});

describe('a command beside a running product', () => {
  it('uses its settings, unless it is given another database', () => {
    const own = { DATABASE_URL: 'postgres://127.0.0.1:1/own', EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false' };
    writeFileSync(dataDir('environment.json'), JSON.stringify(own));
    left(process.pid);
    const restore = (given: NodeJS.ProcessEnv): string =>
      run(['tools/run.mjs', 'dist/fairmark.js', 'restore', dataDir()], given).stderr;
    const { DATABASE_URL } = own;
    for (const given of [{ DATABASE_URL, EVENT_STORE_URL: '' }, { DATABASE_URL: '' }]) {
      expect(restore(given)).toContain('EVENT_STORE_URL is set, but');
    }
    expect(restore({ DATABASE_URL: 'postgres://127.0.0.1:1/other' })).toContain(`${dataDir()} is not a backup`);
    left(process.pid, 'long before');
    expect(restore({})).toContain(`${dataDir()} is not a backup`);
  });

  it('says which option of a program of the tests is wrong', () => {
    const { status, stderr } = run(['tools/run.mjs', 'e2e/dist/attack/main.js', '--fast'], {});
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/(^|\n)Unknown option '--fast'.*\n$/),
    });
  });

  it('says that the product was killed, rather than that its database does not answer', () => {
    writeFileSync(dataDir('environment.json'), '{"DATABASE_URL":"postgres://127.0.0.1:1/own"}');
    left(spawnSync(process.execPath, ['-e', '']).pid);
    const { stderr } = run(['tools/run.mjs', 'dist/fairmark.js', 'backup', dataDir('monday')], {});
    expect(stderr).toContain(`Fairmark is starting or stopping on ${dataDir()}, or was killed there.`);
  });
});
