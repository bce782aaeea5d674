import { setTimeout as pause } from 'node:timers/promises';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { eventually } from '@fairmark/events/testing/eventually';
import { Clone } from './support/clone.js';
import { keyOf, servesAll, stopsOnCtrlC } from './support/serves.js';
import type { StartedProduct } from './support/started-product.js';

const draw = chance(seedOf(20261122));
/** A start takes a few seconds; a kill falls somewhere into it. */
const LATEST_KILL_MS = 5_000;
const WITHOUT_DEMO = { DEMO: 'off' };

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
        const again = await started({}).catch((error: Error) => {
          throw new Error(`killed after ${delayMs} ms: ${error.message}`);
        });
        await servesAll(clone, again);
      }
      key = keyOf(clone).ino;
      await (await running()).query('create table kept (n int, word text)');
    },
    REPEAT * 240_000,
  );

  it(
    'restarts at once after everything was killed, with all committed data',
    async () => {
      for (let round = 0; round < REPEAT; round += 1) {
        await keepARow();
        await clone.killEverything();
        await started();
        await expectRows();
      }
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
      await shared.says(new RegExp(`The ${name} died \\(SIGKILL\\)`), printed);
      await shared.says(new RegExp(`The ${name} is running again`), printed);
      await eventually(() => shared.isReady(), 'it serves again', 60_000);
    }
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
      await expectRows();
    },
    REPEAT * 240_000,
  );

  it('ends on SIGTERM to npm only', async () => {
    const served = await running();
    served.signal('SIGTERM');
    await served.end();
    expect(clone.processes()).toEqual([]);
  });

  it('ends when its terminal is closed', async () => {
    await expectRows();
    (await running()).closeTerminal();
    await clone.noneLeft();
  });
});
