import type { RecordedEvent } from '@fairmark/events';

/** About two megabytes. A subscription that is further behind reads from the log. */
const KEPT = 2_000;

/** The latest events that this process appended, by position, so that subscriptions need not read them back. */
export class RecentEvents {
  private events: RecordedEvent[] = [];
  /** Position of the last event added, 0 before the first. */
  last = 0n;

  /** Adds events that the log has acknowledged, in order. */
  add(events: readonly RecordedEvent[]): void {
    const [first] = events;
    if (first === undefined) return;
    // The log was replaced by an older copy, which does not contain the remembered events.
    if (first.position <= this.last) this.events = [];
    this.events = this.events.concat(events).slice(-KEPT);
    this.last = events.at(-1)?.position ?? this.last;
  }

  /** Up to `limit` consecutive events that directly follow a position. Evicts those up to the position. */
  after(position: bigint, limit: number): RecordedEvent[] {
    this.events = this.events.filter((event) => event.position > position);
    const gap = this.events.findIndex((event, at) => event.position !== position + BigInt(at + 1));
    return this.events.slice(0, gap < 0 ? limit : Math.min(gap, limit));
  }

  /** Number of events from other processes between a position and our next event; null if there is no next event. */
  gapAfter(position: bigint): number | null {
    const next = this.events.find((event) => event.position > position);
    return next === undefined ? null : Number(next.position - position) - 1;
  }

  clear(): void {
    this.events = [];
    this.last = 0n;
  }
}
