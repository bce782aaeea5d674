import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { claimData, leaveData } from './run-record.js';
import { ROOT } from './settings.js';

describe('the data folder of a start', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'fairmark-record-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const left = (pid: number): void =>
    writeFileSync(
      path.join(dataDir, 'running.json'),
      JSON.stringify({ supervisor: { pid, word: path.basename(process.execPath) } }),
    );

  it('is refused while another start uses it', () => {
    left(process.ppid);
    expect(() => claimData(dataDir)).toThrow('Fairmark is already running on');
  });

  it('is taken over from a killed start with the same process id, as in a restarted container', () => {
    left(process.pid);
    expect(claimData(dataDir)).toBe(true);
    leaveData(dataDir);
    expect(claimData(dataDir)).toBe(false);
  });
});

describe('a command beside a running product', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'fairmark-beside-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('uses its settings, unless it is given another database', () => {
    const own = { DATABASE_URL: 'postgres://127.0.0.1:1/own', EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false' };
    writeFileSync(path.join(dataDir, 'environment.json'), JSON.stringify(own));
    const restore = (given: NodeJS.ProcessEnv): string =>
      spawnSync(process.execPath, ['tools/run.mjs', 'dist/fairmark.js', 'restore', dataDir], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...given },
        encoding: 'utf8',
      }).stderr;
    const { DATABASE_URL } = own;
    const empty = { DATABASE_URL: '', EVENT_STORE_URL: '' };
    for (const given of [{}, { DATABASE_URL }, empty]) expect(restore(given)).toContain('EVENT_STORE_URL is set, but');
    expect(restore({ DATABASE_URL: 'postgres://127.0.0.1:1/other' })).toContain(`${dataDir} is not a backup`);
  });
});
