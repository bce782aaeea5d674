import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { PostgresEventStore } from '@fairmark/event-store';
import { begin } from '@fairmark/event-store/testing/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { migrate } from '@fairmark/read-models';
import { createTestDatabase, freePort, type TestDatabase } from '@fairmark/tools';
import { Client } from 'pg';

/** A process loads a few megabytes of modules first, on a machine that runs other suites. */
const STARTS_WITHIN_MS = 50_000;
const PROGRAM = path.resolve('dist/api.js');

describe('the api as a process', () => {
  let database: TestDatabase;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    }
    await database.drop();
  });

  const start = async (over: Record<string, string> = {}) => {
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      JWT_SECRET: randomBytes(32).toString('base64'),
      HOST: '127.0.0.1',
      PORT: String(port),
      ...over,
    };
    const child = fork(PROGRAM, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
    children.push(child);
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
    return { child, says, output: () => output, url: `http://127.0.0.1:${port}` };
  };

  it('waits for its schema, serves, and shuts down in order on SIGTERM', async () => {
    const api = await start();
    await api.says('the database was never migrated');
    await migrate(database.url);
    await api.says('api listens');
    expect((await fetch(`${api.url}/health/ready`)).status).toBe(200);
    const exited = once(api.child, 'exit');
    api.child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(api.output()).toContain('"reason":"SIGTERM"');
  });

  it('waits for a database that has its schema but stops accepting connections', async () => {
    await migrate(database.url);
    const { hostname, port } = new URL(database.url);
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
    const url = new URL(database.url);
    url.host = `127.0.0.1:${(line.address() as AddressInfo).port}`;
    const api = await start({ DATABASE_URL: url.href });
    // It has given up connections without an answer, and tries again.
    await eventually(() => callers > 6, 'further connections', STARTS_WITHIN_MS);
    isBusy = false;
    await api.says('api listens');
    line.close();
  });

  it('exits when its event log is replaced by an older copy, and uses that one after a restart', async () => {
    await migrate(database.url);
    const store = new PostgresEventStore({ connectionString: database.url });
    await begin(store);
    await store.close();
    const isLive = async (url: string) => !(await (await fetch(`${url}/health/ready`)).text()).includes('realtime');
    const api = await start();
    await api.says('api listens');
    await eventually(() => isLive(api.url));
    const exited = once(api.child, 'exit');
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('alter table log.events disable trigger all; delete from log.events');
    await client.end();
    expect(await exited).toEqual([1, null]);
    expect(api.output()).toContain('the log was replaced by an older copy');
    const again = await start();
    await again.says('api listens');
    await eventually(() => isLive(again.url));
  });

  it('does not start with an invalid configuration, and names every problem', async () => {
    const api = await start({ PORT: 'x', JWT_SECRET: 'short' });
    const [code] = await once(api.child, 'exit');
    expect(code).toBe(1);
    expect(api.output()).not.toContain('    at ');
    expect(api.output()).toContain('PORT must be');
    expect(api.output()).toContain('JWT_SECRET must be');
  });
});
