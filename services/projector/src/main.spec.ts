import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
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

  it('works and ends as ever while its log cannot be written, and counts what is lost', async () => {
    const metricsPort = await freePort();
    const full = openSync('/dev/full', 'w');
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      JWT_SECRET: randomBytes(32).toString('base64'),
      HOST: '127.0.0.1',
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'debug',
    };
    child = fork(PROGRAM, [], { env, stdio: ['ignore', full, 'inherit', 'ipc'], execArgv: [] });
    closeSync(full);
    const metricsOf = (): Promise<string> =>
      fetch(`http://127.0.0.1:${metricsPort}/metrics`)
        .then((answer) => answer.text())
        .catch(() => '');
    let metrics = '';
    while (!/^fairmark_projector_state\{state="LIVE"\} 1$/m.test(metrics) && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      metrics = await metricsOf();
    }
    expect(metrics).toMatch(/^fairmark_log_lines_lost_total [1-9]\d*$/m);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
