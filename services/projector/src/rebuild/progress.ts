import type { RebuildPhase } from '@fairmark/contract';
import type { JobProgress } from '@fairmark/read-models';

/** Before this, a measured speed would be meaningless. */
const MEASURED_AFTER_MS = 250;

/** Reports the phases of a rebuild, and how far and fast it is in the current one. */
export class RebuildProgress {
  private phase: RebuildPhase = 'READING';
  private since = performance.now();

  constructor(private readonly report: (progress: JobProgress) => void) {}

  enter(phase: RebuildPhase): void {
    [this.phase, this.since] = [phase, performance.now()];
    this.done(0);
  }

  /** `events` of this phase are done; `total` is null if unknown. */
  done(events: number, total: number | null = null): void {
    const ms = performance.now() - this.since;
    const eventsPerSecond = ms < MEASURED_AFTER_MS ? null : (1_000 * events) / ms;
    const secondsLeft = total === null || !eventsPerSecond ? null : Math.max(0, total - events) / eventsPerSecond;
    this.report({ phase: this.phase, events, total, eventsPerSecond, secondsLeft });
  }
}

/** The log's number of events, extrapolated from the `events` up to a position; exact if positions have no gaps. */
export function totalOf(events: number, position: bigint, head: bigint | null): number | null {
  return head === null ? null : Math.max(events, Math.round((events * Number(head)) / Number(position)));
}
