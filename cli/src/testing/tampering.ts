import { connected } from '@fairmark/event-store/testing/database';
import { eventHash, type RecordedEvent } from '@fairmark/events';
import { insertEvents } from '../log/log-writer.js';
import { plainEvent } from '../proof/event-line.js';

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
    const metadata = { ...event.metadata, prevHash: tails.get(event.stream) ?? null };
    const hash = eventHash({ ...event, metadata });
    tails.set(event.stream, hash);
    return { ...event, metadata: { ...metadata, hash } };
  });
}
