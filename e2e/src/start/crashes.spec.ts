import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
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
import { keyOf, servesAll, stopsOnCtrlC } from './support/serves.js';
import type { StartedProduct } from './support/started-product.js';

const draw = chance(seedOf(20261122));
/** A start takes a few seconds; a kill falls somewhere into it. */
const LATEST_KILL_MS = 5_000;
const WITHOUT_DEMO = { DEMO: 'off', BACKUP: 'off' };

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
  let product: StartedProduct | null = null;
  let rows = 0;
  let key = 0;
  beforeAll(async () => {
    clone = await Clone.make({ name: 'our golf club/fair mark', asOrdinaryUser: true });
  });
  afterAll(() => clone?.remove());

  const started = async (env: Record<string, string> = WITHOUT_DEMO): Promise<StartedProduct> => {
    product = clone.start(env);
    await product.running();
    return product;
  };
  const running = async (): Promise<StartedProduct> => {
    if (product !== null && (await product.isReady())) return product;
    await clone.killEverything();
    return started();
  };
  const keepARow = async (): Promise<void> => {
    rows += 1;
    await (await running()).query(`insert into kept values (${rows}, 'Mörnington 🏌')`);
  };
  const expectRows = async (): Promise<void> => {
    const kept = await (await running()).query('select n, word from kept order by n');
    expect(kept).toEqual(Array.from({ length: rows }, (_, index) => ({ n: index + 1, word: 'Mörnington 🏌' })));
    expect(keyOf(clone).ino).toBe(key);
  };
  const pidOf = (pattern: RegExp): number => {
    const pid = clone.processes().find(({ command }) => pattern.test(command))?.pid;
    if (pid === undefined) throw new Error(`${pattern} does not run`);
    return pid;
  };
  const killSupervisor = (): void => void process.kill(pidOf(/\bnode tools\/start\.mjs/), 'SIGKILL');

  it(
    'can be killed at any moment of the first start',
    async () => {
      for (let round = 0; round < REPEAT; round += 1) {
        await clone.forget();
        const delayMs = draw.whole(0, LATEST_KILL_MS);
        clone.start();
        await pause(delayMs);
        await clone.killEverything();
        const again = await started({ BACKUP: 'off' }).catch((error: Error) => {
          throw new Error(`killed after ${delayMs} ms: ${error.message}`);
        });
        await servesAll(clone, again);
      }
      key = keyOf(clone).ino;
      await (await running()).query('create table kept (n int, word text)');
    },
    REPEAT * 240_000,
  );

  it('serves the same over https, says how phones trust it, and renews the certificate while it runs', async () => {
    const shared = await running();
    const kept = (name: string): string => path.join(clone.dataDir, 'https', name);
    const authority = readFileSync(kept('authority.pem'), 'utf8');
    const secure = `https://localhost:${clone.httpsPort}`;
    const answer = await get(secure, authority);
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
    await expect(get(secure, undefined)).rejects.toThrow('unable to verify the first certificate');
    for (const name of ['authority-key.pem', 'server.pem']) expect(statSync(kept(name)).mode & 0o777).toBe(0o600);
    await saysHowToTrust(shared, clone.httpsPort, new X509Certificate(authority).fingerprint256);

    rmSync(kept('server.pem'));
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
        said += (await started()).output;
        await expectRows();
      }
      expect(said).toContain('DEMO is off: 12 demo golfers locked out');
    },
    REPEAT * 240_000,
  );

  it('can start at once after only the supervisor was killed', async () => {
    await keepARow();
    const before = clone.processes().map(({ pid }) => pid);
    killSupervisor();
    await started();
    await expectRows();
    await eventually(() => !clone.processes().some(({ pid }) => before.includes(pid)), 'the others end by themselves');
  });

  it('rebuilds tables on request, in the projector that runs', async () => {
    const shared = await running();
    const projector = pidOf(/\/dist\/projector\.js/);
    // As /ops requests it.
    await shared.query(`insert into app.rebuild_jobs (id, projection, state, requested_by)
      values (gen_random_uuid(), 'clubhouse', 'WAITING', 'a test')`);
    const jobs = (): Promise<unknown[]> => shared.query('select state from app.rebuild_jobs');
    await eventually(
      async () => !/WAITING|RUNNING/.test(JSON.stringify(await jobs())),
      () => `the rebuild ends; the output: ${shared.output}`,
      60_000,
    );
    expect([await jobs(), pidOf(/\/dist\/projector\.js/)]).toEqual([[{ state: 'DONE' }], projector]);
  });

  it('restarts every process that dies, also Postgres', async () => {
    await keepARow();
    const shared = await running();
    for (const [name, pattern] of [
      ['api', /\/dist\/api\.js/],
      ['projector', /\/dist\/projector\.js/],
      ['mail', /tools\/dist\/mail\/main\.js/],
      ['database', /bin\/postgres -D/],
    ] as const) {
      const printed = shared.output.length;
      process.kill(pidOf(pattern), 'SIGKILL');
      await shared.says(new RegExp(`The ${name} died \\(SIGKILL`), printed);
      await shared.says(new RegExp(`The ${name} is running again`), printed);
      await eventually(() => shared.isReady(), 'it serves again', 60_000);
    }
    expect(shared.output).toContain('The api died (SIGKILL, as when memory runs out)');
    const inbox = async () => (await fetch(shared.printed('Mail inbox')).catch(() => null))?.status === 200;
    await eventually(inbox, 'the inbox serves again');
    await expectRows();
  });

  it('restarts a process that runs but does not answer', async () => {
    const shared = await running();
    const printed = shared.output.length;
    const names = ['api', 'projector'];
    // Before it works, a process may be silent for minutes.
    const works = new RegExp(`"pid":${pidOf(/\/dist\/projector\.js/)}\\b.*"projector runs"`);
    await eventually(() => works.test(clone.logOf('projector')), 'the projector works');
    for (const name of names) process.kill(pidOf(new RegExp(`/dist/${name}\\.js`)), 'SIGSTOP');
    for (const name of names) {
      await shared.says(new RegExp(`The ${name} no longer answers`), printed);
      await shared.says(new RegExp(`The ${name} is running again`), printed);
    }
    await eventually(() => shared.isReady(), 'it serves again', 60_000);
    await expectRows();
  });

  it('ends on Ctrl-C when a process hangs', async () => {
    const hanging = await running();
    for (const { pid } of clone.processes().filter(({ command }) => /\/dist\/(api|projector)\.js/.test(command))) {
      process.kill(pid, 'SIGSTOP');
    }
    await stopsOnCtrlC(clone, hanging);
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
    REPEAT * 240_000,
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
    const { output } = await started({ ...WITHOUT_DEMO, SMTP_URL: mails.smtpUrl });
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
