import { PREFIX_BYTES, rootOf, type Anchor } from '@fairmark/event-store';
import { faultAt, type HashedEvent, type LogFault, type Tampering } from './chain-scan.js';

const HOW: Readonly<Record<Tampering, string>> = {
  ALTERED: 'the anchors have another hash for it',
  REMOVED: 'the anchors have an event there that is gone',
  INSERTED: 'the anchors do not have it',
  REORDERED: 'the anchors have another event in its place, which is elsewhere now',
};

/** Hash prefixes kept after the first difference, to classify it. */
const KEPT_MAX = 2_000_000;

/**
 * Compares a log, event by event, with a chain of anchors. The prefix of its hash reveals a changed event itself; where
 * all prefixes match but an anchor's root does not, the difference is reported at the anchor's last event.
 */
export class AnchorCheck {
  /** Number of events in the anchors that the log has matched completely. */
  anchored = 0;
  readonly #after: bigint;
  #confirmed: bigint;
  /** The place of the next event: an anchor's index, and the event's in it. Both stay at the first difference. */
  #next = 0;
  #index = 0;
  /** What the log has at the first difference; null until there is one. */
  #found: HashedEvent | null = null;
  /** The hash prefixes of that event and those after it. */
  readonly #foundPrefixes: bigint[] = [];
  #prefixes: bigint[] | null = null;
  #hashes: Buffer[] = [];

  /**
   * @param anchors in order and forming a chain (see `anchorChainFault`)
   * @param sparseTo up to this position of the log there may be gaps
   */
  constructor(
    private readonly anchors: readonly Anchor[],
    private readonly sparseTo: bigint,
  ) {
    this.#after = BigInt(anchors[0]?.after ?? 0);
    this.#confirmed = this.#after;
  }

  /** Whether the event at a position was read and matches its anchor. */
  confirms(position: bigint): boolean {
    return position > this.#after && position <= this.#confirmed;
  }

  /** Checks the next event of the log. Events before the first anchor are ignored. */
  event(event: HashedEvent): void {
    const anchor = this.anchors[this.#next];
    if (anchor === undefined || event.position <= this.#after) return;
    if (this.#found === null && this.#isExpected(event, anchor)) this.#confirmed = event.position;
    else this.#found ??= event;
    if (this.#found !== null && this.#foundPrefixes.length < KEPT_MAX) this.#foundPrefixes.push(prefixOf(event.hash));
  }

  /** The first difference; null when the log holds everything that was anchored. Call it after the last event. */
  end(): LogFault | null {
    const [anchor, index, found] = [this.anchors[this.#next], this.#index, this.#found];
    if (anchor === undefined) return null;
    const until = index + KEPT_MAX;
    const expected: bigint[] = [];
    for (const next of this.anchors.slice(this.#next)) {
      if (expected.length < until) expected.push(...prefixesOf(next));
    }
    const what = classify(expected.slice(index, until), this.#foundPrefixes);
    const after = BigInt(anchor.after ?? 0);
    const here = found?.position ?? this.#confirmed + 1n;
    const position = after < this.sparseTo ? here : after + BigInt(index) + 1n;
    if (what !== 'REMOVED' && found !== null) return faultAt({ ...found, position }, what, HOW[what]);
    // Of a missing event an anchor knows the id only if it was its first or last one.
    const id = index === 0 ? anchor.firstId : index + 1 === anchor.count ? anchor.lastId : null;
    return faultAt({ position, id }, what, HOW[what]);
  }

  #isExpected({ id, position, hash }: HashedEvent, anchor: Anchor): boolean {
    this.#prefixes ??= prefixesOf(anchor);
    const bytes = Buffer.from(hash, 'hex');
    const matches = bytes.length === 32 && bytes.readBigUInt64BE() === this.#prefixes[this.#index];
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
export function prefixesOf({ prefixes, count }: Anchor): bigint[] {
  const bytes = Buffer.from(prefixes, 'base64');
  return Array.from({ length: count }, (_, index) => bytes.readBigUInt64BE(index * PREFIX_BYTES));
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
