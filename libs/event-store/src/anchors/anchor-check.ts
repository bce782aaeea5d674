import { rootOf, PREFIX_BYTES, prefixBytes, type Anchor, type AnchoredEvent } from './anchor.js';

/** What became of an event since it was anchored. */
export type Tampering = 'ALTERED' | 'REMOVED' | 'INSERTED' | 'REORDERED';

/** The first place at which a log is not what its anchors say. */
export interface AnchorFault<Event> {
  what: Tampering;
  /** Position of the place, in the log as it is. */
  position: bigint;
  /** The event that stands there; null: the log ends before it. */
  found: Event | null;
  /** The anchor that says otherwise. */
  anchor: Anchor;
  /** How many events after the anchor's beginning. */
  index: number;
}

/** Beginnings of hashes that are kept after a difference, to tell what happened. */
const KEPT_MAX = 2_000_000;

/**
 * Compares a log, event by event, with anchors that follow on each other. Knows of the first difference at once, because anchors
 * hold the beginning of every hash; where beginnings agree and an anchor's root does not, the difference is found at its end.
 */
export class AnchorCheck<Event extends AnchoredEvent> {
  /** Events that were compared and are as they were anchored. */
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

  /** `anchors`: in order, a chain (`anchorChainFault`). */
  constructor(private readonly anchors: readonly Anchor[]) {
    this.#after = BigInt(anchors[0]?.after ?? 0);
    [this.#confirmed, this.#head] = [this.#after, this.#after];
  }

  /** Whether the event at a position is as it was anchored, as far as was read. */
  confirms(position: bigint): boolean {
    return position > this.#after && position <= this.#confirmed;
  }

  /** Takes the next event of the log. What stands before the first anchor is passed over. */
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

  /** The first difference, and what happened there; null: the log holds all that was anchored. To be asked when it has ended. */
  end(): AnchorFault<Event> | null {
    const anchor = this.anchors[this.#next];
    if (anchor === undefined) return null;
    const fault = this.#fault ?? { position: this.#head + 1n, found: null, anchor, index: this.#index };
    const expected: bigint[] = [];
    const until = fault.index + KEPT_MAX;
    for (let at = this.#next; at < this.anchors.length && expected.length < until; at += 1) {
      for (const prefix of prefixesOf(this.anchors[at] ?? anchor)) expected.push(prefix);
    }
    return { ...fault, what: whatHappened(expected.slice(fault.index, until), this.#found) };
  }

  #isExpected({ id, position, hash }: Event, anchor: Anchor): boolean {
    this.#prefixes ??= prefixBytes(anchor);
    const bytes = Buffer.from(hash, 'hex');
    const at = this.#index * PREFIX_BYTES;
    const begins = bytes.length === 32 && bytes.compare(this.#prefixes, at, at + PREFIX_BYTES, 0, PREFIX_BYTES) === 0;
    if (!begins || position > BigInt(anchor.to) || (this.#index === 0 && id !== anchor.firstId)) return false;
    this.#hashes.push(bytes);
    if (this.#index + 1 < anchor.count) {
      this.#index += 1;
      return true;
    }
    const isWhole = rootOf(Buffer.concat(this.#hashes)) === anchor.root && id === anchor.lastId;
    if (!isWhole || position !== BigInt(anchor.to)) return false;
    this.anchored += anchor.count;
    this.#next += 1;
    [this.#index, this.#prefixes, this.#hashes] = [0, null, []];
    return true;
  }
}

/** Beginnings of the hashes of an anchor's events, as numbers. */
export function prefixesOf(anchor: Anchor): bigint[] {
  const bytes = prefixBytes(anchor);
  return Array.from({ length: anchor.count }, (_, index) => bytes.readBigUInt64BE(index * PREFIX_BYTES));
}

/** The beginning of an event's hash, as anchors have it; of what is no hash, anything. */
export function prefixOf(hash: string): bigint {
  const bytes = Buffer.alloc(PREFIX_BYTES);
  bytes.write(hash, 'hex');
  return bytes.readBigUInt64BE();
}

/**
 * What happened at the first place where the log and its anchors differ. `anchored` and `found`: beginnings of hashes from that
 * place on, as they were anchored and as the log has them now. Both go on until they agree again: the same number of events
 * between is an alteration, fewer a removal, more an insertion; an event that is at another place as well was moved.
 */
function whatHappened(anchored: readonly bigint[], found: readonly bigint[]): Tampering {
  const places = new Map(anchored.map((prefix, index) => [prefix, index]));
  const [expected, there] = [anchored[0], found[0]];
  if (expected === undefined) return 'INSERTED';
  if (there !== undefined && places.has(there) && found.includes(expected)) return 'REORDERED';
  const meets = found.findIndex((prefix) => places.has(prefix));
  const [foundUntil, anchoredUntil] =
    meets < 0 ? [found.length, anchored.length] : [meets, places.get(found[meets] ?? 0n) ?? 0];
  if (foundUntil < anchoredUntil) return 'REMOVED';
  return foundUntil > anchoredUntil && meets >= 0 ? 'INSERTED' : 'ALTERED';
}
