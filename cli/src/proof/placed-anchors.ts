import type { Anchor } from '@fairmark/event-store';
import { positionsOf, type ProvableLog } from './provable-log.js';

/**
 * Anchors with `after` and `to` as positions of this log. Anchors of a log from which this one was copied are placed by
 * their first and last events. Only a comparison shows whether the events between are the same. `strange`: one of a
 * log that has no event in common with this one, or null.
 */
export async function placedAnchors(anchors: readonly Anchor[], log: ProvableLog, signal: AbortSignal) {
  const copied = anchors.filter(({ logId }) => logId !== log.id);
  if (copied.length === 0) return { placed: [...anchors], strange: null };
  const ends = copied.flatMap(({ firstId, lastId }) => [firstId, lastId]);
  const positions = await positionsOf(ends, log, signal);
  const isHere = ({ firstId, lastId }: Anchor): boolean => positions.has(firstId) || positions.has(lastId);
  const here = new Set([log.id, ...copied.filter(isHere).map(({ logId }) => logId)]);
  const known = anchors.filter(({ logId }) => here.has(logId));
  const placed: Anchor[] = [];
  for (const [at, anchor] of known.entries()) {
    const before = known[at - 1];
    const follows = before?.logId === anchor.logId && before.to === anchor.after;
    placed.push(anchor.logId === log.id ? anchor : placedAt(anchor, (follows && placed[at - 1]) || null));
  }
  placed.sort((one, other) => Number(BigInt(one.to) - BigInt(other.to)));
  return { placed, strange: copied.find(({ logId }) => !here.has(logId)) ?? null };

  function placedAt(anchor: Anchor, before: Anchor | null): Anchor {
    const first = positions.get(anchor.firstId);
    const after = BigInt(before?.to ?? (anchor.after === null || first === undefined ? 0 : first - 1n));
    const last = positions.get(anchor.lastId) ?? 0n;
    // If its last event is missing: by its count, beyond all gaps.
    const counted = (after < log.sparseTo ? log.sparseTo : after) + BigInt(anchor.count);
    return { ...anchor, after: `${after}`, to: `${last > after ? last : counted}` };
  }
}
