import { AnchorCheck, type Anchor, type AnchorFault, type Tampering } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import type { Progress } from '../shell/progress.js';
import { covers } from './bundle-anchors.js';
import { ChainScan, type LogFault, type Tail } from './chain-scan.js';
import { hashed, type HashedEvent } from './hashed-event.js';
import type { ProvableLog } from './provable-log.js';

export interface VerifyLogOptions {
  log: ProvableLog;
  /** In order, and of this log (`checkedAnchors`). There may be gaps between them. */
  anchors: readonly Anchor[];
  /** The part of the log that is wanted: after this position (0: from its first event) … */
  after?: bigint;
  /** Both are widened to the bounds of anchors. */
  to?: bigint;
  progress: Progress;
  signal: AbortSignal;
}

/** The result of verifying a log. */
export interface LogProof {
  /** Whether the log has more than was read. */
  partial: boolean;
  /** The part of the log that was read: after a position, up to another. */
  after: bigint;
  to: bigint;
  events: number;
  streams: number;
  /** Numbers of events that match their anchors, and of events that were read after the last anchor. */
  anchored: number;
  afterLastAnchor: number;
  /** Where the last anchor ends; null: there is none. */
  lastAnchor: Pick<Anchor, 'to' | 'madeAt'> | null;
  /** The first event that is not as it was recorded; null: all are. */
  fault: LogFault | null;
}

/**
 * Reads a log or a part of it, recomputes every hash, and checks the chain of every stream and, with anchors, the order
 * of all events and that none is missing. Without anchors, a change with all hashes after it recomputed goes unnoticed.
 */
export async function verifyLog(
  options: VerifyLogOptions,
): Promise<LogProof & { /** The last event of each stream. */ tails: ReadonlyMap<string, Tail> }> {
  const { log, anchors, progress, signal } = options;
  const { after, to } = widened(options);
  const lastAnchor = lastOf(anchors);
  // If the end was requested, whatever anchors cover beyond the log's head is missing.
  const isToEnd = options.to === undefined || to === log.head;
  const inRange = anchors.filter((anchor) => BigInt(anchor.to) > after && (isToEnd || BigInt(anchor.after ?? 0) < to));
  const checks = chainsOf(inRange).map((anchorChain) => new AnchorCheck<HashedEvent>(anchorChain));
  const counted = after < log.sparseTo ? log.sparseTo : after + 1n;
  const chain = new ChainScan(counted, (position) => checks.some((check) => check.confirms(position)));
  const lastAnchored = BigInt(lastAnchor?.to ?? 0);
  let afterLastAnchor = 0;
  progress.begin('Checking events', after < log.sparseTo ? null : Number(to - after));
  for await (const page of log.pages(after === 0n ? null : after, to, signal)) {
    for (const found of page) {
      const event = hashed(found);
      if (after > 0n) await addTailBefore(chain, event, log);
      for (const check of checks) check.event(event);
      chain.event(event);
      if (event.position > lastAnchored) afterLastAnchor += 1;
    }
    progress.add(page.length);
  }
  const anchorFaults = checks.map((check) => anchorFault(check.end(), log));
  const fault = withRevision(firstOf([...anchorFaults, chain.first]), chain);
  return {
    partial: after > 0n || to < (log.head ?? 0n),
    after,
    to,
    events: chain.events,
    streams: chain.tails.size,
    tails: chain.tails,
    anchored: checks.reduce((sum, check) => sum + check.anchored, 0),
    afterLastAnchor,
    lastAnchor,
    fault,
  };
}

