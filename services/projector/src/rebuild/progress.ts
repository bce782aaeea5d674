import type { RebuildPhase } from '@fairmark/contract';
import type { JobProgress } from '@fairmark/read-models';

/** Before that, a speed says nothing. */
const MEASURED_AFTER_MS = 250;

/** How far a rebuild is in its present phase, and how fast. */
export class RebuildProgress {
  private phase: RebuildPhase = 'READING';
  private events = 0;
  private total: number | null = null;
  private since = performance.now();

  enter(phase: RebuildPhase): void {
    [this.phase, this.events, this.total, this.since] = [phase, 0, null, performance.now()];
  }

  /** So many events of the phase are done, of so many; null where that is not known. */
  done(events: number, total: number | null = null): void {
    [this.events, this.total] = [events, total === null ? null : Math.max(total, events)];
  }

  /** How far it is now. */
  current(): JobProgress {
    const { phase, events, total } = this;
    const ms = performance.now() - this.since;
    const eventsPerSecond = ms < MEASURED_AFTER_MS ? null : (1_000 * events) / ms;
    const secondsLeft = total === null || !eventsPerSecond ? null : (total - events) / eventsPerSecond;
    return { phase, events, total, eventsPerSecond, secondsLeft };
  }
}

/** How many events a log has of which so many lie up to a position: exactly where positions have no gaps, about that elsewhere. */
export function totalOf(events: number, position: bigint | null, head: bigint | null): number | null {
  if (position === null || head === null || position <= 0n) return null;
  return Math.round((events * Number(head)) / Number(position));
}
