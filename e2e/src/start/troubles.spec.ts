import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { freePort, startMailCatcher } from '@fairmark/tools';
import { checkGolden } from '../golden/table.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { Clone, USUAL_PORTS } from './support/clone.js';
import type { StartedProduct } from './support/started-product.js';

/** Holds the first unused one of these ports with a server; null if other programs have all of them. */
async function holdUnused(ports: readonly number[]): Promise<{ port: number; server: Server } | null> {
  for (const port of ports) {
    const server = createServer().listen(port);
    const held = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (held) return { port, server };
  }
  return null;
}

/** A usual port of mail or database; a product that runs beside the tests has all of them. */
const usual = await holdUnused([5440, 3080, 3025]);

describe('a start that meets something unexpected', () => {
  let clone: Clone;
  const taken: Server[] = [];
  beforeAll(async () => {
    clone = await Clone.make({ asOrdinaryUser: true });
  });
  afterEach(async () => {
    for (const server of taken.splice(0)) server.close();
    await clone.killEverything();
  });
  afterAll(async () => {
    usual?.server.close();
    await clone.remove();
  });

  /** Makes another program listen on a port, unless one already does. */
  const take = async (port: number, host = '127.0.0.1'): Promise<void> => {
    const server = createServer().listen(port, host);
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => expect(error.code).toBe('EADDRINUSE'));
    if (server.listening) taken.push(server);
  };

  it('names the port that is taken and the variable that changes it', async () => {
    await take(clone.port, '0.0.0.0');
    const product = clone.start({ DATABASE_URL: 'postgres://db.example.com/fairmark' });
    expect(await product.end(30_000)).toEqual({ code: 1, signal: null });
    expect(product.output).toContain('DATABASE_URL is ignored');
    expect(product.output).toContain(`Port ${clone.port} is taken by another program.`);
    expect(product.output).toContain(`PORT=${clone.port + 1} npm start`);
    expect(clone.processes()).toEqual([]);
  });

  it('names a data folder that cannot be made, without a stack trace', async () => {
    const product = clone.start({ DATA_DIR: '/dev/null/data' });
    expect((await product.end(30_000)).code).toBe(1);
    expect(product.output).toContain("'/dev/null/data'");
    expect(product.output).not.toContain('    at ');
  });

  it('names a key file without a key, and does not replace it', async () => {
    const dataDir = path.join(clone.home, 'keyless');
    const file = path.join(dataDir, 'jwt-secret');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    for (const content of ['', 'a short word']) {
      writeFileSync(file, content);
      const product = clone.start({ DATA_DIR: dataDir });
      expect((await product.end(30_000)).code).toBe(1);
      expect(product.output).toContain(`${file} holds no key of 32 bytes or more`);
      expect(readFileSync(file, 'utf8')).toBe(content);
    }
  });

  it('takes other ports for mail and database when the usual ones are taken or used by the api', async () => {
    let { port = clone.port } = usual ?? {};
    await Promise.all([3025, 3080, 5440].filter((one) => one !== port).map((one) => take(one)));
    usual?.server.close();
    const begin = async (): Promise<StartedProduct> => {
      const product = clone.start({ ...USUAL_PORTS, PORT: String(port), DEMO: 'off' });
      await product.running();
      return product;
    };
    const first = await begin().catch(async (error: unknown) => {
      // Another program, such as these tests in another clone, may take the port while it is free.
      const unused = await holdUnused([port]);
      unused?.server.close();
      if (unused !== null) throw error;
      port = clone.port;
      return begin();
    });
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    checkGolden('data folder', filesOf(clone.dataDir));
    for (const name of ['Mail inbox', 'Database']) expect(first.printed(name)).not.toMatch(/:(3025|3080|5440)\b/);
    // Its address lacks user and password, which are in the file named below.
    expect(first.printed('Database')).toMatch(/^postgres:\/\/127\.0\.0\.1:\d+\/fairmark$/);
    expect(first.printed('to connect')).toContain(path.join(clone.dataDir, 'database-url'));
    expect(await first.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect((await fetch(first.printed('Mail inbox'))).status).toBe(200);

    // A second start on the same data is refused, and leaves the first alone.
    const second = clone.start({ PORT: String(await freePort()) });
    expect((await second.end(30_000)).code).toBe(1);
    expect(second.output).toMatch(/already running on .*\.data \(process \d+\)/);
    expect(await first.isReady()).toBe(true);
  });

  it('comes up without its log, and names what it waits for', async () => {
    const port = await freePort();
    const product = clone.start({ DEMO: 'off', EVENT_STORE_URL: `esdb://kim:hush@127.0.0.1:${port}?tls=false` });
    await product.running();
    for (const service of ['api', 'projector']) {
      await product.says(new RegExp(`The ${service} waits for the log at esdb://127\\.0\\.0\\.1:${port} …`));
    }
    expect(product.output).not.toContain('hush');
    expect(await product.get('/health/ready')).toBe(200);
  });

  it('sends mails to SMTP_URL, keeps data in DATA_DIR and loads no demo with DEMO=off', async () => {
    const mails = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
    const dataDir = path.join(clone.home, 'elsewhere');
    const product = clone.start({ SMTP_URL: mails.smtpUrl, DATA_DIR: dataDir, DEMO: 'off' });
    try {
      await product.running();
      expect(product.output).not.toContain('Mail inbox');
      expect(product.output).not.toContain('Demo player');
      expect(existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
      const answer = await fetch(`http://127.0.0.1:${clone.port}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          fullName: 'Kim Player',
          email: 'kim@golf.test',
          golflinkNumber: '1234567890',
          handicap: 9.1,
          password: 'a long password',
          gender: 'FEMALE',
        }),
      });
      expect({ status: answer.status, body: await answer.text() }).toMatchObject({ status: 201 });
      await eventually(() => mails.mailsTo('kim@golf.test').length === 1, 'the mail arrives');
      product.pressCtrlC();
      await product.end();
    } finally {
      await clone.killEverything();
      await mails.stop();
    }
  });

  it('says which Node it needs', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', `(await import('./tools/prepare.mjs')).requireNode('18.20.4')`],
      { cwd: clone.folder, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('Fairmark needs Node 20.19 or newer; this is Node 18.20.4.');
  });

  it('lets commands that compile at the same time take turns, and clears the lock of a killed one', async () => {
    const lock = path.join(clone.dataDir, 'prepare.lock');
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    mkdirSync(clone.dataDir, { recursive: true });
    writeFileSync(lock, `${gone}\n`);
    rmSync(path.join(clone.folder, 'tools/dist'), { recursive: true });
    rmSync(path.join(clone.folder, 'libs/contract/dist'), { recursive: true });
    for (const product of [clone.start({ PORT: 'none' }), clone.start({ PORT: 'none' })]) {
      await product.end(60_000);
      // Compiled, and run as far as its own check.
      expect(product.output).toContain('PORT must be a whole number');
    }
    expect(existsSync(lock)).toBe(false);

    // A stale lock, whose process id belongs to another process by now.
    writeFileSync(lock, `${process.pid}\n`);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(lock, longAgo, longAgo);
    const product = clone.start({ PORT: 'none' });
    await product.end(60_000);
    expect(product.output).toContain('PORT must be a whole number');
  });
});

/** What a start makes in its data folder while it runs. */
function filesOf(folder: string): Record<string, string> {
  const kinds = (within: string): [string, string][] =>
    readdirSync(path.join(folder, within), { withFileTypes: true }).map((entry) => [
      path.join(within, entry.name),
      entry.isDirectory() ? 'a folder' : 'a file',
    ]);
  return Object.fromEntries([...kinds('.'), ...kinds('logs')].sort(([one], [other]) => one.localeCompare(other, 'en')));
}
