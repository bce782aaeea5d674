import { anchorChainFault, hashBytes, prefixBytes, readAnchor, rootOf } from '@fairmark/event-store';
import { canonicalJson, type RecordedEvent } from '@fairmark/events';
import { Failed } from '../shell/failure.js';
import type { BundleManifest } from './bundle.js';
import { covers } from './kept-anchors.js';
import type { OpenedAnchor } from './write-bundle.js';

/** Reads the anchors of a bundle and computes their roots again. Throws `Failed` with what is wrong. */
export function readOpened(text: string): OpenedAnchor[] {
  const opened = text
    .split('\n')
    .slice(0, -1)
    .map((line, at) => openedOf(line, at + 1));
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

function openedOf(line: string, number: number): OpenedAnchor {
  let read: OpenedAnchor;
  let bytes: Buffer;
  try {
    const { anchor, hashes } = JSON.parse(line) as OpenedAnchor;
    read = { anchor: readAnchor(canonicalJson(anchor)), hashes };
    bytes = hashBytes(hashes);
  } catch (cause) {
    throw new Failed(`Line ${number} of anchors.jsonl is no anchor with its hashes.`, [], { cause });
  }
  const { anchor, hashes } = read;
  const prefixes = prefixBytes(anchor);
  const begins = hashes.every((_, at) => bytes.compare(prefixes, at * 8, at * 8 + 8, at * 32, at * 32 + 8) === 0);
  if (hashes.length !== anchor.count || rootOf(bytes) !== anchor.root || !begins || canonicalJson(read) !== line) {
    throw new Failed(
      `The hashes on line ${number} of anchors.jsonl are not those of the anchor up to position ${anchor.to}.`,
    );
  }
  return read;
}

/**
 * How many events of a round anchors cover: the hash of each stands in the anchor that goes over its position, in the same order.
 * Anchors of a log that was copied into this one count other positions: there the hashes tell. Throws `Failed` for an event that should
 * stand in an anchor and does not.
 */
export function coverage(
  events: readonly RecordedEvent[],
  opened: readonly OpenedAnchor[],
  { lastAnchor, logId }: Pick<BundleManifest, 'lastAnchor' | 'logId'>,
): number {
  let anchored = 0;
  let place = -1;
  let of: OpenedAnchor | undefined;
  for (const { position, revision, metadata } of events) {
    const covering = opened.find(({ anchor, hashes }) =>
      anchor.logId === logId ? covers(anchor, position) : hashes.includes(metadata.hash),
    );
    if (covering === undefined) {
      if (lastAnchor !== null && position <= BigInt(lastAnchor)) {
        throw new Failed(`The anchor that covers the event at revision ${revision} is missing in the bundle.`);
      }
      continue;
    }
    if (covering !== of) [of, place] = [covering, -1];
    const found = covering.hashes.indexOf(metadata.hash, place + 1);
    if (found < 0) {
      throw new Failed(
        `The anchor up to position ${covering.anchor.to} knows nothing of the event at revision ${revision}.`,
      );
    }
    place = found;
    anchored += 1;
  }
  return anchored;
}
