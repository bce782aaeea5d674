import { anchoredPrefixes, prefixOf, writeAnchor, type Anchor, type RecordedEvent } from '@fairmark/events';
import { Failed } from '../cli/failure.js';
import type { OpenedAnchor } from './write-bundle.js';

/** What comparing a bundle with anchors from somewhere else tells; null: there were none. */
export const NOT_COMPARED = { compared: null, confirmed: null } as const;

/** Anchors that came from somewhere else, for the log that a bundle names. */
export interface KeptAnchors {
  kept: readonly Anchor[];
  logId: string;
}

const covers = ({ after, to }: Anchor, position: bigint): boolean =>
  position > BigInt(after ?? 0) && position <= BigInt(to);

/**
 * Compares a bundle, whose own anchors cover its events (`coverage`), with anchors that were kept elsewhere: its own are all among them,
 * and they know every event that lies where they reach, whether the bundle has an anchor there or not. `confirmed`: how many events they
 * know. Throws `Failed` for what they contradict.
 */
export function compareKept(
  events: readonly RecordedEvent[],
  opened: readonly OpenedAnchor[],
  { kept: given, logId }: KeptAnchors,
): { compared: number; confirmed: number } {
  const kept = given.filter((anchor) => anchor.logId === logId);
  if (kept.length === 0) throw new Failed(`The anchors that were kept are of another log than the bundle, ${logId}.`);
  const texts = new Set(kept.map(writeAnchor));
  for (const { anchor } of opened) {
    if (texts.has(writeAnchor(anchor))) continue;
    throw new Failed(`The anchor up to position ${anchor.to} in the bundle is not among those that were kept.`);
  }
  const known = new Map<Anchor, Set<bigint>>();
  const knows = (anchor: Anchor, hash: string): boolean => {
    const prefixes = known.get(anchor) ?? new Set(anchoredPrefixes([anchor], { anchorTo: anchor.to, index: 0 }));
    known.set(anchor, prefixes);
    return prefixes.has(prefixOf(hash));
  };
  let confirmed = 0;
  for (const { position, revision, metadata } of events) {
    const covering = kept.filter((anchor) => covers(anchor, position));
    const [first] = covering;
    if (first === undefined) continue;
    if (!covering.some((anchor) => knows(anchor, metadata.hash))) {
      throw new Failed(
        `The anchor up to position ${first.to}, which was kept, knows nothing of the event at revision ${revision}.`,
      );
    }
    confirmed += 1;
  }
  return { compared: opened.length, confirmed };
}
