import { deepStrictEqual } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@fairmark/events/testing/eventually';
import type { Golfer } from '../../support/golfer.js';
import { answeredScore, type Operation, type Score } from '../../support/history.js';
import { Balancer } from './balancer.js';
import { allKeepScoring, type TwoBall } from './two-ball.js';

/** Requests that are answered between two steps of a test. */
const BETWEEN = 40;
const GOES_ON_WITHIN_MS = 30_000;

/** Two golfers who play through a balancer until the end, whatever happens to the apis, and every answer they got. */
export class Phones {
  readonly operations: Operation[] = [];
  /** Answers other than success. */
  readonly failed: string[] = [];
  answered = 0;
  readonly balancer: Balancer;
  private readonly end: () => Promise<void>;

  /** @param breathMs between two scores of a golfer, who may change a round 1,200 times */
  constructor(ball: TwoBall, bases: readonly string[], { seed = 0, breathMs }: { seed?: number; breathMs: number }) {
    this.balancer = new Balancer(bases);
    this.end = allKeepScoring([ball], seed, async (golfer, score) => {
      await this.entersAndLooks(golfer, score);
      await pause(breathMs);
    });
  }

  /** Waits until requests are answered. Throws if one was refused. */
  async goOn(): Promise<void> {
    const enough = this.answered + BETWEEN;
    await eventually(
      () => this.answered >= enough || this.failed.length > 0,
      () => `requests are answered: ${this.answered} were`,
      GOES_ON_WITHIN_MS,
    );
    deepStrictEqual(this.failed, []);
  }

  async stop(): Promise<void> {
    await this.end();
    this.balancer.close();
  }

  /** Enters a score, with a key of its own, and looks at the match. */
  private async entersAndLooks(golfer: Golfer, score: Score): Promise<void> {
    const { token } = golfer;
    const written = await this.balancer.send({ method: 'POST', path: '/api/match/score', token, body: score });
    this.operations.push(answeredScore(golfer, score, written));
    const read = await this.balancer.send({ method: 'GET', path: `/api/match/${score.matchId}`, token });
    for (const { status, body } of [written, read]) {
      if (status === 200) this.answered += 1;
      else this.failed.push(`${status} ${JSON.stringify(body)}`);
    }
  }
}
