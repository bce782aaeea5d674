import { wholeStream, type Anchor, type EventStore } from '@fairmark/event-store';
import { hasRules, replayStream, verifyChain, type RecordedEvent, type WasCommittee } from '@fairmark/events';
import type { LongWork } from '../shell/job.js';
import { AnchorCheck } from './anchor-check.js';
import { ChainScan, earlier, faultAt, type HashedEvent, type LogFault } from './chain-scan.js';
import type { ProvableLog } from './provable-log.js';

/** The result of verifying a log. */
export type LogProof = Omit<Awaited<ReturnType<typeof verifyLog>>, 'tails'>;

/**
 * Reads a log, recomputes every hash, and checks the chain of every stream and, with anchors, the order of all events
 * and that none is missing. Without anchors, a change with all hashes after it recomputed goes unnoticed. `anchors`: in
 * order, and of this log (`anchoredLog`); there may be gaps between them. `tails`: the last event of each stream.
 */
export async function verifyLog({ progress, signal }: LongWork, log: ProvableLog, anchors: readonly Anchor[]) {
  const last = anchors.at(-1);
  const checks = chainsOf(anchors).map((anchorChain) => new AnchorCheck(anchorChain, log.sparseTo));
  const counted = log.sparseTo > 0n ? log.sparseTo : 1n;
  const head = log.head ?? 0n;
  const chain = new ChainScan(counted, (position) => checks.some((check) => check.confirms(position)));
  const lastAnchored = BigInt(last?.to ?? 0);
  let afterLastAnchor = 0;
  progress.begin('Checking events', log.sparseTo > 0n ? null : Number(head));
  for await (const page of log.pages(null, head, signal)) {
    for (const found of page) {
      const event = chain.event(found);
      for (const check of checks) check.event(event);
      if (event.position > lastAnchored) afterLastAnchor += 1;
    }
    progress.add(page.length);
  }
  // Where both find a fault at one position, the anchors say more.
  const first = [...checks.map((check) => check.end()), chain.first].reduce(earlier, null);
  return {
    events: chain.events,
    streams: chain.tails.size,
    tails: chain.tails,
    /** How many events match their anchors, and how many were read after the last anchor. */
    anchored: checks.reduce((sum, check) => sum + check.anchored, 0),
    afterLastAnchor,
    /** Where the last anchor ends; null: there is none. */
    lastAnchor: last === undefined ? null : { to: last.to, madeAt: last.madeAt },
    /** The first event that is not as it was recorded; null: all are. */
    // A stream that lacks a revision tells which event is missing.
    fault: first?.what === 'REMOVED' && first.stream === null ? { ...first, ...chain.missing } : first,
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

/**
 * Decides every command of a log again, with one stream in memory at a time: how many streams, and the fault with the
 * lowest position. `tails`: the last event of each when its hashes were checked; what is read now must end with it.
 */
export async function replayLog(
  store: EventStore,
  tails: ReadonlyMap<string, HashedEvent>,
  wasCommittee: WasCommittee,
  { progress, signal }: LongWork,
): Promise<{ replayed: number; fault: LogFault | null }> {
  const found = { replayed: 0, fault: null as LogFault | null };
  progress.begin('Checking rules', tails.size);
  for (const [stream, tail] of tails) {
    signal.throwIfAborted();
    progress.add(1);
    if (!hasRules(stream)) continue;
    found.replayed += 1;
    const events = await wholeStream(store, stream, { until: tail.revision });
    const isProven = verifyChain(events) === null && events.at(-1)?.metadata.hash === tail.hash;
    const fault = isProven
      ? forbiddenFault(events, wasCommittee)
      : faultAt(tail, 'ALTERED', `${stream} changed while it was being verified`);
    found.fault = earlier(found.fault, fault);
  }
  return found;
}

/** The first event of a stream that its rules did not allow; `code`: the decider's refusal, or another (`RuleFault`). */
function forbiddenFault(events: readonly RecordedEvent[], wasCommittee: WasCommittee) {
  const fault = replayStream(events, wasCommittee);
  if (fault === null) return null;
  const { event, actorId, code } = fault;
  const how = `the rules answer ${code} to ${event.type} by ${actorId}`;
  return { ...faultAt(event, 'FORBIDDEN', how), actorId, code };
}
