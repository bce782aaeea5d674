import { setTimeout as pause } from 'node:timers/promises';
import { PostgresEventStore } from '@fairmark/event-store';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { latestRebuild, requestRebuild } from '@fairmark/read-models';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import pg from 'pg';
import { eventually } from '@fairmark/events/testing/eventually';
import type { Golfer } from '../support/golfer.js';
import { Stack } from '../support/stack.js';
import { tablesAgainstLog } from '../support/tables.js';
import { finishes, keepsScoring, twoBall, type Score, type TwoBall } from './support/two-ball.js';

const SEED = seedOf(20261122);
const REBUILDS = 3 * REPEAT;
/** Events of other golfers' rounds: what a rebuild has to do. */
const EVENTS_BEFORE = 3_000;
const REBUILT_WITHIN_MS = 60_000;
/** Between two looks, and two scores of a phone: a golfer may change a round 1,200 times. */
const PAUSE_MS = 100;

interface Fresh {
  position?: string;
  stale?: boolean;
  rounds?: unknown[];
}

describe('rebuilds while golfers play and look', () => {
  let stack: Stack;
  let store: PostgresEventStore;
  let database: pg.Pool;
  let finished: TwoBall;
  let ball: TwoBall;

  beforeAll(async () => {
    stack = await Stack.start({ apis: 1, projectors: 1, env: { RATE_LIMIT_SCALE: '100000' } });
    store = new PostgresEventStore({ connectionString: stack.databaseUrl });
    database = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
    await fillLog(store, { seed: SEED, events: EVENTS_BEFORE });
    finished = await twoBall(stack, ['Fay Ford', 'Gus Gray']);
    await finishes(finished);
    ball = await twoBall(stack, ['Hal Hart', 'Ida Ivey']);
  });
  afterAll(async () => {
    await database?.end();
    await store?.close();
    await stack?.stop();
  });

  /** Asks one thing again and again; keeps what would be a step backwards. */
  async function keepsLooking(golfer: Golfer, path: string, signal: AbortSignal): Promise<Looked> {
    const looked: Looked = { times: 0, backwards: [], slowestMs: 0 };
    const seen = { position: -1n, rounds: -1 };
    while (!signal.aborted) {
      const asked = performance.now();
      const answer = await golfer.does<Fresh>('GET', path);
      looked.slowestMs = Math.max(looked.slowestMs, performance.now() - asked);
      const [position, rounds] = [BigInt(answer.position ?? -2), answer.rounds?.length ?? -2];
      if (position < seen.position || rounds < seen.rounds) {
        looked.backwards.push(`${path}: ${position}, ${rounds} after ${seen.position}, ${seen.rounds}`);
      }
      [seen.position, seen.rounds] = [position, rounds];
      looked.times += 1;
      await pause(PAUSE_MS);
    }
    return looked;
  }

  /** Enters scores, every one of which has to be accepted and then to be found in what is derived from it. */
  async function plays(
    golfer: Golfer,
    draw: number,
    signal: AbortSignal,
  ): Promise<{ accepted: number; missed: string[] }> {
    let accepted = 0;
    const missed: string[] = [];
    const send = async (score: Score): Promise<void> => {
      const { position, log } = await golfer.does<{ position: string; log: string }>('POST', '/api/match/score', score);
      accepted += 1;
      const path = `/api/mothership/unverified-rounds?position=${position}&log=${log}`;
      const answer = await golfer.does<Fresh>('GET', path);
      if (answer.stale !== true && BigInt(answer.position ?? 0) < BigInt(position)) missed.push(position);
      await pause(PAUSE_MS);
    };
    await keepsScoring(ball, { draw: chance(draw), signal, send });
    return { accepted, missed };
  }

  it(
    'shows no error and nothing older than before',
    async () => {
      const [fay] = finished.players;
      const stop = new AbortController();
      const { signal } = stop;
      const board = `/api/mothership/daily-results?course=${finished.course}&sort=nett`;
      const looking = Promise.all([
        keepsLooking(fay, board, signal),
        keepsLooking(fay, `/api/mothership/history?course=${finished.course}&sort=date-desc`, signal),
      ]);
      const playing = Promise.all(ball.players.map((golfer, n) => plays(golfer, SEED + n, signal)));
      const rebuilding = (async () => {
        for (let run = 0; run < REBUILDS; run += 1) {
          const { job } = await requestRebuild(database, { projection: 'clubhouse', requestedBy: 'e2e' });
          await eventually(
            async () => {
              const now = await latestRebuild(database, 'clubhouse');
              if (now !== null && /FAILED|CANCELLED/.test(now.state)) throw new Error(JSON.stringify(now));
              return now?.id === job.id && now.state === 'DONE';
            },
            () => `rebuild ${run}. The projector said: ${stack.projectors[0]?.output.slice(-2_000)}`,
            REBUILT_WITHIN_MS,
          );
        }
      })();
      try {
        await Promise.race([rebuilding, looking, playing]);
      } finally {
        stop.abort();
      }
      for (const { times, backwards } of await looking) {
        expect(backwards).toEqual([]);
        expect(times).toBeGreaterThan(REBUILDS);
      }
      for (const { accepted, missed } of await playing) {
        expect(missed).toEqual([]);
        expect(accepted).toBeGreaterThan(REBUILDS);
      }
      const { rows } = await database.query(`select count(*)::int as done from app.rebuild_jobs where state = 'DONE'`);
      expect(rows).toEqual([{ done: REBUILDS }]);
      expect(await tablesAgainstLog(stack.databaseUrl, store)).toEqual([]);
      const said = () => stack.projectors.map(({ output }) => output).join('\n');
      const noticed = () => said().match(/the tables were replaced/g)?.length ?? 0;
      // A projector notices at its next heartbeat, which may come after the job is done.
      await eventually(
        () => noticed() >= REBUILDS,
        () => `${REBUILDS} swaps are noticed, not ${noticed()}`,
        10_000,
      );
      expect(noticed()).toBe(REBUILDS);
      expect(said()).not.toContain('the projector was interrupted');
    },
    REPEAT * 300_000,
  );
});

interface Looked {
  times: number;
  backwards: string[];
  slowestMs: number;
}
