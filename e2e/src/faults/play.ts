import { setTimeout as pause } from 'node:timers/promises';
import { connectEventStoreDb } from '@fairmark/event-store';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { allKeepScoring, type TwoBall } from '../many/support/two-ball.js';
import { checkHistory } from '../support/checker.js';
import { Golfer } from '../support/golfer.js';
import { play, proofLinks } from '../support/group.js';
import { History, type Operation, type Score } from '../support/history.js';
import type { Stack } from '../support/stack.js';

const GROUPS = 4;
/** Scores that have to be acknowledged between two faults, to prove that the stack has recovered. */
const SCORES_BETWEEN = 40;
const BACK_WITHIN_MS = 60_000;
/** Pause between two scores of a phone, as a golfer may change a round only 1,200 times. */
const BREATH_MS = 250;

/** Golfers who keep scoring while parts of the product fail, and every answer that their phones got. */
export class Play {
  readonly history = new History();
  /** Reads without an answer. */
  unread = 0;
  private readonly seen = new Map<Golfer, bigint>();
  private readonly outdated: string[] = [];

  private constructor(
    private readonly stack: Stack,
    private readonly bases: readonly string[],
    private readonly golfers: readonly Golfer[],
  ) {}

  /** Signs up four groups of two. `bases`: where their phones send scores; by default to each api. */
  static async begin(stack: Stack, bases: readonly string[] = stack.bases): Promise<Play> {
    const golfers = Array.from({ length: GROUPS * 2 }, (_, n) => {
      const gender = n % 2 === 0 ? 'MALE' : 'FEMALE';
      const base = stack.bases[n % stack.bases.length] ?? '';
      return new Golfer(base, { name: `Golfer ${n}`, gender, handicap: 5 + n * 3 });
    });
    await Promise.all(golfers.map((golfer) => golfer.hasAccount(stack.database)));
    return new Play(stack, bases, golfers);
  }

  /** Scores with this outcome. */
  of(result: Operation['result']): Operation[] {
    return this.history.operations.filter((operation) => operation.result === result);
  }

  /** Scores that were sent more than once. */
  get retried(): Operation[] {
    return this.history.operations.filter((operation) => operation.attempts > 1);
  }

  /** Every group plays and signs a round while these faults occur. */
  async through(seed: number, faults: () => Promise<void>): Promise<void> {
    const groups = await Promise.all(Array.from({ length: GROUPS }, (_, n) => this.startsRound(n)));
    const end = allKeepScoring(groups, seed, async (golfer, score) => {
      await this.reads(golfer, await this.score(golfer, score));
      await pause(BREATH_MS);
    });
    try {
      await this.waitForScores('at first');
      await faults();
    } finally {
      await end();
    }
    await Promise.all(this.stack.bases.map((_, index) => this.stack.ready(index)));
    for (const group of groups) await this.finishes(group);
  }

  /** Waits until scores are acknowledged again. */
  async waitForScores(after: string): Promise<void> {
    const enough = this.of('acknowledged').length + SCORES_BETWEEN;
    await eventually(() => this.of('acknowledged').length >= enough, `scores come in ${after}`, BACK_WITHIN_MS);
  }

  /** Every inconsistency between the phones' answers, the log (in Postgres, or at this address) and the tables. */
  async wrongs(eventStoreUrl?: string): Promise<string[]> {
    const { operations } = this.history;
    if (eventStoreUrl === undefined) {
      const wrongs = checkHistory(operations, await wholeLog(this.stack.log));
      return [...this.outdated, ...wrongs, ...(await this.stack.differences())];
    }
    const store = await connectEventStoreDb({ connectionString: eventStoreUrl });
    try {
      // A server may hold others' events, and its positions have gaps.
      const mine = new Set(operations.map(({ matchId }) => `match-${matchId}`));
      const log = (await wholeLog(store)).filter(({ stream }) => mine.has(stream));
      const wrongs = checkHistory(operations, log, { counted: false });
      return [...this.outdated, ...wrongs, ...(await this.stack.differences(store))];
    } finally {
      await store.close();
    }
  }

  private score(golfer: Golfer, score: Score): Promise<Operation> {
    return this.history.score(golfer, score, { bases: this.bases, until: Date.now() + BACK_WITHIN_MS });
  }

  /** Reads what derives from a score: it is seen, or the answer says that it is stale, and is never older than before. */
  private async reads(golfer: Golfer, { position, log }: Operation): Promise<void> {
    if (position === undefined) return;
    const path = `/api/mothership/unverified-rounds?position=${position}&log=${log}`;
    const answer = await golfer.call<{ position?: string; stale?: boolean }>('GET', path).catch(() => null);
    if (answer?.status !== 200) {
      this.unread += 1;
      return;
    }
    const { position: shown = '0', stale } = answer.body;
    const seen = this.seen.get(golfer) ?? 0n;
    if (BigInt(shown) < seen || (BigInt(shown) < BigInt(position) && stale !== true)) {
      this.outdated.push(`outdated: ${shown} was shown after ${seen} to ${golfer.profile.name}, who wrote ${position}`);
    }
    this.seen.set(golfer, BigInt(shown));
  }

  private async startsRound(n: number): Promise<TwoBall> {
    const players = this.golfers.slice(n * 2, n * 2 + 2) as [Golfer, Golfer];
    const course = await proofLinks(players[0]);
    const matchType = n % 2 === 0 ? 'STROKE' : 'STABLEFORD';
    return { matchId: await play(players[0], [players[1]], { course, matchType }), course, players };
  }

  /** Completes both cards, with a five on every hole from both sides, and signs them. */
  private async finishes({ matchId, players }: TwoBall): Promise<void> {
    for (const golfer of players) {
      const { rounds } = await golfer.match(matchId);
      for (const { player, holes } of rounds) {
        const mine = holes.map((hole) => (player.id === golfer.id ? hole.player : hole.marker)?.strokes ?? null);
        const open = holes.filter((_, index) => mine[index] !== 5);
        for (const { holeNumber } of open) {
          await this.score(golfer, { matchId, userId: player.id, holeNumber, strokes: 5 });
        }
      }
    }
    for (const golfer of players) await golfer.signs(matchId);
  }
}
