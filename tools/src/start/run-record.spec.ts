import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { claimData, leaveData } from './run-record.js';

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

  it('is refused to another start', () => {
    left(process.ppid);
    expect(() => claimData(dataDir)).toThrow('Fairmark is already running on');
  });

  it('is taken from a killed start that had the same process id, as in a restarted container', () => {
    left(process.pid);
    expect(claimData(dataDir)).toBe(true);
    leaveData(dataDir);
    expect(claimData(dataDir)).toBe(false);
  });
});
