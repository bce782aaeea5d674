import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { freePort, startMailCatcher } from '@fairmark/tools';
import { eventually } from '../support/eventually.js';
import { Clone } from './support/clone.js';

/** A server on the first of some ports that is unused, which holds it; null when other programs have them all. */
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

  /** Another program that listens on a port; if some already does, all the better. */
  const take = async (port: number, host = '127.0.0.1'): Promise<void> => {
    const server = createServer().listen(port, host);
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => expect(error.code).toBe('EADDRINUSE'));
    if (server.listening) taken.push(server);
  };

  it('names the port that is taken and the variable that changes it', async () => {
    await take(clone.port, '0.0.0.0');
    const product = clone.start();
    expect(await product.end(30_000)).toEqual({ code: 1, signal: null });
    expect(product.output).toContain(`Port ${clone.port} is taken by another program.`);
    expect(product.output).toContain(`PORT=${clone.port + 1} npm start`);
    expect(clone.processes()).toEqual([]);
  }, 60_000);

  it('names a variable that makes no sense', async () => {
    for (const [name, value] of [
      ['PORT', 'eighty'],
      ['PORT', '70000'],
      ['MAIL_WEB_PORT', '-1'],
      ['DEMO', 'maybe'],
    ] as const) {
      const product = clone.start({ [name]: value });
      expect((await product.end(30_000)).code).toBe(1);
      expect(product.output).toMatch(new RegExp(`${name} must be .*"${value}"`));
    }
  }, 60_000);

  it('names a port that was asked for and is taken, whichever it is', async () => {
    const port = await freePort();
    await take(port);
    const product = clone.start({ MAIL_WEB_PORT: String(port) });
    expect((await product.end(30_000)).code).toBe(1);
    expect(product.output).toContain(`Port ${port} is taken by another program.`);
    expect(product.output).toContain('MAIL_WEB_PORT');
  }, 60_000);

  it('takes other ports for mail and database when the usual ones are taken', async () => {
    await Promise.all([3025, 3080, 5440].map((port) => take(port)));
    const product = clone.start();
    await product.running();
    expect(product.printed('Mail inbox')).not.toContain(':3080');
    expect(product.printed('Database')).not.toContain(':5440');
    expect((await fetch(product.printed('Mail inbox'))).status).toBe(200);
  }, 120_000);

  (usual === null ? it.skip : it)(
    'leaves a usual port of mail or database to the api that asks for it',
    async () => {
      const { port = 0, server } = usual ?? {};
      server?.close();
      const product = clone.start({ PORT: String(port) });
      await product.running();
      expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
      expect(product.printed('Mail inbox')).not.toContain(`:${port}`);
      expect(product.printed('Database')).not.toContain(`:${port}`);
    },
    120_000,
  );

  it('names two variables that ask for the same port', async () => {
    const port = String(await freePort());
    const product = clone.start({ MAIL_SMTP_PORT: port, MAIL_WEB_PORT: port });
    expect((await product.end(30_000)).code).toBe(1);
    expect(product.output).toContain(`MAIL_SMTP_PORT and MAIL_WEB_PORT are both ${port}`);
    expect(clone.processes()).toEqual([]);
  }, 60_000);

  it('refuses a second start on the same data, and leaves the first alone', async () => {
    const first = clone.start();
    await first.running();
    const second = clone.start({ PORT: String(await freePort()) });
    expect((await second.end(30_000)).code).toBe(1);
    expect(second.output).toMatch(/already running on .*\.data \(process \d+\)/);
    expect(await first.isReady()).toBe(true);
  }, 120_000);

  it('comes up without its log, and names what it waits for', async () => {
    const port = await freePort();
    const product = clone.start({ DEMO: 'off', EVENT_STORE_URL: `esdb://kim:hush@127.0.0.1:${port}?tls=false` });
    await product.running();
    for (const service of ['api', 'projector']) {
      await product.says(new RegExp(`The ${service} waits for the log at esdb://127\\.0\\.0\\.1:${port} …`));
    }
    expect(product.output).not.toContain('hush');
    expect(await product.get('/health/ready')).toBe(200);
  }, 120_000);

  it('sends mails to SMTP_URL, keeps data in DATA_DIR and loads no demo when told so', async () => {
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
  }, 120_000);

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
      expect(product.output).toContain('PORT must be a number');
    }
    expect(existsSync(lock)).toBe(false);

    // A lock that nobody touches any more, though its number belongs to somebody again.
    writeFileSync(lock, `${process.pid}\n`);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(lock, longAgo, longAgo);
    const product = clone.start({ PORT: 'none' });
    await product.end(60_000);
    expect(product.output).toContain('PORT must be a number');
  }, 120_000);
});
