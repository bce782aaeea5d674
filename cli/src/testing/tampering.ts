import type { Anchor } from '@fairmark/event-store';
import { connected } from '@fairmark/event-store/testing/database';
import { eventHash, type RecordedEvent } from '@fairmark/events';
import { insertEvents } from '../log/log-writer.js';
import { placedAnchors } from '../proof/anchored-log.js';
import { plainEvent } from '../proof/event-line.js';
import type { ProvableLog } from '../proof/provable-log.js';
import { verifyLog, type LogProof } from '../proof/verify-log.js';
import { Progress } from '../shell/job.js';

/** How thorough a forger of a log is. */
export interface Thoroughness {
  /** Whether positions and revisions are made gapless again. */
  renumber?: boolean;
  /** Whether every hash, and with it the chains, is recomputed. */
  recompute?: boolean;
}

/** Replaces the log in the database as its superuser can, bypassing every trigger. */
export function overwriteLog(url: string, events: readonly RecordedEvent[]): Promise<void> {
  return connected(url, async (client) => {
    await client.query('begin; alter table log.events disable trigger all; delete from log.events');
    await insertEvents(client, JSON.stringify(events.map(plainEvent)));
    await client.query('alter table log.events enable always trigger unchangeable; commit');
  });
}

/** What a proof of the log finds with anchors that are of it or of a log that was copied into it. */
export async function proofOf(log: ProvableLog, anchors: readonly Anchor[]): Promise<LogProof> {
  const { signal } = new AbortController();
  const { placed, strange } = await placedAnchors(anchors, log, signal);
  expect(strange).toBeNull();
  return verifyLog({ progress: new Progress(false), signal }, log, placed);
}

/** A score as a forger would have it: a hole in one. */
export function forged(event: RecordedEvent, more: Partial<RecordedEvent> = {}): RecordedEvent {
  return { ...event, data: { ...(event.data as object), strokes: 1, noScore: false }, ...more };
}

/** An event with other metadata, and the hash that fits it. */
export function rehashed(event: RecordedEvent, more: Partial<RecordedEvent['metadata']> = {}): RecordedEvent {
  const changed = { ...event, metadata: { ...event.metadata, ...more } };
  return { ...changed, metadata: { ...changed.metadata, hash: eventHash(changed) } };
}

/** Changed events as a forger covers them up. */
export function covered(events: readonly RecordedEvent[], { renumber, recompute }: Thoroughness): RecordedEvent[] {
  const numbered = renumber === true ? renumbered(events) : [...events];
  return recompute === true ? recomputed(numbered) : numbered;
}

function renumbered(events: readonly RecordedEvent[]): RecordedEvent[] {
  const next = new Map<string, bigint>();
  return events.map((event, at) => {
    const revision = next.get(event.stream) ?? 0n;
    next.set(event.stream, revision + 1n);
    return { ...event, position: BigInt(at + 1), revision };
  });
}

function recomputed(events: readonly RecordedEvent[]): RecordedEvent[] {
  const tails = new Map<string, string>();
  return events.map((event) => {
    const chained = rehashed(event, { prevHash: tails.get(event.stream) ?? null });
    tails.set(event.stream, chained.metadata.hash);
    return chained;
  });
}
