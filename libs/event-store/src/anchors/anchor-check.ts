import { rootOf, PREFIX_BYTES, prefixBytes, type Anchor, type AnchoredEvent } from './anchor.js';

/** How the log was changed since it was anchored. */
export type Tampering = 'ALTERED' | 'REMOVED' | 'INSERTED' | 'REORDERED';

/** The first place where a log differs from its anchors. */
export interface AnchorFault<Event> {
  what: Tampering;
  /** Where the difference is, as a position in today's log. */
  position: bigint;
  /** The event found at that position; null when the log ends before it. */
  found: Event | null;
  /** The anchor that the log contradicts. */
  anchor: Anchor;
  /** Index of the event within the anchor, from 0. */
  index: number;
}

/** Hash prefixes kept after the first difference, to classify it. */
const KEPT_MAX = 2_000_000;

/**
 * Compares a log, event by event, with a chain of anchors. The prefix of its hash reveals a changed event itself; where
 * all prefixes match but an anchor's root does not, the difference is reported at the anchor's last event.
 */
export class AnchorCheck<Event extends AnchoredEvent> {
  /** Number of events in the anchors that the log has matched completely. */
  anchored = 0;
  readonly #after: bigint;
  #confirmed: bigint;
  #head: bigint;
  #fault: Omit<AnchorFault<Event>, 'what'> | null = null;
  readonly #found: bigint[] = [];
  #next = 0;
  #index = 0;
  #prefixes: Buffer | null = null;
  #hashes: Buffer[] = [];

  /** @param anchors in order and forming a chain (see `anchorChainFault`) */
  constructor(private readonly anchors: readonly Anchor[]) {
    this.#after = BigInt(anchors[0]?.after ?? 0);
    [this.#confirmed, this.#head] = [this.#after, this.#after];
  }

  /** Whether the event at a position was read and matches its anchor. */
  confirms(position: bigint): boolean {
    return position > this.#after && position <= this.#confirmed;
  }

  /** Checks the next event of the log. Events before the first anchor are ignored. */
  event(event: Event): void {
    const { position, hash } = event;
    if (position <= this.#after) return;
    this.#head = position;
    const anchor = this.anchors[this.#next];
    if (this.#fault === null && anchor !== undefined) {
      const fault = { position, found: event, anchor, index: this.#index };
      if (this.#isExpected(event, anchor)) this.#confirmed = position;
      else this.#fault = fault;
    }
    if (this.#fault !== null && this.#found.length < KEPT_MAX) this.#found.push(prefixOf(hash));
  }

  /** The first difference; null when the log holds everything that was anchored. Call it after the last event. */
  end(): AnchorFault<Event> | null {
    const anchor = this.anchors[this.#next];
    if (anchor === undefined) return null;
    const fault = this.#fault ?? { position: this.#head + 1n, found: null, anchor, index: this.#index };
    const expected: bigint[] = [];
    const until = fault.index + KEPT_MAX;
    for (let at = this.#next; at < this.anchors.length && expected.length < until; at += 1) {
      for (const prefix of prefixesOf(this.anchors[at] ?? anchor)) expected.push(prefix);
    }
    return { ...fault, what: classify(expected.slice(fault.index, until), this.#found) };
  }

  #isExpected({ id, position, hash }: Event, anchor: Anchor): boolean {
    this.#prefixes ??= prefixBytes(anchor);
    const bytes = Buffer.from(hash, 'hex');
    const at = this.#index * PREFIX_BYTES;
    const matches = bytes.length === 32 && bytes.compare(this.#prefixes, at, at + PREFIX_BYTES, 0, PREFIX_BYTES) === 0;
    if (!matches || position > BigInt(anchor.to) || (this.#index === 0 && id !== anchor.firstId)) return false;
    this.#hashes.push(bytes);
    if (this.#index + 1 < anchor.count) {
      this.#index += 1;
      return true;
    }
    const isComplete = rootOf(Buffer.concat(this.#hashes)) === anchor.root && id === anchor.lastId;
    if (!isComplete || position !== BigInt(anchor.to)) return false;
    this.anchored += anchor.count;
    this.#next += 1;
    [this.#index, this.#prefixes, this.#hashes] = [0, null, []];
    return true;
  }
}

/** Hash prefixes of an anchor's events, as numbers. */
export function prefixesOf(anchor: Anchor): bigint[] {
  const bytes = prefixBytes(anchor);
  return Array.from({ length: anchor.count }, (_, index) => bytes.readBigUInt64BE(index * PREFIX_BYTES));
}

/** The prefix of an event's hash as anchors store it. For a string that is not a hash, the result is arbitrary. */
export function prefixOf(hash: string): bigint {
  const bytes = Buffer.alloc(PREFIX_BYTES);
  bytes.write(hash, 'hex');
  return bytes.readBigUInt64BE();
}

/**
 * Classifies the first difference. `anchored` and `found` are the hash prefixes from that place on, as anchored and as
 * the log has them now. Until the two meet again, an equal number of events means alteration, fewer found events mean
 * removal and more mean insertion. If both first events also occur in the other list, the events were reordered.
 */
function classify(anchored: readonly bigint[], found: readonly bigint[]): Tampering {
  const places = new Map(anchored.map((prefix, index) => [prefix, index]));
  const [expected, actual] = [anchored[0], found[0]];
  if (expected === undefined) return 'INSERTED';
  if (actual !== undefined && places.has(actual) && found.includes(expected)) return 'REORDERED';
  const meeting = found.findIndex((prefix) => places.has(prefix));
  const [foundUntil, anchoredUntil] =
    meeting < 0 ? [found.length, anchored.length] : [meeting, places.get(found[meeting] ?? 0n) ?? 0];
  if (foundUntil < anchoredUntil) return 'REMOVED';
  return foundUntil > anchoredUntil && meeting >= 0 ? 'INSERTED' : 'ALTERED';
}
