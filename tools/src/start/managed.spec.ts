import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LogFile } from './log-file.js';
import { ManagedProcess } from './managed.js';

describe('a process that cannot be started', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'fairmark-managed-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const manage = () => {
    const deaths: string[] = [];
    let onDeath = (): void => undefined;
    const log = new LogFile(folder, 'broken');
    const managed = new ManagedProcess(
      { name: 'broken', script: 'none.js', env: {}, program: path.join(folder, 'no-such-program') },
      log,
      {
        started: () => deaths.push('started'),
        died: (how) => {
          deaths.push(how);
          onDeath();
        },
      },
    );
    const died = (times: number) =>
      new Promise<void>((resolve) => {
        onDeath = () => deaths.length >= times && resolve();
      });
    return { managed, deaths, died };
  };

  it('counts as one that died, is tried again, and can be stopped', async () => {
    const { managed, deaths, died } = manage();
    managed.start();
    await died(2);
    await managed.stop(60_000);
    expect(deaths).toEqual([expect.stringContaining('ENOENT'), expect.stringContaining('ENOENT')]);
    expect(managed.pid).toBe(0);
    expect(readFileSync(managed.log.file, 'utf8')).toContain('broken: spawn');
  });

  it('can be stopped before it is known', async () => {
    const { managed, deaths } = manage();
    managed.start();
    await managed.stop(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(deaths).toEqual([]);
  });

  it('never works', async () => {
    const { managed } = manage();
    managed.start();
    expect(await managed.works(new AbortController().signal)).toBe(false);
    await managed.stop(60_000);
  });
});
