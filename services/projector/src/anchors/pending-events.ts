import { ANCHOR_EVENTS_MAX, makeAnchor, type Anchor, type EventStore } from '@fairmark/event-store';

/** An event that no anchor covers yet: its hash as it was when it was first seen. */
interface Pending {
  id: string;
  position: bigint;
  hash: string;
}

const DAY_MS = 86_400_000;

/** What the log holds after its last anchor, at most as much as the next anchor takes. */
export class PendingEvents {
  private readonly events: Pending[] = [];
  /** The first of them waits since then. */
  private since = Infinity;

  constructor(
    private readonly logId: string,
    private last: Anchor | null,
    /** Position in this log up to which its events are anchored; null: none is. */
    private anchoredTo: bigint | null,
  ) {}

  get length(): number {
    return this.events.length;
  }

  /** Reads on. Whether there may be more in the log. */
  async read(store: Pick<EventStore, 'readAll'>, now: Date): Promise<boolean> {
    const wanted = ANCHOR_EVENTS_MAX - this.events.length;
    if (wanted === 0) return true;
    const after = this.events.at(-1)?.position ?? this.anchoredTo;
    const page = await store.readAll(after, { limit: wanted });
    const [first] = page;
    if (this.events.length === 0 && first !== undefined) {
      this.since = Math.min(now.getTime(), Date.parse(first.metadata.recordedAt));
    }
    for (const { id, position, metadata } of page) this.events.push({ id, position, hash: metadata.hash });
    return page.length === wanted;
  }

  /** The next anchor, when there are events for a whole one or the first of them is a day old; otherwise null. */
  due(now: Date): Anchor | null {
    const isFull = this.events.length >= ANCHOR_EVENTS_MAX;
    const isOld = this.events.length > 0 && now.getTime() - this.since >= DAY_MS;
    if (!isFull && !isOld) return null;
    const anchor = makeAnchor(this.logId, this.last, this.events, now.toISOString());
    // The one before it may count the positions of another log.
    return { ...anchor, after: this.anchoredTo?.toString() ?? null };
  }

  /** Says that an anchor was written down: the next one follows on it. */
  anchored(anchor: Anchor): void {
    this.last = anchor;
    this.anchoredTo = BigInt(anchor.to);
    this.events.length = 0;
    this.since = Infinity;
  }
}