/** Verifies one round: the chain of its stream, and everything in the anchors that cover its events. */
export async function verifyRound(
  events: readonly RecordedEvent[],
  { log, anchors, progress, signal }: Omit<VerifyLogOptions, 'after' | 'to'>,
): Promise<LogProof> {
  const chain = new ChainScan(null);
  for (const event of events) chain.event(hashed(event));
  const positions = events.map(({ position }) => position);
  const faults = [chain.first];
  let anchored = 0;
  for (const anchor of anchors) {
    const covered = positions.filter((position) => covers(anchor, position)).length;
    if (covered === 0) continue;
    const after = BigInt(anchor.after ?? 0);
    const part = await verifyLog({ log, anchors: [anchor], after, to: BigInt(anchor.to), progress, signal });
    faults.push(part.fault);
    if (part.fault === null) anchored += covered;
  }
  const lastAnchor = lastOf(anchors);
  return {
    partial: true,
    after: (positions[0] ?? 1n) - 1n,
    to: positions.at(-1) ?? 0n,
    events: events.length,
    streams: 1,
    anchored,
    afterLastAnchor: positions.filter((at) => at > BigInt(lastAnchor?.to ?? 0)).length,
    lastAnchor,
    fault: firstOf(faults),
  };
}

const HOW: Readonly<Record<Tampering, string>> = {
  ALTERED: 'the anchors know another hash of it',
  REMOVED: 'the anchors know an event there that is gone',
  INSERTED: 'the anchors know nothing of it',
  REORDERED: 'the anchors have another event in its place, which stands elsewhere now',
};

/** The fault that anchors found. They know the id of a missing event only if it was their first or last one. */
function anchorFault(fault: AnchorFault<HashedEvent> | null, { sparseTo }: ProvableLog): LogFault | null {
  if (fault === null) return null;
  const { what, found, anchor, index } = fault;
  const after = BigInt(anchor.after ?? 0);
  const position = after < sparseTo ? fault.position : after + BigInt(index) + 1n;
  if (what !== 'REMOVED' && found !== null) {
    const { stream, revision, id } = found;
    return { what, position, stream, revision, id, how: HOW[what] };
  }
  const id = index === 0 ? anchor.firstId : index + 1 === anchor.count ? anchor.lastId : null;
  return { what, position, stream: null, revision: null, id, how: HOW[what] };
}

function lastOf(anchors: readonly Anchor[]): LogProof['lastAnchor'] {
  const last = anchors.at(-1);
  return last === undefined ? null : { to: last.to, madeAt: last.madeAt };
}

function widened({ log, anchors, after = 0n, to }: VerifyLogOptions): { after: bigint; to: bigint } {
  const head = log.head ?? 0n;
  const last = to === undefined || to > head ? head : to;
  const touched = anchors.filter((anchor) => BigInt(anchor.to) > after && BigInt(anchor.after ?? 0) < last);
  const begin = BigInt(touched[0]?.after ?? after);
  const end = BigInt(touched.at(-1)?.to ?? last);
  return {
    after: touched[0] !== undefined && begin < after ? begin : after,
    to: end > last && end <= head ? end : last,
  };
}

/** Splits anchors into runs without gaps. */
function chainsOf(anchors: readonly Anchor[]): Anchor[][] {
  const chains: Anchor[][] = [];
  for (const anchor of anchors) {
    const open = chains.at(-1);
    if (open !== undefined && open.at(-1)?.to === anchor.after) open.push(anchor);
    else chains.push([anchor]);
  }
  return chains;
}

/** The fault with the lowest position; the first of several, so that faults found by anchors precede others. */
function firstOf(faults: readonly (LogFault | null)[]): LogFault | null {
  return faults.reduce(
    (first, fault) => (first === null || (fault !== null && fault.position < first.position) ? fault : first),
    null,
  );
}

/** Adds stream and revision to the fault of a removed event, if a stream lacks a revision. */
function withRevision(fault: LogFault | null, { missing }: ChainScan): LogFault | null {
  if (fault?.what !== 'REMOVED' || fault.stream !== null || missing === null) return fault;
  return { ...fault, stream: missing.stream, revision: missing.revision };
}

/** If an event is the first of its stream in the part that is read, adds the event before it as the stream's tail. */
async function addTailBefore(
  { tails }: ChainScan,
  { stream, revision }: HashedEvent,
  { store }: ProvableLog,
): Promise<void> {
  if (revision === 0n || tails.has(stream)) return;
  const [before] = await store.readStream(stream, revision - 1n, { limit: 1 });
  if (before?.revision === revision - 1n) tails.set(stream, hashed(before));
}
