import type { RecordedEvent } from '@fairmark/events';

/** At most 64 megabytes, usually one. A subscription that is further behind reads from the log. */
const KEPT = 256;

/** The latest events that this process appended, by position, so that subscriptions need not read them back. */
export class RecentEvents {
  private readonly events = new Map<bigint, RecordedEvent>();
  /** Position of the last event added, 0 before the first. */
  last = 0n;

  /** Adds events that the log has acknowledged, in order. */
  add(events: readonly RecordedEvent[]): void {
    // Not after the last: the log was replaced by an older copy, which does not contain the remembered events.
    if ((events[0]?.position ?? 0n) <= this.last) this.events.clear();
    for (const event of events) {
      this.events.set(event.position, event);
      this.last = event.position;
    }
    for (const position of this.events.keys()) {
      if (this.events.size <= KEPT) break;
      this.events.delete(position);
    }
  }

  /** All events after a position, up to `limit`, if every one of them is remembered; otherwise none. */
  after(position: bigint, limit: number): RecordedEvent[] {
    const found: RecordedEvent[] = [];
    for (let next = position + 1n; next <= this.last && found.length < limit; next += 1n) {
      const event = this.events.get(next);
      if (event === undefined) return [];
      found.push(event);
    }
    return found;
  }

  clear(): void {
    this.events.clear();
    this.last = 0n;
  }
}
