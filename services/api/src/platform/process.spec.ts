import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { begin } from '@fairmark/event-store/testing/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { Stand } from '@fairmark/projector/testing/stand';
import { migrate } from '@fairmark/read-models';
import { createTestDatabase, freePort } from '@fairmark/tools';

/** A process loads a few megabytes of modules first, on a machine that runs other suites. */
const STARTS_WITHIN_MS = 50_000;
const PROGRAM = path.resolve('dist/api.js');

describe('the api as a process', () => {
  const stand = Stand.forSuite();

  const start = async (settings: Record<string, string> = {}) => {
    const port = await freePort();
    const env = stand.env({ HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'info', ...settings });
    const child = fork(PROGRAM, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
    stand.keep({ stop: () => stand.kill(child) });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const says = async (text: string) => {
      await eventually(
        () => output.includes(text) || child.exitCode !== null,
        () => `${text} in ${output}`,
        STARTS_WITHIN_MS,
      );
      expect(output).toContain(text);
    };
    const missing = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).text();
    return { child, says, output: () => output, missing };
  };

  it('waits for its schema, serves, and shuts down in order on SIGTERM', async () => {
    const database = await createTestDatabase();
    const api = await start({ DATABASE_URL: database.url });
    await api.says('the database was never migrated');
    await migrate(database.url);
    await api.says('api listens');
    expect(await api.missing()).toContain('"status":200');
    const exited = once(api.child, 'exit');
    api.child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(api.output()).toContain('"reason":"SIGTERM"');
    await database.drop();
  });

  it('waits for a database that has its schema but stops accepting connections', async () => {
    const { hostname, port } = new URL(stand.url);
    let callers = 0;
    let isBusy = true;
    const line = createServer((caller) => {
      caller.on('error', () => caller.destroy());
      callers += 1;
      // The first connection checks the schema.
      if (isBusy && callers > 1) return;
      const server = connect(Number(port), hostname);
      server.on('error', () => caller.destroy());
      caller.pipe(server).pipe(caller);
    });
    line.listen(0, '127.0.0.1');
    await once(line, 'listening');
    const url = new URL(stand.url);
    url.host = `127.0.0.1:${(line.address() as AddressInfo).port}`;
    const api = await start({ DATABASE_URL: url.href });
    // It has given up connections without an answer, and tries again.
    await eventually(() => callers > 6, 'further connections', STARTS_WITHIN_MS);
    isBusy = false;
    await api.says('api listens');
    line.close();
  });

  it('exits when its event log is replaced by an older copy, and uses that one after a restart', async () => {
    await begin(stand.store);
    const starts = async () => {
      const api = await start();
      await api.says('api listens');
      await eventually(async () => !(await api.missing()).includes('realtime'));
      return api;
    };
    const api = await starts();
    const exited = once(api.child, 'exit');
    await stand.sql('alter table log.events disable trigger all; delete from log.events');
    expect(await exited).toEqual([1, null]);
    expect(api.output()).toContain('the log was replaced by an older copy');
    await starts();
  });

  it('does not start with an invalid configuration, and names every problem', async () => {
    const api = await start({ PORT: 'x', JWT_SECRET: 'short' });
    expect(await once(api.child, 'exit')).toEqual([1, null]);
    expect(api.output()).not.toContain('    at ');
    for (const problem of ['PORT must be', 'JWT_SECRET must be']) expect(api.output()).toContain(problem);
  });
});
