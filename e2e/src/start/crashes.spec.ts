import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { startMailCatcher } from '@fairmark/tools';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer } from '../support/golfer.js';
import { Clone } from './support/clone.js';
import type { StartedProduct } from './support/started-product.js';

const draw = chance(seedOf(20261122));
/** A start takes a few seconds; a kill falls somewhere into it. */
const LATEST_KILL_MS = 5_000;
const WITHOUT_DEMO = { DEMO: 'off', BACKUP: 'off' };
const WITHIN_MS = REPEAT * 240_000;
const [API, PROJECTOR] = [/\/dist\/api\.js/, /\/dist\/projector\.js/];

/** The answer to a client that trusts these authorities. Rejects if the client does not accept the certificate. */
async function get(url: string, ca: string | undefined) {
  const sent = request(url, { ca, agent: false, signal: AbortSignal.timeout(5_000) }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { fingerprint256: shown } = (answer.socket as TLSSocket).getPeerCertificate();
  answer.resume();
  return { status: answer.statusCode, headers: answer.headers, shown };
}

/** Checks nothing on a machine without a network, which has no address for phones. */
async function saysHowToTrust(product: StartedProduct, port: number, fingerprint: string): Promise<void> {
  if (!product.output.includes('On phones')) return;
  const secure = product.printed('secure');
  expect(secure).toMatch(new RegExp(`^https://\\S+:${port}$`));
  expect(await (await fetch(`${product.printed('On phones')}/trust`)).text()).toContain(secure);
  expect(product.output).toContain(fingerprint.replaceAll(':', ' '));
  expect(product.output).toMatch(/█ ▄▄▄▄▄ █/);
}

/**
 * One data folder through every interruption. A test continues with the product of the test before, or starts it.
 */
describe('an interrupted start, as an ordinary user in a path with spaces', () => {
  let clone: Clone;
  let rows = 0;
  let key = 0;
  beforeAll(async () => {
    clone = await Clone.make({ name: 'our golf club/fair mark', asOrdinaryUser: true });
  });
  afterAll(() => clone?.remove());

  const running = (): Promise<StartedProduct> => clone.running(WITHOUT_DEMO);
  const keepARow = async (): Promise<void> => {
    rows += 1;
    await (await running()).query(`insert into kept values (${rows}, 'Mörnington 🏌')`);
  };
  const expectRows = async (): Promise<void> => {
    const kept = await (await running()).query('select n, word from kept order by n');
    expect(kept).toEqual(Array.from({ length: rows }, (_, index) => ({ n: index + 1, word: 'Mörnington 🏌' })));
    expect(clone.keyFile().ino).toBe(key);
  };

  it(
    'can be killed at any moment of the first start',
    async () => {
      for (let round = 0; round < REPEAT; round += 1) {
        await clone.forget();
        const delayMs = draw.whole(0, LATEST_KILL_MS);
        clone.start();
        await pause(delayMs);
        await clone.killEverything();
        const again = await clone.started({ BACKUP: 'off' }).catch((error: Error) => {
          throw new Error(`killed after ${delayMs} ms: ${error.message}`);
        });
        await again.servesAll();
      }
      key = clone.keyFile().ino;
      await (await running()).query('create table kept (n int, word text)');
    },
    WITHIN_MS,
  );

  it('serves the same over https, says how phones trust it, and renews the certificate while it runs', async () => {
    const product = await running();
    const authority = readFileSync(path.join(clone.dataDir, 'https/authority.pem'), 'utf8');
    const secure = `https://localhost:${clone.httpsPort}`;
    const answer = await get(secure, authority);
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
    await saysHowToTrust(product, clone.httpsPort, new X509Certificate(authority).fingerprint256);

    rmSync(path.join(clone.dataDir, 'https/server.pem'));
    await eventually(
      async () => (await get(secure, authority)).shown !== answer.shown,
      'another certificate of the same authority is served',
      60_000,
    );
  });

  it(
    'restarts at once after everything was killed, with all committed data',
    async () => {
      let said = '';
      for (let round = 0; round < REPEAT; round += 1) {
        await keepARow();
        await clone.killEverything();
        said += (await running()).output;
        await expectRows();
      }
      expect(said).toContain('DEMO is off: 12 demo golfers locked out');
    },
    WITHIN_MS,
  );

  it('can start at once after only the supervisor was killed', async () => {
    await keepARow();
    const before = clone.processes().map(({ pid }) => pid);
    process.kill(clone.pidOf(/\bnode tools\/start\.mjs/), 'SIGKILL');
    await clone.started(WITHOUT_DEMO);
    await expectRows();
    await eventually(() => !clone.processes().some(({ pid }) => before.includes(pid)), 'the others end by themselves');
  });

  it('rebuilds tables on request, in the projector that runs', async () => {
    const product = await running();
    const projector = clone.pidOf(PROJECTOR);
    // As /ops requests it.
    await product.query(`insert into app.rebuild_jobs (id, projection, state, requested_by)
      values (gen_random_uuid(), 'clubhouse', 'WAITING', 'a test')`);
    const jobs = (): Promise<unknown[]> => product.query('select state from app.rebuild_jobs');
    await eventually(
      async () => !/WAITING|RUNNING/.test(JSON.stringify(await jobs())),
      () => `the rebuild ends; the output: ${product.output}`,
      60_000,
    );
    expect([await jobs(), clone.pidOf(PROJECTOR)]).toEqual([[{ state: 'DONE' }], projector]);
  });

  it('restarts every process that dies, also Postgres', async () => {
    await keepARow();
    const product = await running();
    for (const [name, pattern] of [
      ['api', API],
      ['projector', PROJECTOR],
      ['mail', /tools\/dist\/mail\/main\.js/],
      ['database', /bin\/postgres -D/],
    ] as const) {
      const printed = product.output.length;
      process.kill(clone.pidOf(pattern), 'SIGKILL');
      await product.says(new RegExp(`The ${name} died \\(SIGKILL, as when memory runs out`), printed);
      await product.says(new RegExp(`The ${name} is running again`), printed);
      await product.readyAgain();
    }
    const inbox = async () => (await fetch(product.printed('Mail inbox')).catch(() => null))?.status === 200;
    await eventually(inbox, 'the inbox serves again');
    await expectRows();
  });

  it('restarts a process that runs but does not answer', async () => {
    const product = await running();
    const printed = product.output.length;
    const processes = { api: clone.pidOf(API), projector: clone.pidOf(PROJECTOR) };
    // Before it works, a process may be silent for minutes.
    const works = new RegExp(`"pid":${processes.projector}\\b.*"projector runs"`);
    await eventually(() => works.test(clone.logOf('projector')), 'the projector works');
    for (const pid of Object.values(processes)) process.kill(pid, 'SIGSTOP');
    for (const name of Object.keys(processes)) {
      await product.says(new RegExp(`The ${name} no longer answers`), printed);
      await product.says(new RegExp(`The ${name} is running again`), printed);
    }
    await product.readyAgain();
    await expectRows();
  });

  it('ends on Ctrl-C when a process hangs', async () => {
    await running();
    for (const pattern of [API, PROJECTOR]) process.kill(clone.pidOf(pattern), 'SIGSTOP');
    await clone.stopsOnCtrlC();
  });

  it(
    'ends on Ctrl-C at any moment of the start',
    async () => {
      for (let round = 0; round < 2 * REPEAT; round += 1) {
        const delayMs = draw.whole(0, LATEST_KILL_MS);
        const interrupted = clone.start(WITHOUT_DEMO);
        await pause(delayMs);
        interrupted.pressCtrlC();
        await interrupted.end();
        expect({ delayMs, left: clone.processes() }).toEqual({ delayMs, left: [] });
      }
    },
    WITHIN_MS,
  );

  it.each<[how: string, end: (starting: StartedProduct) => void]>([
    ['on SIGTERM to npm only', (starting) => starting.signal('SIGTERM')],
    ['when its terminal is closed', (starting) => starting.closeTerminal()],
  ])('ends %s', async (_, end) => {
    const starting = clone.start(WITHOUT_DEMO);
    await starting.says(/Starting the services/);
    end(starting);
    await clone.noneLeft();
  });

  it('has all data after this, and sends mails to SMTP_URL', async () => {
    const mails = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
    const { output } = await clone.started({ ...WITHOUT_DEMO, SMTP_URL: mails.smtpUrl });
    await expectRows();
    expect(output).not.toMatch(/Mail inbox|Demo player/);
    const golfer = new Golfer(`http://127.0.0.1:${clone.port}`, { name: 'Kim', gender: 'FEMALE', handicap: 9.1 });
    await golfer.signsUp(async (email) => {
      await eventually(() => mails.mailsTo(email).length === 1, 'the mail arrives');
      return new URL(/http\S+/.exec(mails.mailsTo(email)[0]?.text ?? '')?.[0] ?? '');
    });
    await clone.killEverything();
    await mails.stop();
  });
});
