import { anchorChainFault, prefixesOf, prefixOf, writeAnchor, type Anchor } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { Failed } from '../shell/failure.js';
import type { OpenedAnchor } from './write-bundle.js';

/** Whether an anchor of the same log goes over a position. */
export const covers = ({ after, to }: Anchor, position: bigint): boolean =>
  position > BigInt(after ?? 0) && position <= BigInt(to);

/**
 * Compares a bundle of a log, whose own anchors cover its events (`coverage`), with anchors that were kept elsewhere: its own are all among them,
 * and they know every event that lies where they reach, whether the bundle has an anchor there or not. Those of a log
 * that was copied into the bundle's reach to where its own begin, if all of them were kept; else they confirm what they know.
 * `confirmed`: how many events are known. Throws `Failed` for what they contradict.
 */
export function compareKept(
  events: readonly RecordedEvent[],
  opened: readonly OpenedAnchor[],
  { kept: given, logId }: { kept: readonly Anchor[]; logId: string },
): { compared: number; confirmed: number } {
  const kept = given.filter((anchor) => anchor.logId === logId);
  const earlier = given.filter((anchor) => anchor.logId !== logId);
  const reach = earlier.length > 0 && anchorChainFault(given) === null ? BigInt(kept[0]?.after ?? 0) : 0n;
  const knows = knowing();
  const isKnownEarlier = ({ metadata }: RecordedEvent): boolean =>
    earlier.some((anchor) => knows(anchor, metadata.hash));
  if (kept.length === 0 && !events.some(isKnownEarlier)) {
    throw new Failed(`The anchors that were kept are of another log than the bundle, ${logId}.`);
  }
  assertAmong(given, opened);
  const isConfirmed = (event: RecordedEvent): boolean => {
    const covering = kept.filter((anchor) => covers(anchor, event.position));
    if (isKnownEarlier(event) || covering.some((anchor) => knows(anchor, event.metadata.hash))) return true;
    if (covering.length === 0 && event.position > reach) return false;
    const to = covering[0]?.to ?? reach;
    throw new Failed(
      `The anchor up to position ${to}, which was kept, knows nothing of the event at revision ${event.revision}.`,
    );
  };
  return { compared: opened.length, confirmed: events.filter(isConfirmed).length };
}

function assertAmong(given: readonly Anchor[], opened: readonly OpenedAnchor[]): void {
  const texts = new Set(given.map(writeAnchor));
  const strange = opened.find(({ anchor }) => !texts.has(writeAnchor(anchor)));
  if (strange === undefined) return;
  throw new Failed(`The anchor up to position ${strange.anchor.to} in the bundle is not among those that were kept.`);
}

/** Tells whether an anchor knows an event by its hash. */
function knowing(): (anchor: Anchor, hash: string) => boolean {
  const known = new Map<Anchor, Set<bigint>>();
  return (anchor, hash) => {
    const prefixes = known.get(anchor) ?? new Set(prefixesOf(anchor));
    known.set(anchor, prefixes);
    return prefixes.has(prefixOf(hash));
  };
}
