import { eventHash, type EventMetadata, type RecordedEvent } from '@fairmark/events';

/** How the log was changed. */
export type Tampering = 'ALTERED' | 'REMOVED' | 'INSERTED' | 'REORDERED';

/** A deviation from what was recorded. */
export interface LogFault {
  what: Tampering | 'FORBIDDEN';
  /** Where the event is, or was. */
  position: bigint;
  stream: string | null;
  revision: bigint | null;
  id: string | null;
  /** What shows it, as the end of a sentence whose subject is the event. */
  how: string;
}

/** What a proof needs of an event: its recorded metadata, and whether its recomputed hash differs. */
export interface HashedEvent extends Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'id'> {
  /** Empty if the event has none. */
  hash: string;
  /** Stored hash of the previous event of the stream; empty if there is none. */
  previous: string;
  recordedAt: string;
  isWrong: boolean;
}

/** Recomputes the hash of an event. Nothing in it is trusted. */
export function hashed(event: RecordedEvent): HashedEvent {
  const { position, stream, revision, id } = event;
  const metadata: unknown = event.metadata;
  if (!isMetadata(metadata)) {
    return { position, stream, revision, id, hash: '', previous: '', recordedAt: '', isWrong: true };
  }
  const { hash, prevHash, recordedAt } = metadata;
  const isWrong = hashOf(event) !== hash;
  return { position, stream, revision, id, hash, previous: prevHash ?? '', recordedAt, isWrong };
}

function hashOf(event: RecordedEvent): string | null {
  try {
    return eventHash(event);
  } catch {
    // Data without a canonical form has no hash.
    return null;
  }
}

function isMetadata(value: unknown): value is EventMetadata {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, prevHash, recordedAt }: Partial<Record<keyof EventMetadata, unknown>> = value;
  const previous = prevHash === null || (typeof prevHash === 'string' && prevHash !== '');
  return typeof hash === 'string' && previous && typeof recordedAt === 'string';
}

/** The last event of a stream, to which the next one is chained. */
export type Tail = Pick<HashedEvent, 'revision' | 'hash' | 'recordedAt' | 'position' | 'id'>;

/** After a larger gap than this, an event is at an impossible position. */
const GAP_MAX = 1_000_000n;

/**
 * Checks the chain of every stream, event by event: each hash, the link to the previous event of the stream, and that
 * no position is missing from `counted` on. Continues after a fault, because a later one may have a lower position.
 * Keeps about 300 bytes per stream.
 */
export class ChainScan {
  events = 0;
  /** The fault with the lowest position. */
  first: LogFault | null = null;
  /** The first revision that a stream lacks: the removed event, if one was removed. */
  missing: { stream: string; revision: bigint; position: bigint } | null = null;
  readonly tails = new Map<string, Tail>();
  /** Faults of skipped revisions, which become REORDERED if the revision follows later. */
  readonly #skipped = new Map<string, LogFault>();
  /** Position after the last event. */
  #next = 1n;

  /**
   * `counted`: the position from which none may be missing; null if any may. `confirmed`: whether anchors confirm the
   * event at a position.
   */
  constructor(
    private readonly counted: bigint | null,
    private readonly confirmed: (position: bigint) => boolean = () => false,
  ) {}

  /** Checks the next event. */
  event({ stream, previous, isWrong, ...event }: HashedEvent): void {
    const tail = this.tails.get(stream) ?? null;
    this.#checkPosition(event, stream);
    if (isWrong) this.#note(event, stream, { what: 'ALTERED', how: 'its hash does not match' });
    const isNext = this.#checkRevision(event, tail, stream);
    if (isNext && !isWrong) this.#checkLink(event, tail, { stream, previous });
    this.tails.set(stream, event);
    this.events += 1;
  }

  #checkPosition(event: Tail, stream: string): void {
    const { position } = event;
    const inserted = (how: string): void => this.#note(event, stream, { what: 'INSERTED', how });
    if (position < 1n) return inserted('a log begins at position 1');
    if (position < this.#next) return inserted('a later event comes before it');
    const expected = this.counted !== null && this.counted > this.#next ? this.counted : this.#next;
    this.#next = position + 1n;
    if (this.counted === null || position <= expected) return;
    if (position - expected > GAP_MAX) return inserted('the log has far fewer events');
    const how = 'there is no event at its position';
    this.#keep({ what: 'REMOVED', how, position: expected, stream: null, revision: null, id: null });
  }

  #checkRevision(event: Tail, tail: Tail | null, stream: string): boolean {
    const expected = tail === null ? 0n : tail.revision + 1n;
    if (event.revision > expected) {
      this.missing ??= { stream, revision: expected, position: event.position };
      const how = `${stream} has no event at ${expected} before it`;
      const fault: LogFault = { what: 'REMOVED', position: event.position, stream, revision: expected, id: null, how };
      this.#skipped.set(`${stream} ${expected}`, fault);
      this.#keep(fault);
    }
    if (event.revision < expected) {
      const skipped = this.#skipped.get(`${stream} ${event.revision}`);
      // It was not removed: it follows later.
      if (skipped !== undefined) skipped.what = 'REORDERED';
      const what = skipped === undefined ? 'INSERTED' : 'REORDERED';
      this.#note(event, stream, { what, how: `${stream} already has a later revision` });
    }
    return event.revision === expected;
  }

  /** Both events match their own hashes. If they do not link, the earlier one was altered unless anchors confirm it. */
  #checkLink(event: Tail, tail: Tail | null, { stream, previous }: { stream: string; previous: string }): void {
    if (previous !== (tail?.hash ?? '')) {
      const altered = tail === null || this.confirmed(tail.position) ? event : tail;
      const how = `${stream} at ${event.revision} is not chained to the event before it: one of them was altered, or one between them was removed`;
      this.#note(altered, stream, { what: 'ALTERED', how });
    } else if (tail !== null && event.recordedAt < tail.recordedAt) {
      this.#note(event, stream, { what: 'ALTERED', how: 'its time is earlier than that of the event before it' });
    }
  }

  #note({ position, revision, id }: Tail, stream: string, fault: Pick<LogFault, 'what' | 'how'>): void {
    this.#keep({ ...fault, position, stream, revision, id });
  }

  #keep(fault: LogFault): void {
    if (this.first === null || fault.position < this.first.position) this.first = fault;
  }
}
