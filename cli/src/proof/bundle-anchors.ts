import { anchorChainFault, readAnchor, sealOf, writeAnchor, type Anchor } from '@fairmark/event-store';
import { canonicalJson, type RecordedEvent } from '@fairmark/events';
import { Failed } from '../shell/failure.js';
import { prefixesOf, prefixOf } from './anchor-check.js';
import type { BundleManifest, OpenedAnchor } from './bundle.js';

/** Whether an anchor of the same log covers a position. */
export const covers = ({ after, to }: Anchor, position: bigint): boolean =>
  position > BigInt(after ?? 0) && position <= BigInt(to);

/** Reads the anchors of a bundle and recomputes their roots. Throws `Failed` at the first fault. */
export function readOpened(lines: readonly string[]): OpenedAnchor[] {
  const opened = lines.map(openedOn);
  for (const [at, { anchor }] of opened.entries()) {
    const before = opened[at - 1]?.anchor;
    const isSame = before?.logId === anchor.logId;
    const isNext = isSame && anchor.after === before.to;
    const fault = anchorChainFault(isNext ? [before, anchor] : [anchor], 'middle');
    if (fault !== null) throw new Failed(`The anchor up to position ${fault.to} ${fault.fault}.`);
    if (isSame && BigInt(anchor.after ?? 0) < BigInt(before.to)) {
      throw new Failed(`The anchors up to positions ${before.to} and ${anchor.to} are not in order.`);
    }
  }
  return opened;
}

function openedOn(line: string, at: number): OpenedAnchor {
  const where = `line ${at + 1} of anchors.jsonl`;
  let anchor: Anchor;
  let hashes: string[];
  let resealed: Anchor;
  try {
    const read = JSON.parse(line) as OpenedAnchor;
    anchor = readAnchor(canonicalJson(read.anchor));
    hashes = read.hashes;
    resealed = { ...anchor, ...sealOf(hashes) };
  } catch (cause) {
    throw new Failed(`There is no anchor with its hashes on ${where}.`, [], { cause });
  }
  if (writeAnchor(resealed) !== writeAnchor(anchor)) {
    throw new Failed(`The hashes on ${where} are not those of the anchor up to position ${anchor.to}.`);
  }
  return { anchor, hashes };
}

/**
 * Counts the events of a round that anchors cover: the hash of each must be in the anchor that covers its position, in
 * the same order. Anchors of a log that was copied into this one use other positions and are matched by hash. Throws
 * `Failed` for an event that should be in an anchor and is not.
 */
export function coverage(
  events: readonly RecordedEvent[],
  opened: readonly OpenedAnchor[],
  { lastAnchor, logId }: Pick<BundleManifest, 'lastAnchor' | 'logId'>,
): number {
  let anchored = 0;
  let place = -1;
  let current: OpenedAnchor | undefined;
  for (const { position, revision, metadata } of events) {
    const covering = opened.find(({ anchor, hashes }) =>
      anchor.logId === logId ? covers(anchor, position) : hashes.includes(metadata.hash),
    );
    if (covering === undefined) {
      if (lastAnchor !== null && position <= BigInt(lastAnchor)) {
        throw new Failed(`The anchor that covers the event at revision ${revision} is missing from the bundle.`);
      }
      continue;
    }
    if (covering !== current) [current, place] = [covering, -1];
    place = covering.hashes.indexOf(metadata.hash, place + 1);
    if (place < 0) throw unknownEvent(`The anchor up to position ${covering.anchor.to}`, revision);
    anchored += 1;
  }
  return anchored;
}

/**
 * Compares the anchors of a bundle, which cover its events (`coverage`), with copies kept elsewhere. These must include
 * all anchors of the bundle, and know every event in their range even if the bundle has no anchor for it. Copies from a
 * log that was copied into the bundle's log range up to the first of its own if they are complete; else they only
 * confirm what they know. `confirmed`: how many events are known. Throws `Failed` for a contradiction.
 */
export function compareKept(
  events: readonly RecordedEvent[],
  opened: readonly OpenedAnchor[],
  { kept: given, logId }: { kept: readonly Anchor[]; logId: string },
): { compared: number; confirmed: number } {
  const known = given.map((anchor) => ({ anchor, prefixes: new Set(prefixesOf(anchor)) }));
  const kept = known.filter(({ anchor }) => anchor.logId === logId);
  const earlier = known.filter(({ anchor }) => anchor.logId !== logId);
  const knows = (some: typeof known, { metadata }: RecordedEvent): boolean =>
    some.some(({ prefixes }) => prefixes.has(prefixOf(metadata.hash)));
  if (kept.length === 0 && !events.some((event) => knows(earlier, event))) {
    throw new Failed(`The anchors that were kept belong to another log than the bundle, ${logId}.`);
  }
  const texts = new Set(given.map(writeAnchor));
  const strange = opened.find(({ anchor }) => !texts.has(writeAnchor(anchor)));
  if (strange !== undefined) {
    throw new Failed(`The anchor up to position ${strange.anchor.to} in the bundle is not among those that were kept.`);
  }
  const reach = earlier.length > 0 && anchorChainFault(given) === null ? BigInt(kept[0]?.anchor.after ?? 0) : 0n;
  const isConfirmed = (event: RecordedEvent): boolean => {
    const covering = kept.filter(({ anchor }) => covers(anchor, event.position));
    if (knows(earlier, event) || knows(covering, event)) return true;
    if (covering.length === 0 && event.position > reach) return false;
    throw unknownEvent(`The anchor up to position ${covering[0]?.anchor.to ?? reach}, which was kept,`, event.revision);
  };
  return { compared: opened.length, confirmed: events.filter(isConfirmed).length };
}

const unknownEvent = (anchor: string, revision: bigint): Failed =>
  new Failed(`${anchor} does not contain the event at revision ${revision}.`);
