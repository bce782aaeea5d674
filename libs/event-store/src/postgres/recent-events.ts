import type { RecordedEvent } from '@fairmark/events';

/** About two megabytes. A subscription that is further behind reads from the log. */
const KEPT = 2_000;

/** The latest events that this process appended, by position, so that subscriptions need not read them back. */
export class RecentEvents {
  private readonly events = new Map<bigint, RecordedEvent>();
  /** Position of the last event added, 0 before the first. */
  last = 0n;

  /** Adds events that the log has acknowledged, in order. */
  add(events: readonly RecordedEvent[]): void {
    const [first] = events;
    if (first === undefined) return;
    // The log was replaced by an older copy, which does not contain the remembered events.
    if (first.position <= this.last) this.events.clear();
    for (const event of events) {
      this.events.set(event.position, event);
      this.last = event.position;
    }
    for (const position of this.events.keys()) {
      if (this.events.size <= KEPT) break;
      this.events.delete(position);
    }
  }

  /** Up to `limit` consecutive events that directly follow a position. Evicts those up to the position. */
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

  /** Number of events from other processes between a position and our next event; null if there is no next event. */
  gapAfter(position: bigint): number | null {
    for (const own of this.events.keys()) if (own > position) return Number(own - position) - 1;
    return null;
  }

  clear(): void {
    this.events.clear();
    this.last = 0n;
  }
}
