import { deepStrictEqual } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';
import { chance, type Chance } from '@fairmark/server';
import type { Golfer } from './golfer.js';
import type { TwoBall } from './group.js';
import { History, type Attempt, type Operation } from './history.js';

/** Scores of a golfer between two steps of a test, which prove that the product takes them again. */
const SCORES_EACH = 5;
const GO_ON_WITHIN_MS = 60_000;
/** How long a phone waits for an answer to one request, of an api that does not lose any. */
const ANSWER_WITHIN_MS = 10_000;

interface Scoring {
  /** The apis that each score is sent to in turn, until its outcome is known or this time is over. */
  bases: readonly string[];
  untilMs: number;
  /** Of the random scores. */
  seed: string | number;
  /** Pause of a golfer between two scores, who may send 240 per minute and change a round 1,200 times. */
  breathMs: number;
  /** By default a new one. */
  history?: History;
  /** Whether no request may fail, as while processes are replaced one by one. */
  expectsAnswers?: boolean;
  /** What a golfer does after each score. */
  afterwards?: (golfer: Golfer, score: Operation) => unknown;
}

/** Groups who enter scores without end, whatever happens to the product, and every answer that they got. */
export class Scorers {
  readonly history: History;
  private readonly ending = new AbortController();
  private readonly scoring: Promise<unknown>;

  constructor(
    private readonly groups: readonly TwoBall[],
    private readonly how: Scoring,
  ) {
    this.history = how.history ?? new History();
    this.scoring = Promise.all(
      groups.flatMap((group, n) =>
        group.players.map((golfer, m) => this.keepsScoring(golfer, group, chance(`${how.seed} ${n} ${m}`))),
      ),
    );
  }

  /** A group that looks at its round after each score. Its phones expect an answer to every request. */
  static whoLook(ball: TwoBall, { bases, ...how }: Pick<Scoring, 'bases' | 'seed' | 'breathMs'>): Scorers {
    const untilMs = onThisMachine(ANSWER_WITHIN_MS);
    const history = new History(untilMs);
    const afterwards = (golfer: Golfer): Promise<void> =>
      history.looks(golfer, ball.matchId, { bases, until: Date.now() + untilMs });
    return new Scorers([ball], { ...how, bases, untilMs, history, afterwards, expectsAnswers: true });
  }

  /** Waits until scores are acknowledged again. Throws if a phone that expects every answer did not get one. */
  async goOn(after = 'again', withinMs = GO_ON_WITHIN_MS): Promise<void> {
    const acknowledged = (): number => this.history.of('acknowledged').length;
    const enough = acknowledged() + SCORES_EACH * 2 * this.groups.length;
    const failed = (): Attempt[] => (this.how.expectsAnswers ? this.history.failed : []);
    await eventually(
      () => acknowledged() >= enough || failed().length > 0,
      () => `scores come in ${after}`,
      withinMs,
    );
    deepStrictEqual(failed(), []);
  }

  /** Ends their play, once the last outcome is known. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.scoring;
  }

  private async keepsScoring(golfer: Golfer, { matchId, players }: TwoBall, draw: Chance): Promise<void> {
    const { bases, untilMs, breathMs, afterwards } = this.how;
    const last = new Map<string, number>();
    while (!this.ending.signal.aborted) {
      const { id: userId } = draw.pick(players);
      const holeNumber = draw.whole(1, 18);
      const place = `${userId} ${holeNumber}`;
      // Always a new value, so that every accepted score is an event.
      const strokes = 1 + (((last.get(place) ?? 0) + draw.whole(0, 7)) % 9);
      last.set(place, strokes);
      const until = Date.now() + untilMs;
      const operation = await this.history.score(golfer, { matchId, userId, holeNumber, strokes }, { bases, until });
      await afterwards?.(golfer, operation);
      await pause(breathMs);
    }
  }
}
