import { setTimeout as pause } from 'node:timers/promises';
import { PostgresEventStore } from '@fairmark/events';
import { wholeLog } from '@fairmark/events/testing/events';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance, type Chance } from '@fairmark/platform';
import { checkHistory } from './support/checker.js';
import { eventually } from './support/eventually.js';
import { Golfer } from './support/golfer.js';
import { play, proofLinks } from './support/group.js';
import { History } from './support/history.js';
import { Stack } from './support/stack.js';
import { tablesAgainstLog } from './support/tables.js';

const SEED = seedOf(20261120);
const GROUPS = 4;
/** A frozen projector loses its database session after four seconds; it is held longer than that. */
const FREEZE_MS = 6_000;
const SHORT_FREEZE_MS = 2_500;
/** Acknowledged scores that have to come in after each fault before the next: proof that the stack is back. */
const SCORES_BETWEEN = 40;
const BACK_WITHIN_MS = 60_000;
/** Between two scores of a phone, so that a row of faults ends before a golfer has changed a round too often. */
const BREATH_MS = 100;

/** A two-ball on the course. */
interface Group {
  matchId: string;
  players: [Golfer, Golfer];
}

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
  }, 120_000);
  afterAll(() => stack?.stop(), 60_000);

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
        keepsScoring(golfer, group, chance(SEED + round * 100 + n * 2 + m), phones.signal),
      ),
    );
    try {
      await goesOn('at first');
      await everyFault();
    } finally {
      phones.abort();
      await Promise.all(playing);
    }
    await Promise.all(stack.bases.map((_, index) => stack.ready(index)));
    for (const group of groups) await finishes(group);
  }

  async function startsRound(n: number): Promise<Group> {
    const players = golfers.slice(n * 2, n * 2 + 2) as [Golfer, Golfer];
    const course = await proofLinks(players[0]);
    const matchType = n % 2 === 0 ? 'STROKE' : 'STABLEFORD';
    return { matchId: await play(players[0], [players[1]], { course, matchType }), players };
  }

  async function goesOn(after: string): Promise<void> {
    const enough = of('acknowledged') + SCORES_BETWEEN;
    await eventually(() => of('acknowledged') >= enough, `scores come in ${after}`, BACK_WITHIN_MS);
  }

  async function everyFault(): Promise<void> {
    for (const [index, api] of stack.apis.entries()) {
      await api.kill();
      api.start();
      await stack.ready(index);
      await goesOn(`after api ${index} was killed`);
    }
    for (const projector of stack.projectors) {
      await projector.kill();
      projector.start();
      await goesOn('after a projector was killed');
    }
    await stack.apis[0]?.freezesFor(SHORT_FREEZE_MS);
    await goesOn('after an api was frozen');
    for (const projector of stack.projectors) {
      await projector.freezesFor(FREEZE_MS);
      await goesOn('after a projector was frozen');
    }
    await stack.freezePostgres(SHORT_FREEZE_MS);
    await goesOn('after Postgres was frozen');
    await stack.crashPostgres();
    await goesOn('after Postgres was killed');
  }

  /** A phone that enters one score after another, on both cards, until it is told to stop. */
  async function keepsScoring(golfer: Golfer, group: Group, draw: Chance, signal: AbortSignal): Promise<void> {
    const last = new Map<string, number>();
    while (!signal.aborted) {
      const userId = draw.pick(group.players).id;
      const holeNumber = draw.whole(1, 18);
      const place = `${userId} ${holeNumber}`;
      // Never the value that stands there, so that every acknowledged score is an event of its own.
      const strokes = 1 + (((last.get(place) ?? 0) + draw.whole(0, 7)) % 9);
      last.set(place, strokes);
      const until = Date.now() + BACK_WITHIN_MS;
      await history.score(
        golfer,
        { matchId: group.matchId, userId, holeNumber, strokes },
        { bases: stack.bases, until },
      );
      await pause(BREATH_MS);
    }
  }

  /** Both cards get a five on every hole from both sides, and both signatures, so that there are verified rounds to compare. */
  async function finishes({ matchId, players }: Group): Promise<void> {
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
    for (const golfer of players) await golfer.does('POST', `/api/match/${matchId}/verify`);
  }
});
