import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@fairmark/events/testing/eventually';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { CLUBHOUSE_NEXT, CLUBHOUSE_OLD } from '@fairmark/read-models';
import { fillLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';
import { TableReaders } from '../testing/table-readers.js';

const MOMENTS = 3 * REPEAT;
/** A rebuild as the command runs it. */
const PROGRAM = `
  import { rebuildNow } from '@fairmark/projector';
  import { createLogger, openLog } from '@fairmark/server';
  const databaseUrl = process.env.DATABASE_URL;
  const options = { databaseUrl, store: await openLog({ databaseUrl }), logger: createLogger('rebuild', 'silent') };
  await rebuildNow(options, { projection: 'clubhouse', requestedBy: 'kim' });
  process.exit(0);
`;

describe('a rebuild that is killed', () => {
  const stand = Stand.forSuite();

  it(
    `at any of ${MOMENTS} random moments leaves the live tables in service, and the next one works`,
    async () => {
      const seed = seedOf(Date.now() % 1_000_000);
      const luck = chance(seed);
      await fillLog(stand.store, { seed, events: 500, atOnce: 5 });
      const projector = stand.project();
      await stand.caughtUp();
      const readers = new TableReaders(stand.url);
      // The time of a whole run, most of which is the start of the process.
      const started = performance.now();
      expect(await run(stand, null)).toBe(0);
      let whole = performance.now() - started;
      let killed = 0;
      for (let turn = 0; killed < MOMENTS; turn += 1) {
        if (turn > 3 * MOMENTS) throw new Error(`Only ${killed} of ${turn} were killed before they had finished`);
        if (turn % 4 === 1) await fillLog(stand.store, { seed: seed + turn, events: 20, atOnce: 1 });
        const after = Math.round((whole * luck.whole(25, 100)) / 100);
        const code = await run(stand, after);
        expect([0, null]).toContain(code);
        if (code === null) killed += 1;
        else whole = Math.min(whole, after);
        const differences = await stand.caughtUp().then(() => stand.differences());
        if (differences.length > 0) {
          throw new Error(`Seed ${seed}, turn ${turn}, after ${after} ms: ${differences.join('\n')}`);
        }
      }
      expect(await run(stand, null)).toBe(0);
      await eventually(() => projector.health().state === 'LIVE');
      expect(await readers.stop()).toEqual({ backwards: [], errors: [] });
      expect(readers.looks).toBeGreaterThan(50);
      expect(await stand.differences()).toEqual([]);
      const { rowCount } = await stand.pool.query('select from pg_namespace where nspname = any($1)', [
        [CLUBHOUSE_NEXT, CLUBHOUSE_OLD],
      ]);
      expect(rowCount).toBe(0);
    },
    REPEAT * 180_000,
  );
});

/** Runs a rebuild, and kills it after this many milliseconds. Returns its exit code, or null when it was killed. */
async function run({ url }: Stand, killAfterMs: number | null): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  if (killAfterMs !== null) {
    await Promise.race([exit, sleep(killAfterMs)]);
    child.kill('SIGKILL');
  }
  const [code] = await exit;
  return code;
}
