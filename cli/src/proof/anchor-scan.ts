import {
  AnchorCheck,
  anchoredPrefixes,
  prefixOf,
  whatHappened,
  type Anchor,
  type AnchorFault,
  type Tampering,
} from '@fairmark/event-store';
import type { HashedEvent } from './hashed-page.js';
import type { LogFault } from './chain-scan.js';

/** Beginnings of hashes that are kept after a difference, to tell what happened. */
const KEPT_MAX = 2_000_000;

const HOW: Readonly<Record<Tampering, string>> = {
  ALTERED: 'the anchors know another hash of it',
  REMOVED: 'the anchors know an event there that is gone',
  INSERTED: 'the anchors know nothing of it',
  REORDERED: 'the anchors have another event in its place, which stands elsewhere now',
};

/** Compares a log with anchors that follow on each other, as it passes by. */
export class AnchorScan {
  readonly #check: AnchorCheck;
  readonly #after: bigint;
  readonly #end: bigint;
  #fault: (AnchorFault & { stream: string | null; revision: bigint | null }) | null = null;
  #found: bigint[] = [];
  #head: bigint | null = null;
  #confirmed: bigint;

  /** `sparseTo`: after this position the place of an event tells its position. */
  constructor(
    private readonly anchors: readonly Anchor[],
    private readonly sparseTo: bigint,
  ) {
    this.#check = new AnchorCheck(anchors);
    this.#after = BigInt(anchors[0]?.after ?? 0);
    this.#confirmed = this.#after;
    this.#end = BigInt(anchors.at(-1)?.to ?? 0);
  }

  /** Events that are as they were anchored. */
  get anchored(): number {
    return this.#check.anchored;
  }

  /** Whether the event at a position is as it was anchored, as far as was read. */
  confirms(position: bigint): boolean {
    return position > this.#after && position <= this.#confirmed;
  }

  /** Takes the next event. */
  event({ id, position, hash, stream, revision }: HashedEvent): void {
    if (position <= this.#after) return;
    this.#head = position;
    if (this.#fault === null) {
      const fault = this.#check.event({ id, position, hash });
      if (fault !== null) this.#fault = { ...fault, stream, revision };
      else if (position <= this.#end) this.#confirmed = position;
    }
    if (this.#fault !== null && this.#found.length < KEPT_MAX) this.#found.push(prefixOf(hash));
  }

  /** Told when the log has ended: the first difference, and what happened there. */
  end(): LogFault | null {
    const ended = this.#fault === null ? this.#check.end(this.#head ?? this.#after) : null;
    const fault = this.#fault ?? (ended === null ? null : { ...ended, stream: null, revision: null });
    if (fault === null) return null;
    const what = whatHappened(anchoredPrefixes(this.anchors, fault), this.#found);
    const isGone = what === 'REMOVED' || fault.found === null;
    return {
      what,
      position: this.#placeOf(fault),
      stream: isGone ? null : fault.stream,
      revision: isGone ? null : fault.revision,
      id: isGone ? this.#knownId(fault) : (fault.found?.id ?? null),
      how: HOW[what],
    };
  }

  #placeOf({ position, anchorTo, index }: AnchorFault): bigint {
    const after = BigInt(this.#anchorTo(anchorTo)?.after ?? 0);
    return after < this.sparseTo ? position : after + BigInt(index) + 1n;
  }

  /** Of an event that is gone, the anchors know the id if it was their first or last. */
  #knownId({ anchorTo, index }: AnchorFault): string | null {
    const anchor = this.#anchorTo(anchorTo);
    if (index === 0) return anchor?.firstId ?? null;
    return index + 1 === anchor?.count ? anchor.lastId : null;
  }

  #anchorTo(position: string): Anchor | undefined {
    return this.anchors.find(({ to }) => to === position);
  }
}
