import { setTimeout as pause } from 'node:timers/promises';
import { allKeepScoring, twoBall, type TwoBall } from '../many/support/two-ball.js';
import type { Stack } from '../support/stack.js';

/** Latency of scores during something else, in milliseconds. */
export interface Cost {
  scores: number;
  refused: number;
  p50: number;
  p99: number;
}

const GROUPS = 4;
/** Pause between two scores of a golfer, who may send 240 per minute. */
const BREATH_MS = 330;

/** Four groups of two golfers who score: shows how an attack affects uninvolved golfers. */
export class Gauge {
  private draws = 0;

  private constructor(
    private readonly groups: readonly TwoBall[],
    private readonly base: string,
  ) {}

  static async start(stack: Stack): Promise<Gauge> {
    const groups = [];
    for (let n = 0; n < GROUPS; n += 1) groups.push(await twoBall(stack, [`Gil Gauge ${n}`, `Gay Gauge ${n}`]));
    return new Gauge(groups, stack.bases[0] ?? '');
  }

  /** The first group. */
  get first(): TwoBall {
    const [group] = this.groups;
    if (group === undefined) throw new Error('No golfer scores');
    return group;
  }

  /** Measures scores during `work`, for at least `seconds`. */
  async during(seconds: number, work: () => Promise<void>, base = this.base): Promise<Cost> {
    const taken: number[] = [];
    let refused = 0;
    const end = allKeepScoring(this.groups, `gauge ${(this.draws += 1)}`, async (golfer, score) => {
      const { matchId, holeNumber, strokes, userId } = score;
      const sent = performance.now();
      const answer = await golfer.scores(matchId, holeNumber, strokes, { userId, base }).catch(() => null);
      taken.push(performance.now() - sent);
      if (answer?.status !== 200) refused += 1;
      await pause(BREATH_MS);
    });
    try {
      await Promise.all([work(), pause(seconds * 1_000)]);
    } finally {
      await end();
    }
    taken.sort((one, other) => one - other);
    const quantile = (share: number): number => taken[Math.max(0, Math.ceil(taken.length * share) - 1)] ?? Number.NaN;
    return { scores: taken.length, refused, p50: quantile(0.5), p99: quantile(0.99) };
  }
}
