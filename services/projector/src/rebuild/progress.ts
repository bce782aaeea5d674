import type { RebuildPhase } from '@fairmark/contract';
import type { JobProgress } from '@fairmark/read-models';

/** Before that, a speed says nothing. */
const MEASURED_AFTER_MS = 250;

/** How far a rebuild is, phase by phase, and how fast. `now`: milliseconds of a clock that only goes on. */
export class RebuildProgress {
  private phase: RebuildPhase = 'READING';
  private events = 0;
  private total: number | null = null;
  private since: number;
  private readonly began = new Map<RebuildPhase, number>();

  constructor(private readonly now: () => number) {
    this.since = now();
    this.enter('READING');
  }

  /** Begins a phase, perhaps once more. */
  enter(phase: RebuildPhase): void {
    [this.phase, this.events, this.total, this.since] = [phase, 0, null, this.now()];
    if (!this.began.has(phase)) this.began.set(phase, this.since);
  }

  /** So many events of the phase are done, of so many; null where that is not known. */
  done(events: number, total: number | null = null): void {
    this.events = events;
    this.total = total === null ? null : Math.max(total, events);
  }

  /** How far it is now. */
  current(): JobProgress {
    const { phase, events, total } = this;
    const ms = this.now() - this.since;
    const eventsPerSecond = ms < MEASURED_AFTER_MS ? null : (1_000 * events) / ms;
    const secondsLeft = total === null || !eventsPerSecond ? null : (total - events) / eventsPerSecond;
    return { phase, events, total, eventsPerSecond, secondsLeft };
  }

  /** Milliseconds that each phase took which has begun; the last one until now. */
  took(): Partial<Record<RebuildPhase, number>> {
    const starts = [...this.began];
    const now = this.now();
    return Object.fromEntries(
      starts.map(([phase, at], i) => [phase, Math.round((starts[i + 1]?.[1] ?? now) - at)] as const),
    );
  }
}

/** How many events a log has of which so many lie up to a position: exactly where positions have no gaps, about that elsewhere. */
export function totalOf(events: number, position: bigint | null, head: bigint | null): number | null {
  if (position === null || head === null || position <= 0n) return null;
  return Math.round((events * Number(head)) / Number(position));
}
