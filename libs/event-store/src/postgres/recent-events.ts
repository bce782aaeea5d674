import type { RecordedEvent } from '@fairmark/events';

/** Some two megabytes; a subscription that is further behind reads pages of the log. */
const KEPT = 2_000;

/** The latest events that this process appended, by position, until a subscription has them: what it need not read back. */
export class RecentEvents {
  private readonly events = new Map<bigint, RecordedEvent>();
  private latest = 0n;

  /** Position of the last of them, 0 before the first. */
  get last(): bigint {
    return this.latest;
  }

  /** Takes events that the log has acknowledged. */
  add(events: readonly RecordedEvent[]): void {
    const [first] = events;
    if (first === undefined) return;
    // An older copy of the log is in place: what is remembered is not in it.
    if (first.position <= this.latest) this.events.clear();
    for (const event of events) {
      this.events.set(event.position, event);
      this.latest = event.position;
    }
    for (const position of this.events.keys()) {
      if (this.events.size <= KEPT) break;
      this.events.delete(position);
    }
  }

  /** At most so many events from right after a position on, without a gap. Those before it are forgotten. */
  after(position: bigint, limit: number): RecordedEvent[] {
    for (const own of this.events.keys()) {
      if (own > position) break;
      this.events.delete(own);
    }
    const found: RecordedEvent[] = [];
    for (let next = position + 1n; found.length < limit; next += 1n) {
      const event = this.events.get(next);
      if (event === undefined) break;
      found.push(event);
    }
    return found;
  }

  /** How many events others appended between a position and the first of these after it; null: none of these is after it. */
  gapAfter(position: bigint): number | null {
    if (position >= this.latest) return null;
    for (const own of this.events.keys()) if (own > position) return Number(own - position) - 1;
    return null;
  }

  clear(): void {
    this.events.clear();
    this.latest = 0n;
  }
}
