import { connectEventStoreDb } from '@fairmark/event-store';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { checkHistory } from '../support/checker.js';
import type { Golfer } from '../support/golfer.js';
import { twoBall, type TwoBall } from '../support/group.js';
import { History, type Operation } from '../support/history.js';
import { Scorers } from '../support/scorers.js';
import type { Stack } from '../support/stack.js';

const FORMATS = ['STROKE', 'STABLEFORD', 'STROKE', 'STABLEFORD'] as const;
const BACK_WITHIN_MS = 60_000;
const BREATH_MS = 250;

/** Golfers who keep scoring while parts of the product fail, and every answer that their phones got. */
export class Play {
  readonly history = new History();
  /** Reads without an answer. */
  unread = 0;
  private readonly seen = new Map<Golfer, bigint>();
  private readonly outdated: string[] = [];

  /** @param bases where their phones send scores; by default to each api */
  constructor(
    private readonly stack: Stack,
    private readonly bases: readonly string[] = stack.bases,
  ) {}

  /** Four groups of two play and sign a round while these faults occur. `goOn` waits for scores after each. */
  async through(seed: number, faults: (goOn: (after: string) => Promise<void>) => Promise<void>): Promise<void> {
    const { stack, history, bases } = this;
    const groups = await Promise.all(
      FORMATS.map((matchType, n) => twoBall(stack, [`Al ${n}`, `Bo ${n}`], { matchType })),
    );
    const afterwards = (golfer: Golfer, score: Operation): Promise<void> => this.reads(golfer, score);
    const how = { bases, untilMs: BACK_WITHIN_MS, seed, breathMs: BREATH_MS, history, afterwards };
    const scorers = new Scorers(groups, how);
    try {
      await scorers.goOn('at first');
      await faults((after) => scorers.goOn(after));
    } finally {
      await scorers.stop();
    }
    await Promise.all(stack.bases.map((_, index) => stack.ready(index)));
    for (const group of groups) await this.finishes(group);
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

  /** Completes both cards, with a five on every hole from both sides, and signs them. */
  private async finishes({ matchId, players }: TwoBall): Promise<void> {
    const how = { bases: this.bases, until: Date.now() + BACK_WITHIN_MS };
    for (const golfer of players) {
      const { rounds } = await golfer.match(matchId);
      for (const { player, holes } of rounds) {
        const side = player.id === golfer.id ? 'player' : 'marker';
        for (const { holeNumber } of holes.filter((hole) => hole[side]?.strokes !== 5)) {
          await this.history.score(golfer, { matchId, userId: player.id, holeNumber, strokes: 5 }, how);
        }
      }
    }
    for (const golfer of players) await golfer.signs(matchId);
  }
}
