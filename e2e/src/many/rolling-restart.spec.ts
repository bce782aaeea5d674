import { setTimeout as pause } from 'node:timers/promises';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { seedOf } from '@fairmark/events/testing/repeat';
import { listens } from '@fairmark/tools';
import { migrate } from '@fairmark/read-models';
import { checkHistory } from '../support/checker.js';
import { eventually } from '@fairmark/events/testing/eventually';
import type { Golfer } from '../support/golfer.js';
import { twoBall, type TwoBall } from '../support/group.js';
import { Scorers } from '../support/scorers.js';
import { Stack } from '../support/stack.js';

const SEED = seedOf(20261122);
/** How long, and how often at most, the log is held until scores wait at each api, which refuses them after 4 s. */
const HELD_MS = 1_000;
const MOST_ATTEMPTS = 10;
const ACCEPTED_WITHIN_MS = 30_000;

describe('an upgrade while golfers play', () => {
  let stack: Stack;
  /** One at each api. Only {@link enters} enters scores here. */
  let quiet: TwoBall;
  let phones: Scorers;

  beforeAll(async () => {
    stack = await Stack.start({ apis: 2, projectors: 1 });
    const ball = await twoBall(stack, ['Fay Fox', 'Gil Gray']);
    quiet = await twoBall(stack, ['Jan Jay', 'Ken King']);
    phones = Scorers.whoLook(ball, { bases: stack.bases, seed: SEED, breathMs: 100 });
  });
  afterAll(async () => {
    await phones?.stop();
    await stack?.stop();
  });

  /** Sends SIGTERM while scores wait for the log at each api, and releases them once the api refuses connections. */
  async function endsWithScoresInHand(index: number): Promise<void> {
    for (let attempt = 1, ended = false; !ended; attempt += 1) {
      // An append locks this row first.
      await stack.database.query('begin; select from log.identity for update');
      const inHand = Promise.all(quiet.players.map((golfer) => enters(golfer, index + 1, 3 + (attempt % 4))));
      try {
        if (await scoresWait()) {
          const exit = stack.apis[index]?.kill('SIGTERM');
          const { port } = new URL(stack.bases[index] ?? '');
          await eventually(async () => !(await listens(Number(port))), `api ${index} refuses connections`);
          await stack.database.query('commit');
          await exit;
          ended = true;
        } else if (attempt === MOST_ATTEMPTS) {
          throw new Error(`Scores did not wait for the log at each api before api ${index} was to end`);
        }
      } finally {
        await stack.database.query('rollback');
      }
      expect(await inHand).toEqual([1, 1]);
    }
  }

  /** Whether scores at each api wait for the log within {@link HELD_MS}. */
  async function scoresWait(): Promise<boolean> {
    for (const end = performance.now() + HELD_MS; performance.now() < end; await pause(10)) {
      if ((await waitingApis()) === stack.apis.length) return true;
    }
    return false;
  }

  /** A golfer who does nothing else enters a score at one api. Returns the number of attempts. */
  async function enters(golfer: Golfer, holeNumber: number, strokes: number): Promise<number> {
    const score = { matchId: quiet.matchId, userId: golfer.id, holeNumber, strokes };
    const how = { bases: [golfer.base], until: Date.now() + ACCEPTED_WITHIN_MS };
    return (await phones.history.score(golfer, score, how)).attempts;
  }

  /** Each api appends over one connection. */
  async function waitingApis(): Promise<number> {
    const { rowCount } = await stack.database.query(
      `select from pg_stat_activity where datname = current_database()
         and application_name = 'fairmark log append' and wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  }

  it('each process restarts in turn, and each api answers what it has accepted', async () => {
    await phones.goOn();
    for (const [index, api] of stack.apis.entries()) {
      await endsWithScoresInHand(index);
      expect(api.child?.exitCode).toBe(0);
      await phones.goOn();
      api.start();
      await stack.ready(index);
      await phones.goOn();
    }
    const [projector] = stack.projectors;
    await projector?.kill('SIGTERM');
    expect(projector?.child?.exitCode).toBe(0);
    projector?.start();
    await phones.goOn();
    // Requests without an answer never reached a handler: no api has logged one.
    const { attempts } = phones.history;
    const lost = attempts.filter(({ outcome }) => outcome === 'reset');
    expect(lost.filter(({ requestId }) => stack.apis.some(({ output }) => output.includes(requestId)))).toEqual([]);
    const refused = attempts.filter(({ outcome }) => outcome === 'refused');
    expect(new Set(refused.map(({ base }) => base))).toEqual(new Set(stack.bases));
    console.log(`${attempts.length} attempts, ${refused.length} refused, ${lost.length} reset before a handler`);
  });

  it('migrations run, and tables grow by a column, while the old version serves', async () => {
    await migrate(stack.databaseUrl);
    await phones.goOn();
    for (const table of await tables()) {
      await stack.database.query(`alter table ${table} add column of_the_next_version text`);
    }
    await migrate(stack.databaseUrl);
    await phones.goOn();
    expect(stack.apis.map(({ child }) => child?.exitCode)).toEqual([null, null]);
  });

  it('has every accepted score in the log exactly once', async () => {
    await phones.stop();
    const { operations, failed } = phones.history;
    expect(failed).toEqual([]);
    expect(operations.filter(({ result }) => result !== 'acknowledged')).toEqual([]);
    expect(checkHistory(operations, await wholeLog(stack.log))).toEqual([]);
    expect(await stack.differences()).toEqual([]);
  });

  /** Our own tables; those of the jobs belong to a library. */
  async function tables(): Promise<string[]> {
    const { rows } = await stack.database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema', 'jobs') order by 1`,
    );
    expect(rows.length).toBeGreaterThan(0);
    return rows.map(({ name }) => name);
  }
});
