import { setTimeout as pause } from 'node:timers/promises';
import { onThisMachine } from '@fairmark/events/testing/eventually';
import { twoBall, type TwoBall } from '../support/group.js';
import { History } from '../support/history.js';
import { Scorers } from '../support/scorers.js';
import type { Stack } from '../support/stack.js';

/** Latency of scores during something else, in milliseconds. */
export interface Cost {
  scores: number;
  refused: number;
  p50: number;
  p99: number;
}

const GROUPS = 4;
const BREATH_MS = 330;
const PATIENCE_MS = 10_000;

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

  /** Measures scores during `work`, for at least `seconds`. Each is sent once. */
  async during(seconds: number, work: () => Promise<void>, base = this.base): Promise<Cost> {
    const seed = `gauge ${(this.draws += 1)}`;
    const history = new History(onThisMachine(PATIENCE_MS));
    const scorers = new Scorers(this.groups, { bases: [base], untilMs: 0, seed, breathMs: BREATH_MS, history });
    try {
      await Promise.all([work(), pause(seconds * 1_000)]);
    } finally {
      await scorers.stop();
    }
    const { operations } = history;
    const taken = operations.map(({ ms }) => ms).sort((one, other) => one - other);
    const quantile = (share: number): number => taken[Math.max(0, Math.ceil(taken.length * share) - 1)] ?? Number.NaN;
    const refused = operations.length - history.of('acknowledged').length;
    return { scores: operations.length, refused, p50: quantile(0.5), p99: quantile(0.99) };
  }
}
