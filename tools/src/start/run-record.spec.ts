import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunRecord } from './run-record.js';

describe('the record of a start', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'fairmark-record-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const left = (pid: number): void =>
    writeFileSync(
      path.join(dataDir, 'running.json'),
      JSON.stringify({ supervisor: { pid, word: path.basename(process.execPath) }, children: {} }),
    );

  it('refuses a data folder that another start uses', async () => {
    left(process.ppid);
    await expect(RunRecord.open(dataDir)).rejects.toThrow('Fairmark is already running on');
  });

  it('takes over from a killed start that had the same process id, as in a restarted container', async () => {
    left(process.pid);
    const record = await RunRecord.open(dataDir);
    record.close();
  });
});
