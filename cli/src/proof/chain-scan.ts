import type { Tampering } from '@fairmark/event-store';
import type { HashedEvent } from './hashed-event.js';

/** Something that is not as it was recorded. */
export interface LogFault {
  what: Tampering | 'FORBIDDEN';
  /** Where it is, or where it was. */
  position: bigint;
  stream: string | null;
  revision: bigint | null;
  id: string | null;
  /** How it shows, as the end of a sentence that begins with the event. */
  how: string;
}

/** The last event of a stream: what the next one is chained to. */
export interface Tail {
  revision: bigint;
  hash: string;
  recordedAt: string;
  position: bigint;
  id: string;
}

/** An event so much further on than the one before it stands where none can be. */
const GAP_MAX = 1_000_000n;

/**
 * Checks the chain of every stream as the log passes by: each event's hash, that it follows on the one before it in its stream, and
 * that no position is left out where these are counted. Goes on after a fault, because one that is found later may have begun earlier.
 * Keeps some 300 bytes for each stream.
 */
export class ChainScan {
  events = 0;
  /** The fault that begins first. */
  first: LogFault | null = null;
  /** A revision that the log lacks, of the first stream that lacks one: the event that is missing, if one is. */
  missing: { stream: string; revision: bigint; position: bigint } | null = null;
  /** Where each stream ends. Those of a range begin with what they ended with before it. */
  readonly tails = new Map<string, Tail>();
  /** Revisions that were passed over, to be told from those that come later. */
  readonly #skipped = new Map<string, LogFault>();
  /** Position after the last event. */
  #next = 1n;

  /**
   * `counted`: the first position that has to be there, as all after it have; null: any may be left out. `confirmed`: whether anchors
   * say that the event at a position is as it was.
   */
  constructor(
    private readonly counted: bigint | null,
    private readonly confirmed: (position: bigint) => boolean = () => false,
  ) {}

  /** Takes the next event. */
  event({ stream, previous, isWrong, ...event }: HashedEvent): void {
    const tail = this.tails.get(stream) ?? null;
    this.#place(event, stream);
    if (isWrong) this.#note(event, stream, { what: 'ALTERED', how: 'its hash does not fit it' });
    const isNext = this.#follows(event, tail, stream);
    if (isNext && !isWrong) this.#link(event, tail, { stream, previous });
    this.tails.set(stream, event);
    this.events += 1;
  }

  #place(event: Tail, stream: string): void {
    const { position } = event;
    const inserted = (how: string): void => this.#note(event, stream, { what: 'INSERTED', how });
    if (position < 1n) return inserted('a log begins at position 1');
    if (position < this.#next) return inserted('a later one stands before it');
    const expected = this.counted !== null && this.counted > this.#next ? this.counted : this.#next;
    this.#next = position + 1n;
    if (this.counted === null || position <= expected) return;
    if (position - expected > GAP_MAX) return inserted('the log has by far not so many events');
    const how = 'nothing stands at its position';
    this.#keep({ what: 'REMOVED', how, position: expected, stream: null, revision: null, id: null });
  }

  /** Whether an event has the revision that comes next in its stream. */
  #follows(event: Tail, tail: Tail | null, stream: string): boolean {
    const expected = tail === null ? 0n : tail.revision + 1n;
    if (event.revision > expected) {
      this.missing ??= { stream, revision: expected, position: event.position };
      const how = `${stream} has nothing at ${expected} before it`;
      const fault: LogFault = { what: 'REMOVED', position: event.position, stream, revision: expected, id: null, how };
      this.#skipped.set(`${stream} ${expected}`, fault);
      this.#keep(fault);
    }
    if (event.revision < expected) {
      const skipped = this.#skipped.get(`${stream} ${event.revision}`);
      // It was not removed: it comes later.
      if (skipped !== undefined) skipped.what = 'REORDERED';
      const what = skipped === undefined ? 'INSERTED' : 'REORDERED';
      this.#note(event, stream, { what, how: `${stream} is further than that already` });
    }
    return event.revision === expected;
  }

  /** Both events fit their hashes: if they do not fit each other, one was altered, and it is the earlier one unless anchors know it. */
  #link(event: Tail, tail: Tail | null, { stream, previous }: { stream: string; previous: string }): void {
    if (previous !== (tail?.hash ?? '')) {
      const altered = tail === null || this.confirmed(tail.position) ? event : tail;
      const how = `${stream} at ${event.revision} does not follow on the event before it: one of them was altered, or one between them removed`;
      this.#note(altered, stream, { what: 'ALTERED', how });
    } else if (tail !== null && event.recordedAt < tail.recordedAt) {
      this.#note(event, stream, { what: 'ALTERED', how: 'it was recorded before the one before it' });
    }
  }

  #note({ position, revision, id }: Tail, stream: string, fault: Pick<LogFault, 'what' | 'how'>): void {
    this.#keep({ ...fault, position, stream, revision, id });
  }

  #keep(fault: LogFault): void {
    if (this.first === null || fault.position < this.first.position) this.first = fault;
  }
}
