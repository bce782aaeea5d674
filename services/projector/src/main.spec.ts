import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '@fairmark/events/testing/eventually';
import { migrate } from '@fairmark/read-models';
import { createTestDatabase, freePort, type TestDatabase } from '@fairmark/tools';

const PROGRAM = path.resolve('dist/projector.js');

describe('the projector as a process', () => {
  let database: TestDatabase;
  let child: ChildProcess | null = null;
  beforeEach(async () => {
    database = await createTestDatabase();
    await migrate(database.url);
  });
  afterEach(async () => {
    child?.kill('SIGKILL');
    await database.drop();
  });

  const envOf = (more: NodeJS.ProcessEnv) => ({
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    JWT_SECRET: randomBytes(32).toString('base64'),
    HOST: '127.0.0.1',
    ...more,
  });
  const metricsAt = (port: number): Promise<string> =>
    fetch(`http://127.0.0.1:${port}/metrics`)
      .then((answer) => answer.text())
      .catch(() => '');

  it('measures the disks that it is told of, and warns of those that are full or away', async () => {
    const port = await freePort();
    const folders = ['/', '/proc', '/no-such-folder'];
    const env = envOf({ METRICS_PORT: String(port), DISK_DIRS: folders.join(':') });
    child = fork(PROGRAM, [], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [] });
    let log = '';
    child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await eventually(() => log.includes('no-such-folder'), 'it warns');
    const warned = log
      .split('\n')
      .filter((line) => line.includes('nearly full'))
      .map((line) => JSON.parse(line) as unknown);
    expect(warned).toContainEqual(expect.objectContaining({ folder: '/proc', freeBytes: 0 }));
    expect(warned).toContainEqual(expect.objectContaining({ folder: '/no-such-folder', freeBytes: null }));
    let metrics = '';
    await eventually(
      async () => (metrics = await metricsAt(port)).includes('fairmark_disk_free_bytes{'),
      'it measures',
    );
    expect(metrics).toMatch(/^fairmark_disk_free_bytes\{folder="\/"\} [1-9]/m);
    expect(metrics).toMatch(/^fairmark_disk_free_bytes\{folder="\/proc"\} 0$/m);
    expect(metrics).not.toContain('no-such-folder');
  });

  it('works and ends as ever while its log cannot be written, and counts what is lost', async () => {
    const metricsPort = await freePort();
    const full = openSync('/dev/full', 'w');
    const env = envOf({ METRICS_PORT: String(metricsPort), LOG_LEVEL: 'debug' });
    child = fork(PROGRAM, [], { env, stdio: ['ignore', full, 'inherit', 'ipc'], execArgv: [] });
    closeSync(full);
    let metrics = '';
    while (!/^fairmark_projector_state\{state="LIVE"\} 1$/m.test(metrics) && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      metrics = await metricsAt(metricsPort);
    }
    expect(metrics).toMatch(/^fairmark_log_lines_lost_total [1-9]\d*$/m);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
