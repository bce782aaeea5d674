import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@fairmark/events/testing/eventually';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Pool } from 'pg';
import { fillLog } from '../testing/fill-log.js';
import { keptLog } from '../testing/kept-log.js';
import { Stand } from '../testing/stand.js';

/** The level of a warning in a log line. */
const WARN = 40;
const RUNS = 3;
/** The names of rows that no later event removes: started matches, answered invites, verified cards. */
const SETTLED_ROWS = `
  select array(
    select 'match ' || match_id from ${CLUBHOUSE_SCHEMA}.matches where status <> 'LOBBY'
    union all select 'invite ' || invite_id from ${CLUBHOUSE_SCHEMA}.invites where status <> 'PENDING'
    union all select 'card ' || match_id || ' ' || user_id from ${CLUBHOUSE_SCHEMA}.rounds where verified
  ) as names`;

describe('tables that are swapped while in use', () => {
  const stand = Stand.forSuite();

  it('never show an older position to prepared statements while golfers score, without projector warnings', async () => {
    await fillLog(stand.store, { seed: 60, events: 1_500 });
    const log = keptLog('info');
    const projector = await stand.live({ logger: log.logger });
    const readers = readTables(stand.url);
    const stop = new AbortController();
    let seed = 61;
    const scoring = (async () => {
      while (!stop.signal.aborted) {
        const begun = performance.now();
        await fillLog(stand.store, { seed: (seed += 1), events: 30, atOnce: 3 });
        // Golfers are slower: otherwise the log could grow faster than a busy machine rebuilds it.
        await sleep(performance.now() - begun);
      }
    })();
    try {
      for (let run = 0; run < RUNS; run += 1) {
        expect(await stand.rebuild()).toMatchObject({ finished: true });
        // The projector has found the new tables once it writes to them.
        const before = await stand.checkpoint();
        await eventually(async () => ((await stand.checkpoint()) ?? 0n) > (before ?? 0n));
      }
    } finally {
      stop.abort();
      await scoring;
      await readers.stop();
    }
    await stand.caughtUp();
    expect(await readers.stop()).toEqual({ errors: [], backwards: [] });
    expect(readers.looks()).toBeGreaterThan(50);
    const lines = log.lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(lines.filter(({ level }) => level >= WARN)).toEqual([]);
    expect(lines.filter(({ msg }) => msg.includes('were replaced'))).toHaveLength(RUNS);
    expect(projector.health()).toMatchObject({ state: 'LIVE', problem: null });
    expect(await stand.differences()).toEqual([]);
  });

  it('wait for a hanging transaction of a projector, and are swapped when it has ended', async () => {
    await fillLog(stand.store, { seed: 82, events: 300 });
    await stand.projected();
    const other = await stand.pool.connect();
    await other.query(`begin; update ${CLUBHOUSE_SCHEMA}.checkpoint set heartbeat_at = clock_timestamp()`);
    const rebuilding = stand.rebuild();
    await eventually(async () => (await stand.waiting('fairmark rebuild')) === 1);
    await sleep(600);
    await other.query('commit');
    other.release();
    expect(await rebuilding).toMatchObject({ finished: true });
    expect(await stand.differences()).toEqual([]);
  });

  it('are dropped only after their last reader', async () => {
    await fillLog(stand.store, { seed: 83, events: 300 });
    await stand.rebuild();
    const reader = await stand.pool.connect();
    await reader.query('begin');
    const before = await reader.query(`select count(*) from ${CLUBHOUSE_SCHEMA}.rounds`);
    const rebuilding = stand.rebuild();
    const again = stand.sql('select count(*) from rm.rounds');
    expect(await again).toEqual(before.rows);
    const dropping = `query like '%drop schema%_old%' and wait_event_type = 'Lock'`;
    await eventually(async () => (await stand.sessions('fairmark rebuild', dropping)) === 1);
    expect((await reader.query(`select count(*) from ${CLUBHOUSE_SCHEMA}.rounds`)).rows).toEqual(before.rows);
    await reader.query('commit');
    reader.release();
    expect(await rebuilding).toMatchObject({ finished: true });
  });
});

/** Two sessions that keep running prepared queries: one for the tables' position, one for several settled rows. */
function readTables(url: string) {
  const found = { errors: [] as string[], backwards: [] as string[] };
  const stopping = new AbortController();
  let looks = 0;
  const ask = async (text: string, look: (row: { at: string; names: string[] }) => void): Promise<void> => {
    const pool = new Pool({ connectionString: url, max: 1 });
    while (!stopping.signal.aborted) {
      try {
        (await pool.query<{ at: string; names: string[] }>({ name: 'look', text })).rows.forEach(look);
      } catch (error) {
        found.errors.push(String(error));
      }
      looks += 1;
      await sleep(10);
    }
    await pool.end();
  };
  let position = -1;
  let settled: readonly string[] = [];
  const running = Promise.all([
    ask(`select position as at from ${CLUBHOUSE_SCHEMA}.checkpoint`, ({ at }) => {
      if (Number(at) < position) found.backwards.push(`${at} after ${position}`);
      position = Number(at);
    }),
    ask(SETTLED_ROWS, ({ names }) => {
      found.backwards.push(...settled.filter((name) => !names.includes(name)));
      settled = names;
    }),
  ]);
  /** Returns the failed queries, and the answers that were older than an earlier one. */
  const stop = async () => {
    stopping.abort();
    await running;
    return found;
  };
  return { looks: () => looks, stop };
}
