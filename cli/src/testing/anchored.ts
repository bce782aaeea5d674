import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeAnchor, writeAnchor, type Anchor } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';

/** Anchors of a log's events, `size` events each. */
export function anchorsOf(
  logId: string,
  events: readonly RecordedEvent[],
  size: number,
  madeAt = '2026-11-22T00:00:00.000Z',
): Anchor[] {
  const anchors: Anchor[] = [];
  for (let from = 0; from < events.length; from += size) {
    const some = events.slice(from, from + size);
    const known = some.map(({ id, position, metadata: { hash } }) => ({ id, position, hash }));
    anchors.push(makeAnchor(logId, anchors.at(-1) ?? null, known, madeAt));
  }
  return anchors;
}

/** Writes anchors into a folder as the projector does. */
export function keepAnchors(folder: string, anchors: readonly Anchor[]): void {
  mkdirSync(folder, { recursive: true });
  for (const anchor of anchors) {
    writeFileSync(path.join(folder, `anchor-${anchor.to.padStart(19, '0')}.json`), `${writeAnchor(anchor)}\n`);
  }
}
