import type { RebuildPhase } from '@fairmark/contract';
import type { JobProgress } from '@fairmark/read-models';

/** Before this, a measured speed would be meaningless. */
const MEASURED_AFTER_MS = 250;

/** A rebuild's progress in its current phase, and its speed. */
export class RebuildProgress {
  private phase: RebuildPhase = 'READING';
  private events = 0;
  private total: number | null = null;
  private since = performance.now();

  enter(phase: RebuildPhase): void {
    [this.phase, this.events, this.total, this.since] = [phase, 0, null, performance.now()];
  }

  /** Sets the number of events done in this phase, and their total; null if unknown. */
  done(events: number, total: number | null = null): void {
    [this.events, this.total] = [events, total === null ? null : Math.max(total, events)];
  }

  current(): JobProgress {
    const { phase, events, total } = this;
    const ms = performance.now() - this.since;
    const eventsPerSecond = ms < MEASURED_AFTER_MS ? null : (1_000 * events) / ms;
    const secondsLeft = total === null || !eventsPerSecond ? null : (total - events) / eventsPerSecond;
    return { phase, events, total, eventsPerSecond, secondsLeft };
  }
}

/** The log's number of events, extrapolated from the `events` up to a position; exact if positions have no gaps. */
export function totalOf(events: number, position: bigint | null, head: bigint | null): number | null {
  if (position === null || head === null || position <= 0n) return null;
  return Math.round((events * Number(head)) / Number(position));
}
