import { within } from '@fairmark/event-store';
import { addGauge } from '@fairmark/server';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Registry } from 'prom-client';

/** Asks a part. It is unreachable if the check is false, throws, or takes longer than a second. */
type PartCheck = () => unknown;

const CHECK_TIMEOUT_MS = 1_000;

/**
 * Whether this process takes requests: until it drains, whatever is unreachable. The parts it shares with others only
 * show in the metrics: they are away for every process alike, and much works without them.
 */
export class Readiness implements BeforeApplicationShutdown {
  private readonly parts = new Map<string, PartCheck>();
  private readonly pending = new Map<string, Promise<boolean>>();
  private readonly shutdown = new AbortController();
  /** Aborts when this process starts to shut down, and is no longer ready. */
  readonly ending: AbortSignal = this.shutdown.signal;

  constructor(metrics: Registry) {
    const help = '1 for each part that this process shares with others and cannot reach, 0 for those that it can';
    const read = async () =>
      Object.fromEntries([...(await this.away())].map(([part, isAway]) => [part, Number(isAway)]));
    addGauge(metrics, { name: 'fairmark_away', help, label: 'part', read });
  }

  /** @param part its name in the answer of /health/ready and in the metrics */
  add(part: string, check: PartCheck): void {
    this.parts.set(part, check);
  }

  /** Marks this process as not ready, so that it gets no new work. */
  drain(): void {
    this.shutdown.abort();
  }

  beforeApplicationShutdown(): void {
    this.drain();
  }

  /** Each part, with whether it is unreachable. Takes a second at most. */
  async away(): Promise<Map<string, boolean>> {
    const checks = [...this.parts].map(async ([part, check]) => [part, !(await this.reaches(part, check))] as const);
    return new Map(await Promise.all(checks));
  }

  /** A slow part is checked once, however many callers wait for it. */
  private reaches(part: string, check: PartCheck): Promise<boolean> {
    const asked = async (): Promise<boolean> => (await check()) !== false;
    const answer = this.pending.get(part) ?? asked().finally(() => this.pending.delete(part));
    this.pending.set(part, answer);
    return within(CHECK_TIMEOUT_MS, answer).catch(() => false);
  }
}
