import { setTimeout as sleep } from 'node:timers/promises';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Pool } from 'pg';

const EVERY_MS = 10;

/** The `names` of rows that no later event removes: started matches, answered invites, verified cards. */
const SETTLED_ROWS = `
  select array(
    select 'match ' || match_id from ${CLUBHOUSE_SCHEMA}.matches where status <> 'LOBBY'
    union all select 'invite ' || invite_id from ${CLUBHOUSE_SCHEMA}.invites where status <> 'PENDING'
    union all select 'card ' || match_id || ' ' || user_id from ${CLUBHOUSE_SCHEMA}.rounds where verified
  ) as names`;

interface Look {
  at: string;
  names: string[];
}

/** Two sessions that keep running prepared queries: one for the tables' position, one for several settled rows. */
export function readTables(url: string) {
  const found = { errors: [] as string[], backwards: [] as string[] };
  const stopping = new AbortController();
  let looks = 0;
  const ask = async (text: string, look: (row: Look) => void): Promise<void> => {
    const pool = new Pool({ connectionString: url, max: 1 });
    while (!stopping.signal.aborted) {
      try {
        (await pool.query<Look>({ name: 'look', text })).rows.forEach(look);
      } catch (error) {
        found.errors.push(String(error));
      }
      looks += 1;
      await sleep(EVERY_MS);
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
  return {
    looks: () => looks,
    /** Returns the failed queries, and the answers that were older than an earlier one. */
    stop: async () => {
      stopping.abort();
      await running;
      return found;
    },
  };
}
