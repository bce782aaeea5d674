import { eventHash, type RecordedEvent } from '@fairmark/events';
import { z } from 'zod';

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

/** A fault of an event, with what is known of it besides its position. */
export function faultAt(
  { position, stream = null, revision = null, id = null }: Pick<LogFault, 'position'> & Partial<LogFault>,
  what: LogFault['what'],
  how: string,
): LogFault {
  return { what, position, stream, revision, id, how };
}

/** Of two faults the one at the lower position; the first of two at the same one. */
export function earlier(one: LogFault | null, other: LogFault | null): LogFault | null {
  return one === null || (other !== null && other.position < one.position) ? other : one;
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

/** The metadata that chains events. None is chained to an empty hash. */
const METADATA = z.object({ hash: z.string(), prevHash: z.string().min(1).nullable(), recordedAt: z.string() });
const UNREADABLE: z.infer<typeof METADATA> = { hash: '', prevHash: null, recordedAt: '' };

/** Recomputes the hash of an event. Nothing in it is trusted. */
export function hashed(event: RecordedEvent): HashedEvent {
  const { position, stream, revision, id } = event;
  const { hash, prevHash, recordedAt } = METADATA.safeParse(event.metadata).data ?? UNREADABLE;
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

/** After a larger gap than this, an event is at an impossible position. */
const GAP_MAX = 1_000_000n;

/**
 * Checks the chain of every stream, event by event: each hash, the link to the previous event of the stream, and that
 * no position is missing from `counted` on. Continues after a fault, because a later one may have a lower position.
 * Keeps about 450 bytes per stream.
 */
export class ChainScan {
  events = 0;
  /** The fault with the lowest position. */
  first: LogFault | null = null;
  /** The first revision that a stream lacks: the removed event, if one was removed. */
  missing: Pick<HashedEvent, 'stream' | 'revision'> | null = null;
  /** The last event of each stream, to which the next one is chained. */
  readonly tails = new Map<string, HashedEvent>();
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
  event(recorded: RecordedEvent): HashedEvent {
    const event = hashed(recorded);
    const tail = this.tails.get(event.stream) ?? null;
    const expected = tail === null ? 0n : tail.revision + 1n;
    const faults = [
      this.#positionFault(event),
      event.isWrong ? faultAt(event, 'ALTERED', 'its hash does not match') : null,
      event.revision === expected ? this.#linkFault(event, tail) : this.#revisionFault(event, expected),
    ];
    this.first = faults.reduce(earlier, this.first);
    this.tails.set(event.stream, event);
    this.events += 1;
    return event;
  }

  #positionFault(event: HashedEvent): LogFault | null {
    const { position } = event;
    if (position < 1n) return faultAt(event, 'INSERTED', 'a log begins at position 1');
    if (position < this.#next) return faultAt(event, 'INSERTED', 'a later event comes before it');
    const expected = this.counted !== null && this.counted > this.#next ? this.counted : this.#next;
    this.#next = position + 1n;
    if (this.counted === null || position <= expected) return null;
    if (position - expected > GAP_MAX) return faultAt(event, 'INSERTED', 'the log has far fewer events');
    return faultAt({ position: expected }, 'REMOVED', 'there is no event at its position');
  }

  #revisionFault(event: HashedEvent, expected: bigint): LogFault {
    const { stream, revision, position } = event;
    if (revision > expected) {
      this.missing ??= { stream, revision: expected };
      const how = `${stream} has no event at ${expected} before it`;
      const fault = faultAt({ position, stream, revision: expected }, 'REMOVED', how);
      this.#skipped.set(`${stream} ${expected}`, fault);
      return fault;
    }
    const skipped = this.#skipped.get(`${stream} ${revision}`);
    // It was not removed: it follows later.
    if (skipped !== undefined) skipped.what = 'REORDERED';
    return faultAt(event, skipped?.what ?? 'INSERTED', `${stream} already has a later revision`);
  }

  /** If two events with the right hashes do not link, the earlier one was altered, unless anchors confirm it. */
  #linkFault(event: HashedEvent, tail: HashedEvent | null): LogFault | null {
    const { stream, revision, previous, recordedAt, isWrong } = event;
    if (isWrong) return null;
    if (previous !== (tail?.hash ?? '')) {
      const altered = tail === null || this.confirmed(tail.position) ? event : tail;
      const how = `${stream} at ${revision} is not chained to the event before it: one of them was altered, or one between them was removed`;
      return faultAt(altered, 'ALTERED', how);
    }
    const isEarlier = tail !== null && recordedAt < tail.recordedAt;
    return isEarlier ? faultAt(event, 'ALTERED', 'its time is earlier than that of the event before it') : null;
  }
}
