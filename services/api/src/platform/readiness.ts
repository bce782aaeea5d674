import { within } from '@fairmark/event-store';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { METRICS } from './tokens.js';

/** True: it is there. A check that throws or takes longer than a second counts as false. */
export type PartCheck = () => boolean | Promise<boolean>;

const CHECK_TIMEOUT_MS = 1_000;

/**
 * Whether this process takes requests: from its start until it is about to end, whatever else is away. What it shares with other
 * processes (database, log) makes none of them less ready than the others, and much works without; features add what they need
 * of it, so that its absence is seen.
 */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private readonly parts = new Map<string, PartCheck>();
  private readonly asked = new Map<string, Promise<boolean>>();
  private readonly onDrains: (() => void)[] = [];
  private isDraining = false;

  constructor(@Inject(METRICS) metrics: Registry) {
    const look = () => this.away();
    const gauge = new Gauge({
      name: 'fairmark_away',
      help: '1 for each part that this process shares with others and cannot reach, 0 for those that it can',
      labelNames: ['part'],
      registers: [],
      async collect() {
        for (const [part, isAway] of await look()) this.set({ part }, isAway ? 1 : 0);
      },
    });
    metrics.registerMetric(gauge);
  }

  /** @param part stands in the answer of /health/ready and in the metrics */
  add(part: string, check: PartCheck): void {
    this.parts.set(part, check);
  }

  /** Whether this process is about to end: not ready any more. */
  get draining(): boolean {
    return this.isDraining;
  }

  /** Calls `listener` when this process is about to end. */
  onDrain(listener: () => void): void {
    this.onDrains.push(listener);
  }

  /** From now on not ready: no new work is wanted. */
  drain(): void {
    if (this.isDraining) return;
    this.isDraining = true;
    for (const listener of this.onDrains) listener();
  }

  beforeApplicationShutdown(): void {
    this.drain();
  }

  /** Each part, and whether it is away. Takes a second at most. */
  async away(): Promise<Map<string, boolean>> {
    const looks = [...this.parts].map(async ([part, check]) => [part, !(await this.isThere(part, check))] as const);
    return new Map(await Promise.all(looks));
  }

  /** A part that does not answer is asked once, however many want to know. */
  private isThere(part: string, check: PartCheck): Promise<boolean> {
    const answer = this.asked.get(part) ?? holds(check).finally(() => this.asked.delete(part));
    this.asked.set(part, answer);
    return within(CHECK_TIMEOUT_MS, answer).catch(() => false);
  }
}

async function holds(check: PartCheck): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}
