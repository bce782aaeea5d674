import { setTimeout as pause } from 'node:timers/promises';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { listens } from '@fairmark/tools';
import { migrate } from '@fairmark/read-models';
import { checkHistory } from '../support/checker.js';
import { eventually } from '@fairmark/events/testing/eventually';
import type { Golfer } from '../support/golfer.js';
import { answeredScore, type Operation, type Score } from '../support/history.js';
import { Stack } from '../support/stack.js';
import { Balancer } from './support/balancer.js';
import { keepsScoring, twoBall, type TwoBall } from './support/two-ball.js';

const SEED = seedOf(20261122);
/** Requests that are answered between two steps. */
const BETWEEN = 40;
/** Between two scores of a phone: a golfer may change a round 1,200 times, and a slow machine takes minutes. */
const BREATH_MS = 100;
/** How long, and how often at most, the log is held until scores wait at each api, which refuses them after 4 s. */
const HELD_MS = 1_000;
const MOST_ATTEMPTS = 10;

describe('an upgrade while golfers play', () => {
  /** The answers that phones got to their scores. */
  const operations: Operation[] = [];
  /** Answers other than success. */
  const failed: string[] = [];
  let answered = 0;
  let stack: Stack;
  /** Only {@link entersAt} enters scores here. */
  let quiet: TwoBall;
  let balancer: Balancer;
  let playing: Promise<unknown> = Promise.resolve();
  const phones = new AbortController();

  beforeAll(async () => {
    stack = await Stack.start({ apis: 2, projectors: 1 });
    const ball = await twoBall(stack, ['Fay Fox', 'Gil Gray']);
    quiet = await twoBall(stack, ['Jan Jay', 'Ken King']);
    balancer = new Balancer(stack.bases);
    playing = Promise.all(
      ball.players.map((golfer, n) =>
        keepsScoring(ball, {
          draw: chance(SEED + n),
          signal: phones.signal,
          send: (score) => entersAndLooks(golfer, score),
        }),
      ),
    );
  });
  afterAll(async () => {
    phones.abort();
    await playing;
    balancer?.close();
    await stack?.stop();
  });

  /** Enters a score, with a key of its own, and looks at the match. */
  async function entersAndLooks(golfer: Golfer, score: Score): Promise<void> {
    const { token } = golfer;
    const written = await balancer.send({ method: 'POST', path: '/api/match/score', token, body: score });
    operations.push(answeredScore(golfer, score, written));
    const read = await balancer.send({ method: 'GET', path: `/api/match/${score.matchId}`, token });
    for (const { status, body } of [written, read]) {
      if (status === 200) answered += 1;
      else failed.push(`${status} ${JSON.stringify(body)}`);
    }
    await pause(BREATH_MS);
  }

  async function goesOn(): Promise<void> {
    const enough = answered + BETWEEN;
    await eventually(
      () => answered >= enough || failed.length > 0,
      () => `requests are answered: ${answered} were`,
      30_000,
    );
    expect(failed).toEqual([]);
  }

  /** Sends SIGTERM while scores wait for the log at each api, and releases them once the api refuses connections. */
  async function endsWithScoresInHand(index: number): Promise<void> {
    for (let attempt = 1, ended = false; !ended; attempt += 1) {
      // An append locks this row first.
      await stack.database.query('begin; select from log.identity for update');
      const inHand = Promise.all(stack.bases.map((_, api) => entersAt(api, index + 1, 3 + (attempt % 4))));
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
      expect(await inHand).toEqual(stack.bases.map(() => 200));
    }
  }

  /** Whether scores at each api wait for the log within {@link HELD_MS}. */
  async function scoresWait(): Promise<boolean> {
    for (const end = performance.now() + HELD_MS; performance.now() < end; await pause(10)) {
      if ((await waitingApis()) === stack.apis.length) return true;
    }
    return false;
  }

  /** A golfer who does nothing else enters a score, at this api only. */
  async function entersAt(api: number, holeNumber: number, strokes: number): Promise<number> {
    const { matchId, players } = quiet;
    const golfer = players[api === 0 ? 0 : 1];
    const score = { matchId, userId: golfer.id, holeNumber, strokes };
    const answer = await golfer.scores(matchId, holeNumber, strokes, { base: stack.bases[api] });
    operations.push(answeredScore(golfer, score, { ...answer, attempts: 1 }));
    return answer.status;
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
    await goesOn();
    for (const [index, api] of stack.apis.entries()) {
      await endsWithScoresInHand(index);
      expect(api.child?.exitCode).toBe(0);
      await goesOn();
      api.start();
      await stack.ready(index);
      await goesOn();
    }
    const [projector] = stack.projectors;
    await projector?.kill('SIGTERM');
    expect(projector?.child?.exitCode).toBe(0);
    projector?.start();
    await goesOn();
    // Requests without an answer never reached a handler: no api has logged one.
    const lost = balancer.attempts.filter(({ outcome }) => outcome === 'reset');
    expect(lost.filter(({ api, requestId }) => stack.apis[api]?.output.includes(requestId))).toEqual([]);
    expect(balancer.attempts.filter(({ outcome }) => outcome === 'cut')).toEqual([]);
    const refused = balancer.attempts.filter(({ outcome }) => outcome === 'refused');
    expect(new Set(refused.map(({ api }) => api))).toEqual(new Set([0, 1]));
    console.log(
      `${balancer.attempts.length} attempts, ${refused.length} refused, ${lost.length} reset before a handler`,
    );
  });

  it('migrations run, and tables grow by a column, while the old version serves', async () => {
    const before = answered;
    await migrate(stack.databaseUrl);
    await goesOn();
    for (const table of await tables()) {
      await stack.database.query(`alter table ${table} add column of_the_next_version text`);
    }
    await migrate(stack.databaseUrl);
    await goesOn();
    expect(answered).toBeGreaterThan(before);
    expect(stack.apis.map(({ child }) => child?.exitCode)).toEqual([null, null]);
  });

  it('has every accepted score in the log exactly once', async () => {
    phones.abort();
    await playing;
    expect(failed).toEqual([]);
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
