import type { RebuildPhase } from '@fairmark/contract';
import type { JobProgress } from '@fairmark/read-models';

/** Events per second are those of the last few seconds. */
const WINDOW_MS = 5_000;
const SAMPLE_MS = 250;

/** How far a rebuild is, phase by phase, and how fast. `now`: milliseconds of a clock that only goes on. */
export class RebuildProgress {
  private phase: RebuildPhase = 'READING';
  private events = 0;
  private total: number | null = null;
  private samples: { at: number; events: number }[] = [];
  private readonly began = new Map<RebuildPhase, number>();

  constructor(private readonly now: () => number) {
    this.enter('READING', null);
  }

  /** Begins a phase. `total`: events that there are to be done in it, null where that is not known. */
  enter(phase: RebuildPhase, total: number | null): void {
    this.phase = phase;
    this.events = 0;
    this.total = total;
    const at = this.now();
    this.samples = [{ at, events: 0 }];
    if (!this.began.has(phase)) this.began.set(phase, at);
  }

  /** So many events of the phase are done. */
  done(events: number, total = this.total): void {
    this.events = events;
    this.total = total === null ? null : Math.max(total, events);
    const at = this.now();
    const last = this.samples.at(-1);
    if (last !== undefined && at - last.at < SAMPLE_MS) return;
    this.samples.push({ at, events });
    while (this.samples.length > 2 && at - (this.samples[1]?.at ?? at) > WINDOW_MS) this.samples.shift();
  }

  /** How far it is now. */
  current(): JobProgress {
    const { phase, events, total } = this;
    const rate = this.rate();
    const left = total === null || rate === null || rate <= 0 ? null : (total - events) / rate;
    return { phase, events, total, eventsPerSecond: rate, secondsLeft: left };
  }

  /** Milliseconds that each phase took which has begun; the last one until now. */
  took(): Partial<Record<RebuildPhase, number>> {
    const starts = [...this.began];
    const now = this.now();
    return Object.fromEntries(
      starts.map(([phase, at], i) => [phase, Math.round((starts[i + 1]?.[1] ?? now) - at)] as const),
    );
  }

  private rate(): number | null {
    const [first] = this.samples;
    const ms = first === undefined ? 0 : this.now() - first.at;
    return first === undefined || ms < SAMPLE_MS ? null : (1_000 * (this.events - first.events)) / ms;
  }
}

/** How many events a log has of which so many lie up to a position: exactly where positions have no gaps, about that elsewhere. */
export function totalOf(events: number, position: bigint | null, head: bigint | null): number | null {
  if (position === null || head === null || position <= 0n) return null;
  return Math.round((events * Number(head)) / Number(position));
}
