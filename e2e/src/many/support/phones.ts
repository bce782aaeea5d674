import { deepStrictEqual } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';
import { History } from '../../support/history.js';
import { allKeepScoring, type TwoBall } from './two-ball.js';

/** Requests that are answered between two steps of a test. */
const BETWEEN = 40;
const GOES_ON_WITHIN_MS = 30_000;
const ANSWER_WITHIN_MS = 10_000;

/** Two golfers who play until the end, whatever happens to the apis, and every answer they got. */
export class Phones {
  readonly history = new History(onThisMachine(ANSWER_WITHIN_MS));
  /** Ends their play. */
  readonly stop: () => Promise<void>;

  /** @param breathMs between two scores of a golfer, who may change a round 1,200 times */
  constructor(ball: TwoBall, bases: readonly string[], { seed = 0, breathMs }: { seed?: number; breathMs: number }) {
    const how = () => ({ bases, until: Date.now() + onThisMachine(ANSWER_WITHIN_MS) });
    this.stop = allKeepScoring([ball], seed, async (golfer, score) => {
      await this.history.score(golfer, score, how());
      await this.history.looks(golfer, score.matchId, how());
      await pause(breathMs);
    });
  }

  get answered(): number {
    return this.history.attempts.filter(({ outcome }) => outcome === 200).length;
  }

  /** Attempts that reached an api, which failed. */
  get failed(): unknown[] {
    return this.history.attempts.filter(({ outcome }) => ![200, 'refused', 'reset'].includes(outcome));
  }

  /** Waits until requests are answered. Throws if one has failed. */
  async goOn(): Promise<void> {
    const enough = this.answered + BETWEEN;
    await eventually(
      () => this.answered >= enough || this.failed.length > 0,
      () => `requests are answered: ${this.answered} were`,
      GOES_ON_WITHIN_MS,
    );
    deepStrictEqual(this.failed, []);
  }
}
