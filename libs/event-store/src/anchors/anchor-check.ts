import { rootOf, PREFIX_BYTES, prefixBytes, type Anchor, type AnchoredEvent } from './anchor.js';

/** What became of an event since it was anchored. */
export type Tampering = 'ALTERED' | 'REMOVED' | 'INSERTED' | 'REORDERED';

/** The first place at which a log is not what its anchors say. */
export interface AnchorFault {
  /** Position of the place, in the log as it is. */
  position: bigint;
  /** The event that stands there; null: the log ends before it. */
  found: { id: string } | null;
  /** Of the anchor that says otherwise: where it ends. */
  anchorTo: string;
  /** How many events after the anchor's beginning. */
  index: number;
}

/**
 * Compares a log, event by event, with anchors that follow on each other. Knows of the first difference at once, because anchors
 * hold the beginning of every hash; where beginnings agree and an anchor's root does not, that is said at its end.
 */
export class AnchorCheck {
  /** Events that were compared and are as they were anchored. */
  anchored = 0;
  #next = 0;
  #index = 0;
  #prefixes: Buffer | null = null;
  #hashes: Buffer[] = [];

  /** `anchors`: in order, a chain (`anchorChainFault`). */
  constructor(private readonly anchors: readonly Anchor[]) {}

  /** Takes the next event of the log after the first anchor's beginning. Not called again after a fault. */
  event({ id, position, hash }: AnchoredEvent): AnchorFault | null {
    const anchor = this.anchors[this.#next];
    if (anchor === undefined) return null;
    this.#prefixes ??= prefixBytes(anchor);
    const bytes = Buffer.from(hash, 'hex');
    const at = this.#index * PREFIX_BYTES;
    const fault: AnchorFault = { position, found: { id }, anchorTo: anchor.to, index: this.#index };
    const isExpected =
      bytes.length === 32 && bytes.compare(this.#prefixes, at, at + PREFIX_BYTES, 0, PREFIX_BYTES) === 0;
    if (!isExpected) return fault;
    if (position > BigInt(anchor.to) || (this.#index === 0 && id !== anchor.firstId)) return fault;
    this.#hashes.push(bytes);
    this.#index += 1;
    if (this.#index < anchor.count) return null;
    const isWhole = rootOf(Buffer.concat(this.#hashes)) === anchor.root && id === anchor.lastId;
    if (!isWhole || position !== BigInt(anchor.to)) return fault;
    this.anchored += anchor.count;
    this.#next += 1;
    [this.#index, this.#prefixes, this.#hashes] = [0, null, []];
    return null;
  }

  /** Told when the log has ended: whether the anchors end with it or before. */
  end(head: bigint | null): AnchorFault | null {
    const anchor = this.anchors[this.#next];
    if (anchor === undefined) return null;
    return { position: (head ?? 0n) + 1n, found: null, anchorTo: anchor.to, index: this.#index };
  }
}

/** Beginnings of hashes as numbers. */
export type Prefixes = readonly bigint[];

/** The beginnings of the hashes that anchors know, from a place on. */
export function anchoredPrefixes(anchors: readonly Anchor[], from: Pick<AnchorFault, 'anchorTo' | 'index'>): bigint[] {
  const start = anchors.findIndex(({ to }) => to === from.anchorTo);
  return anchors.slice(start).flatMap((anchor, at) => {
    const bytes = prefixBytes(anchor);
    const all = Array.from({ length: anchor.count }, (_, index) => bytes.readBigUInt64BE(index * PREFIX_BYTES));
    return at === 0 ? all.slice(from.index) : all;
  });
}

/** The beginning of an event's hash, as anchors have it. */
export function prefixOf(hash: string): bigint {
  return Buffer.from(hash.slice(0, 2 * PREFIX_BYTES).padStart(2 * PREFIX_BYTES, '0'), 'hex').readBigUInt64BE();
}

/**
 * What happened at the first place where the log and its anchors differ. `anchored` and `found`: beginnings of hashes from that
 * place on, as they were anchored and as the log has them now. Both go on until they agree again: the same number of events
 * between is an alteration, fewer a removal, more an insertion; an event that is at another place as well was moved.
 */
export function whatHappened(anchored: Prefixes, found: Prefixes): Tampering {
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
