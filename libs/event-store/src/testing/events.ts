import { randomUUID } from 'node:crypto';
import { type NewEvent, type RecordedEvent, seal, tailOf } from '@fairmark/events';
import type { AppendResult, EventStore } from '../port/event-store.js';

const SCHEMA_VERSIONS: Record<string, number> = { Noted: 1 };

/** Events of a command, each with a note; `after` is the stream's last event. Name the command to send it twice. */
export function notes(
  stream: string,
  texts: readonly unknown[],
  after: RecordedEvent | null = null,
  { commandId = randomUUID(), now = '2026-03-01T08:00:00.000Z' } = {},
): NewEvent[] {
  const tail = after === null ? null : tailOf(after);
  const events = texts.map((text) => ({ type: 'Noted', data: { text } }));
  const by = { commandId, fingerprint: 'f'.repeat(64), actorId: randomUUID(), deviceId: null };
  const command = { ...by, correlationId: commandId, occurredAt: null };
  return seal({ stream, tail, events, schemaVersions: SCHEMA_VERSIONS, command, now });
}

/** A stream that no other test uses. */
export const newStream = (): string => `note-${randomUUID()}`;

/** Starts a stream with notes, a new one unless it is named. */
export function begin(
  store: EventStore,
  texts: readonly unknown[] = ['x'],
  stream = newStream(),
): Promise<AppendResult> {
  return store.append(stream, 'no-stream', notes(stream, texts));
}

/** Appends single notes to a new stream, one after the other, and returns the stored events. */
export async function write(store: EventStore, stream: string, count: number): Promise<RecordedEvent[]> {
  const written: RecordedEvent[] = [];
  for (let at = 0; at < count; at += 1) {
    const last = written.at(-1) ?? null;
    const result = await store.append(stream, last?.revision ?? 'no-stream', notes(stream, [at], last));
    if (result.outcome === 'conflict') throw new Error(`${stream} has another writer`);
    written.push(...result.events);
  }
  return written;
}

/** The events that an append stored; throws on a conflict. */
export function storedBy(result: AppendResult): RecordedEvent[] {
  if (result.outcome === 'conflict') throw new Error(`Conflict: the stream is at ${result.actual}`);
  return result.events;
}

export async function wholeLog(store: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await store.readAll(events.at(-1)?.position ?? null);
    if (page.length === 0) return events;
    events.push(...page);
  }
}
