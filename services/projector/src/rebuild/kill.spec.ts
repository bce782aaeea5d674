import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@fairmark/events/testing/eventually';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { CLUBHOUSE_NEXT, CLUBHOUSE_OLD, CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Client } from 'pg';
import { fillLog } from '../testing/fill-log.js';
import { SETTLED_ROWS, SettledRows } from '../testing/settled-rows.js';
import { Stand } from '../testing/stand.js';

const MOMENTS = 8 * REPEAT;

describe('a rebuild that is killed', () => {
  let stand: Stand;
  beforeEach(async () => {
    stand = await Stand.make();
  });
  afterEach(() => stand.end());

  it(
    `at any of ${MOMENTS} random moments leaves the live tables serving, and the next one works`,
    async () => {
      const seed = seedOf(Date.now() % 1_000_000);
      const luck = chance(seed);
      await fillLog(stand.store, { seed, events: 500, atOnce: 5 });
      const projector = stand.project();
      await stand.caughtUp();
      const watcher = await watch(stand.url);
      // What a whole run takes, most of which is the start of a process.
      const started = performance.now();
      expect(await run(stand.url, null)).toBe(0);
      let whole = performance.now() - started;
      let killed = 0;
      for (let turn = 0; killed < MOMENTS; turn += 1) {
        if (turn > 3 * MOMENTS) throw new Error(`Only ${killed} of ${turn} were killed before they had finished`);
        if (turn % 10 === 5) await fillLog(stand.store, { seed: seed + turn, events: 20, atOnce: 1 });
        const after = Math.round((whole * luck.whole(25, 100)) / 100);
        const code = await run(stand.url, after);
        expect([0, null]).toContain(code);
        if (code === null) killed += 1;
        else whole = Math.min(whole, after);
        // As if ten seconds had passed: until then the killed one is taken for alive.
        await stand.pool.query(`update app.rebuild_jobs set heard_at = heard_at - interval '1 minute'`);
        const differences = await stand.caughtUp().then(() => stand.differences());
        if (differences.length > 0) {
          throw new Error(`Seed ${seed}, turn ${turn}, after ${after} ms: ${differences.join('\n')}`);
        }
      }
      expect(await run(stand.url, null)).toBe(0);
      await eventually(() => projector.health().state === 'LIVE');
      expect(await watcher.stop()).toEqual({ backwards: [], errors: [], looked: true });
      expect(await stand.differences()).toEqual([]);
      const { rowCount } = await stand.pool.query('select from pg_namespace where nspname = any($1)', [
        [CLUBHOUSE_NEXT, CLUBHOUSE_OLD],
      ]);
      expect(rowCount).toBe(0);
    },
    REPEAT * 180_000,
  );
});

/** Runs a rebuild, and kills it after so many milliseconds. Answers its exit code; null: it was killed. */
async function run(databaseUrl: string, killAfterMs: number | null): Promise<number | null> {
  const child = spawn(process.execPath, [path.resolve('services/projector/dist/rebuild/rebuild.main.js')], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
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

/** A reader that asks all the time, with statements that its connection has prepared once. */
async function watch(
  url: string,
): Promise<{ stop: () => Promise<{ backwards: string[]; errors: string[]; looked: boolean }> }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const seen = { position: -1n, rounds: -1 };
  const found = { backwards: [] as string[], errors: [] as string[], looked: false };
  const settled = new SettledRows();
  const stopped = new AbortController();
  const look = async (): Promise<void> => {
    const { rows } = await client.query<{ position: string; rounds: number }>({
      name: 'look',
      text: `select (select position from ${CLUBHOUSE_SCHEMA}.checkpoint) as position,
               (select count(*)::int from ${CLUBHOUSE_SCHEMA}.rounds) as rounds`,
    });
    const position = BigInt(rows[0]?.position ?? -2);
    const rounds = rows[0]?.rounds ?? -2;
    if (position < seen.position || rounds < seen.rounds) found.backwards.push(`${position}, ${rounds}`);
    [seen.position, seen.rounds] = [position, rounds];
    const each = await client.query<{ names: string[] }>({ name: 'look at each', text: SETTLED_ROWS });
    found.backwards.push(...each.rows.flatMap(({ names }) => settled.wentBack(names)));
    found.looked = true;
  };
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      await look().catch((error: unknown) => found.errors.push(String(error)));
      await sleep(2);
    }
  })();
  return {
    stop: async () => {
      stopped.abort();
      await watching;
      await client.end();
      return found;
    },
  };
}
