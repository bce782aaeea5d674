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

/** The answer to one of the queries. */
interface Look {
  at: string;
  names: string[];
}

/** Two sessions that keep running prepared queries: one for the tables' position, one for several settled rows. */
export class TableReaders {
  looks = 0;
  private readonly found = { errors: [] as string[], backwards: [] as string[] };
  private readonly stopping = new AbortController();
  private readonly running: Promise<unknown>;

  constructor(url: string) {
    const { backwards } = this.found;
    let position = -1;
    let settled: readonly string[] = [];
    this.running = Promise.all([
      this.ask(url, `select position as at from ${CLUBHOUSE_SCHEMA}.checkpoint`, ({ at }) => {
        if (Number(at) < position) backwards.push(`${at} after ${position}`);
        position = Number(at);
      }),
      this.ask(url, SETTLED_ROWS, ({ names }) => {
        const now = new Set(names);
        backwards.push(...settled.filter((name) => !now.has(name)));
        settled = names;
      }),
    ]);
  }

  /** Returns the failed queries, and the answers that were older than an earlier one. */
  async stop(): Promise<{ errors: string[]; backwards: string[] }> {
    this.stopping.abort();
    await this.running;
    return this.found;
  }

  private async ask(url: string, text: string, look: (row: Look) => void): Promise<void> {
    const pool = new Pool({ connectionString: url, max: 1 });
    while (!this.stopping.signal.aborted) {
      try {
        const { rows } = await pool.query<Look>({ name: 'look', text });
        rows.forEach(look);
      } catch (error) {
        this.found.errors.push(String(error));
      }
      this.looks += 1;
      await sleep(EVERY_MS);
    }
    await pool.end();
  }
}
