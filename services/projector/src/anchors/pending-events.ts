import { ANCHOR_EVENTS_MAX, makeAnchor, type Anchor, type EventStore } from '@fairmark/event-store';

/** An event that no anchor covers yet, with its hash when it was first read. */
interface Pending {
  id: string;
  position: bigint;
  hash: string;
}

const DAY_MS = 86_400_000;

/** Events after the log's last anchor, at most as many as one anchor covers. */
export class PendingEvents {
  private readonly events: Pending[] = [];
  /** When the first pending event was recorded, or read if that is earlier; milliseconds since 1970. */
  private since = Infinity;

  constructor(
    private readonly logId: string,
    private last: Anchor | null,
    /** Position of the last anchored event in this log; null if there is none. */
    private anchoredTo: bigint | null,
  ) {}

  get length(): number {
    return this.events.length;
  }

  /** Reads further events. Returns whether the log may hold more. */
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

  /** The next anchor, if its events are complete or the first of them is a day old; otherwise null. */
  due(now: Date): Anchor | null {
    const isFull = this.events.length >= ANCHOR_EVENTS_MAX;
    const isOld = this.events.length > 0 && now.getTime() - this.since >= DAY_MS;
    if (!isFull && !isOld) return null;
    const anchor = makeAnchor(this.logId, this.last, this.events, now.toISOString());
    // The last anchor's own position may be that of another log.
    return { ...anchor, after: this.anchoredTo?.toString() ?? null };
  }

  /** Call once an anchor has been stored: the next one follows it. */
  anchored(anchor: Anchor): void {
    this.last = anchor;
    this.anchoredTo = BigInt(anchor.to);
    this.events.length = 0;
    this.since = Infinity;
  }
}
