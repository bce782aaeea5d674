import { setTimeout as pause } from 'node:timers/promises';
import { PostgresEventStore } from '@fairmark/event-store';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { workAndStandBy } from './many/support/projectors.js';
import { keepsScoring, type TwoBall } from './many/support/two-ball.js';
import { checkHistory } from './support/checker.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer } from './support/golfer.js';
import { play, proofLinks } from './support/group.js';
import { History } from './support/history.js';
import { Stack, type Service } from './support/stack.js';
import { tablesAgainstLog } from './support/tables.js';

const SEED = seedOf(20261120);
const GROUPS = 4;
/** A frozen projector loses its database session after four seconds; it is held longer than that. */
const FREEZE_MS = 6_000;
const SHORT_FREEZE_MS = 2_500;
/** Acknowledged scores that have to come in after each fault before the next: proof that the stack is back. */
const SCORES_BETWEEN = 40;
const BACK_WITHIN_MS = 60_000;
/** Between two scores of a phone: a golfer may change a round 1,200 times, and a slow machine takes minutes. */
const BREATH_MS = 250;

describe('a crash in the middle of a round', () => {
  const history = new History();
  let stack: Stack;
  let golfers: Golfer[] = [];

  beforeAll(async () => {
    stack = await Stack.start({ apis: 2, projectors: 2 });
    golfers = Array.from({ length: GROUPS * 2 }, (_, n) => {
      const gender = n % 2 === 0 ? 'MALE' : 'FEMALE';
      return new Golfer(stack.bases[n % 2] ?? '', { name: `Golfer ${n}`, gender, handicap: 5 + n * 3 });
    });
    await Promise.all(golfers.map((golfer) => golfer.signsUp(stack.linkFromMail)));
  });
  afterAll(() => stack?.stop());

  it(
    'loses no acknowledged score, doubles none, and leaves tables that equal the log',
    async () => {
      for (let round = 0; round < REPEAT; round += 1) await playsThroughEveryFault(round);

      const retried = history.operations.filter((operation) => operation.attempts > 1);
      console.log(
        `${history.operations.length} scores sent, ${of('acknowledged')} acknowledged, ` +
          `${retried.length} sent more than once, ${of('unknown')} of unknown outcome`,
      );
      expect(retried.length).toBeGreaterThan(0);
      expect(history.operations.filter((operation) => operation.result === 'refused')).toEqual([]);
      const store = new PostgresEventStore({ connectionString: stack.databaseUrl });
      try {
        expect(checkHistory(history.operations, await wholeLog(store))).toEqual([]);
        expect(await tablesAgainstLog(stack.databaseUrl, store)).toEqual([]);
      } finally {
        await store.close();
      }
    },
    REPEAT * 300_000 + 120_000,
  );

  const of = (result: string) => history.operations.filter((operation) => operation.result === result).length;

  /** Every group plays a round while one fault follows the other, and signs it. */
  async function playsThroughEveryFault(round: number): Promise<void> {
    const groups = await Promise.all(Array.from({ length: GROUPS }, (_, n) => startsRound(n)));
    const phones = new AbortController();
    const playing = groups.flatMap((group, n) =>
      group.players.map((golfer, m) =>
        keepsScoring(group, {
          draw: chance(SEED + round * 100 + n * 2 + m),
          signal: phones.signal,
          send: async (score) => {
            await history.score(golfer, score, { bases: stack.bases, until: Date.now() + BACK_WITHIN_MS });
            await pause(BREATH_MS);
          },
        }),
      ),
    );
    try {
      await goesOn('at first');
      await everyFault(round);
    } finally {
      phones.abort();
      await Promise.all(playing);
    }
    await Promise.all(stack.bases.map((_, index) => stack.ready(index)));
    for (const group of groups) await finishes(group);
  }

  async function startsRound(n: number): Promise<TwoBall> {
    const players = golfers.slice(n * 2, n * 2 + 2) as [Golfer, Golfer];
    const course = await proofLinks(players[0]);
    const matchType = n % 2 === 0 ? 'STROKE' : 'STABLEFORD';
    return { matchId: await play(players[0], [players[1]], { course, matchType }), course, players };
  }

  async function goesOn(after: string): Promise<void> {
    const enough = of('acknowledged') + SCORES_BETWEEN;
    await eventually(() => of('acknowledged') >= enough, `scores come in ${after}`, BACK_WITHIN_MS);
  }

  /** Each kind of fault once, each time on another of two alike. */
  async function everyFault(round: number): Promise<void> {
    const index = round % stack.apis.length;
    await stack.apis[index]?.kill();
    stack.apis[index]?.start();
    await stack.ready(index);
    await goesOn(`after api ${index} was killed`);
    const killed = stack.projectors[(await workAndStandBy(stack)).active];
    await killed?.kill();
    killed?.start();
    await goesOn('after the projector at work was killed');
    await frozen(stack.apis[1 - index], SHORT_FREEZE_MS);
    await goesOn('after an api was frozen');
    await frozen(stack.projectors[(await workAndStandBy(stack)).active], FREEZE_MS);
    await goesOn('after the projector at work was frozen');
    const thawPostgres = stack.freezePostgres();
    await pause(SHORT_FREEZE_MS);
    thawPostgres();
    await goesOn('after Postgres was frozen');
    await stack.crashPostgres();
    await goesOn('after Postgres was killed');
  }

  /** As on a machine that swaps. */
  async function frozen(service: Service | undefined, forMs: number): Promise<void> {
    service?.freeze();
    await pause(forMs);
    service?.thaw();
  }

  /** Both cards get a five on every hole from both sides, and both signatures, so that there are verified rounds to compare. */
  async function finishes({ matchId, players }: TwoBall): Promise<void> {
    for (const golfer of players) {
      const { rounds } = await golfer.match(matchId);
      for (const { player, holes } of rounds) {
        const mine = holes.map((hole) => (player.id === golfer.id ? hole.player : hole.marker)?.strokes ?? null);
        const open = holes.filter((_, index) => mine[index] !== 5);
        for (const { holeNumber } of open) {
          const score = { matchId, userId: player.id, holeNumber, strokes: 5 };
          await history.score(golfer, score, { bases: stack.bases, until: Date.now() + BACK_WITHIN_MS });
        }
      }
    }
    for (const golfer of players) await golfer.signs(matchId);
  }
});
