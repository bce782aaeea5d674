import { REPEAT } from '@fairmark/events/testing/repeat';
import { eventually } from '../support/eventually.js';
import { Clone } from './support/clone.js';
import type { StartedProduct } from './support/started-product.js';

/** A start takes a few seconds; a kill falls somewhere into it. */
const LATEST_KILL_MS = 5_000;

describe('a start that is interrupted', () => {
  let clone: Clone;
  let rows = 0;
  beforeAll(async () => {
    clone = await Clone.make({ asOrdinaryUser: true });
    const product = await started();
    await product.query('create table kept (n int)');
    product.pressCtrlC();
    await product.end();
  }, 120_000);
  afterEach(() => clone.killEverything());
  afterAll(() => clone.remove());

  const started = async (): Promise<StartedProduct> => {
    const product = clone.start();
    await product.running();
    return product;
  };
  const keepARow = async (product: StartedProduct): Promise<void> => {
    rows += 1;
    await product.query(`insert into kept values (${rows})`);
  };
  const expectRows = async (product: StartedProduct): Promise<void> => {
    expect(await product.query('select count(*)::int as rows from kept')).toEqual([{ rows }]);
  };

  it(
    'starts again at once after everything was killed, with all that was committed',
    async () => {
      for (let round = 0; round < REPEAT; round += 1) {
        await keepARow(await started());
        await clone.killEverything();
        await expectRows(await started());
        await clone.killEverything();
      }
    },
    REPEAT * 120_000,
  );

  it(
    'may be killed at any moment of the start, the very first one too',
    async () => {
      for (let round = 0; round < 2 * REPEAT; round += 1) {
        const fresh = await Clone.make({ asOrdinaryUser: true });
        try {
          const delayMs = Math.round(Math.random() * LATEST_KILL_MS);
          fresh.start();
          await new Promise((resolve) => setTimeout(resolve, delayMs));
          await fresh.killEverything();
          const again = fresh.start();
          await again.running().catch((error: Error) => {
            throw new Error(`killed after ${delayMs} ms: ${error.message}`);
          });
        } finally {
          await fresh.remove();
        }
      }
    },
    REPEAT * 240_000,
  );

  it('leaves no process behind when only the supervisor is killed, and can start at once', async () => {
    const first = await started();
    await keepARow(first);
    const supervisor = clone.processes().find(({ command }) => /\bnode tools\/start\.mjs/.test(command));
    const before = clone.processes().map(({ pid }) => pid);
    process.kill(supervisor?.pid ?? 0, 'SIGKILL');
    const second = await started();
    await expectRows(second);
    const after = clone.processes().map(({ pid }) => pid);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    const next = clone.processes().find(({ command }) => /\bnode tools\/start\.mjs/.test(command));
    process.kill(next?.pid ?? 0, 'SIGKILL');
    await clone.noneLeft();
  }, 120_000);

  it('takes over from a Postgres that was left behind', async () => {
    await keepARow(await started());
    const isPostgres = (command: string): boolean => /bin\/postgres -D|^postgres: /.test(command);
    await clone.killEverything(({ command }) => isPostgres(command));
    expect(clone.processes().some(({ command }) => isPostgres(command))).toBe(true);
    await expectRows(await started());
  }, 120_000);

  it('starts whatever dies again, Postgres too', async () => {
    const product = await started();
    for (const [name, pattern] of [
      ['api', /services\/api\/dist\/main\.js/],
      ['projector', /services\/projector\/dist\/main\.js/],
      ['mail', /tools\/dist\/mail\/main\.js/],
      ['database', /bin\/postgres -D/],
    ] as const) {
      const victim = clone.processes().find(({ command }) => pattern.test(command));
      process.kill(victim?.pid ?? 0, 'SIGKILL');
      await product.says(new RegExp(`The ${name} died \\(SIGKILL\\)`));
      await product.says(new RegExp(`The ${name} runs again`));
      await eventually(() => product.isReady(), 'it serves again', 60_000);
    }
    expect((await fetch(product.printed('Mail inbox'))).status).toBe(200);
    await expectRows(product);
  }, 120_000);

  it('starts a process again that runs but does not answer', async () => {
    const product = await started();
    const victims = ['api', 'projector'].map((name) => ({
      name,
      pid: clone.processes().find(({ command }) => command.includes(`services/${name}/dist/main.js`))?.pid ?? 0,
    }));
    for (const { pid } of victims) process.kill(pid, 'SIGSTOP');
    for (const { name } of victims) {
      await product.says(new RegExp(`The ${name} does not answer any more`));
      await product.says(new RegExp(`The ${name} runs again`));
    }
    await eventually(() => product.isReady(), 'it serves again', 60_000);
    await expectRows(product);
  }, 180_000);

  it(
    'ends on Ctrl-C at any moment of the start',
    async () => {
      for (let round = 0; round < 3 * REPEAT; round += 1) {
        const delayMs = Math.round(Math.random() * LATEST_KILL_MS);
        const product = clone.start();
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        product.pressCtrlC();
        await product.end();
        expect({ delayMs, left: clone.processes() }).toEqual({ delayMs, left: [] });
      }
      await expectRows(await started());
    },
    REPEAT * 120_000,
  );

  it('ends on SIGTERM to npm alone, on a closed terminal, and when a process hangs', async () => {
    const told = await started();
    told.signal('SIGTERM');
    await told.end();
    expect(clone.processes()).toEqual([]);

    const closed = await started();
    closed.closeTerminal();
    await clone.noneLeft();

    const hanging = await started();
    for (const { pid } of clone.processes().filter(({ command }) => command.includes('services/'))) {
      process.kill(pid, 'SIGSTOP');
    }
    hanging.pressCtrlC();
    await hanging.end();
    expect(clone.processes()).toEqual([]);
  }, 120_000);
});
