import { setTimeout as sleep } from 'node:timers/promises';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Pool } from 'pg';

/** Gives the `names` of rows that no later event takes back: matches that began, invites that were answered, verified cards. */
const SETTLED_ROWS = `
  select array(
    select 'match ' || match_id from ${CLUBHOUSE_SCHEMA}.matches where status <> 'LOBBY'
    union all select 'invite ' || invite_id from ${CLUBHOUSE_SCHEMA}.invites where status <> 'PENDING'
    union all select 'card ' || match_id || ' ' || user_id from ${CLUBHOUSE_SCHEMA}.rounds where verified
  ) as names`;

/** Notices a row that goes back to an older state, which changes neither counts nor sums that others move on. */
class SettledRows {
  private seen: ReadonlySet<string> = new Set();

  /** Of the rows that were settled when it looked last, those that are not any more. */
  wentBack(names: readonly string[]): string[] {
    const now = new Set(names);
    const back = [...this.seen].filter((name) => !now.has(name));
    this.seen = now;
    return back;
  }
}

/** What one of the questions is answered. */
interface Look {
  a?: string;
  b?: string;
  names?: string[];
}

/** Sessions that ask the same prepared questions all the time, one of them about several tables at once, one about each row. */
export class TableReaders {
  looks = 0;
  private readonly found = { errors: [] as string[], backwards: [] as string[] };
  private readonly stopping = new AbortController();
  private readonly running: Promise<unknown>;

  constructor(url: string) {
    this.running = Promise.all([
      this.run(url, `select (select position from ${CLUBHOUSE_SCHEMA}.checkpoint) as a, 0 as b`),
      this.run(
        url,
        `select count(*) as a, count(distinct p.user_id) as b from ${CLUBHOUSE_SCHEMA}.matches m
         join ${CLUBHOUSE_SCHEMA}.player_matches p using (match_id)
         left join ${CLUBHOUSE_SCHEMA}.rounds r on r.match_id = m.match_id and r.user_id = p.user_id`,
      ),
      // Not their holes: a score that is cleared makes those fewer.
      this.run(url, `select count(*) as a, count(verified_at) as b from ${CLUBHOUSE_SCHEMA}.rounds`),
      this.runSettled(url),
    ]);
  }

  /** Answers which questions failed, and which answers were older than one before. */
  async stop(): Promise<{ errors: string[]; backwards: string[] }> {
    this.stopping.abort();
    await this.running;
    return this.found;
  }

  private async run(url: string, text: string): Promise<void> {
    const seen = { a: -1, b: -1 };
    await this.ask({ url, text, everyMs: 10 }, (row) => {
      const [a, b] = [Number(row.a), Number(row.b)];
      if (a < seen.a || b < seen.b) this.found.backwards.push(`${a}, ${b} after ${seen.a}, ${seen.b}: ${text}`);
      [seen.a, seen.b] = [a, b];
    });
  }

  private async runSettled(url: string): Promise<void> {
    const settled = new SettledRows();
    await this.ask({ url, text: SETTLED_ROWS, everyMs: 20 }, ({ names = [] }) => {
      this.found.backwards.push(...settled.wentBack(names));
    });
  }

  private async ask(
    { url, text, everyMs }: { url: string; text: string; everyMs: number },
    look: (row: Look) => void,
  ): Promise<void> {
    const pool = new Pool({ connectionString: url, max: 1 });
    while (!this.stopping.signal.aborted) {
      try {
        const { rows } = await pool.query<Look>({ name: 'look', text });
        rows.forEach(look);
      } catch (error) {
        this.found.errors.push(String(error));
      }
      this.looks += 1;
      await sleep(everyMs);
    }
    await pool.end();
  }
}
