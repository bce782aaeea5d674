import type { Anchor } from '@fairmark/event-store';
import type { LongWork } from '../shell/job.js';
import { AnchorCheck } from './anchor-check.js';
import { ChainScan, hashed, type LogFault, type Tail } from './chain-scan.js';
import type { ProvableLog } from './provable-log.js';

/** The result of verifying a log. */
export interface LogProof {
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
 * Reads a log, recomputes every hash, and checks the chain of every stream and, with anchors, the order of all events
 * and that none is missing. Without anchors, a change with all hashes after it recomputed goes unnoticed. `anchors`: in
 * order, and of this log (`checkedAnchors`); there may be gaps between them. `tails`: the last event of each stream.
 */
export async function verifyLog(
  { progress, signal }: LongWork,
  log: ProvableLog,
  anchors: readonly Anchor[],
): Promise<LogProof & { tails: ReadonlyMap<string, Tail> }> {
  const last = anchors.at(-1);
  const lastAnchor = last === undefined ? null : { to: last.to, madeAt: last.madeAt };
  const checks = chainsOf(anchors).map((anchorChain) => new AnchorCheck(anchorChain, log.sparseTo));
  const counted = log.sparseTo > 0n ? log.sparseTo : 1n;
  const head = log.head ?? 0n;
  const chain = new ChainScan(counted, (position) => checks.some((check) => check.confirms(position)));
  const lastAnchored = BigInt(lastAnchor?.to ?? 0);
  let afterLastAnchor = 0;
  progress.begin('Checking events', log.sparseTo > 0n ? null : Number(head));
  for await (const page of log.pages(null, head, signal)) {
    for (const found of page) {
      const event = hashed(found);
      for (const check of checks) check.event(event);
      chain.event(event);
      if (event.position > lastAnchored) afterLastAnchor += 1;
    }
    progress.add(page.length);
  }
  const fault = withRevision(firstOf([...checks.map((check) => check.end()), chain.first]), chain);
  return {
    events: chain.events,
    streams: chain.tails.size,
    tails: chain.tails,
    anchored: checks.reduce((sum, check) => sum + check.anchored, 0),
    afterLastAnchor,
    lastAnchor,
    fault,
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
