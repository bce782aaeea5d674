import { hash as digest } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import type { EventMetadata, NewEvent, RecordedEvent } from './envelope.js';

/** What the next event of a stream needs from the last one. */
export interface StreamTail {
  revision: bigint;
  hash: string;
  /** ISO 8601, UTC, as `Date.toISOString` writes it. */
  recordedAt: string;
}

/** The part of the metadata that all events of a command share. */
export type CommandMetadata = Pick<
  EventMetadata,
  'commandId' | 'fingerprint' | 'actorId' | 'deviceId' | 'correlationId' | 'occurredAt'
>;

/** Fingerprint of a command without input. */
export const EMPTY_REQUEST = digest('sha256', canonicalJson({}), 'hex');

/** A command that the product gives itself, and that has no input. */
export function systemCommand(commandId: string, correlationId = commandId): CommandMetadata {
  return { commandId, fingerprint: EMPTY_REQUEST, actorId: 'system', deviceId: null, correlationId, occurredAt: null };
}

export interface Sealing<Type extends string, Event extends { type: Type; data: object }> {
  stream: string;
  /** The last event of the stream that the decider folded; null for a new stream. */
  tail: StreamTail | null;
  events: readonly Event[];
  schemaVersions: Readonly<Record<Type, number>>;
  /** `commandId` is a UUID. */
  command: CommandMetadata;
  /** The server's clock, ISO 8601 in UTC. */
  now: string;
}

/**
 * Turns decided events into events that can be appended at `expectedAfter(tail)`: adds ids that a retry of the same
 * command reproduces, metadata and the hash chain. Data goes through JSON, so that the hash matches the stored data.
 */
export function seal<Type extends string, Event extends { type: Type; data: object }>(
  sealing: Sealing<Type, Event>,
): NewEvent<Type, Event['data']>[] {
  const { stream, schemaVersions, now } = sealing;
  const { commandId, fingerprint, actorId, deviceId, correlationId, occurredAt } = sealing.command;
  let { tail } = sealing;
  return sealing.events.map(({ type, data }, index) => {
    const id = eventId(commandId, stream, index);
    const revision = (tail?.revision ?? -1n) + 1n;
    const unsealed: Omit<EventMetadata, 'hash'> = {
      commandId,
      fingerprint,
      actorId,
      deviceId,
      correlationId,
      occurredAt,
      recordedAt: tail !== null && tail.recordedAt > now ? tail.recordedAt : now,
      schemaVersion: schemaVersions[type],
      prevHash: tail?.hash ?? null,
    };
    const stored: Event['data'] = JSON.parse(JSON.stringify(data));
    const hash = eventHash({ id, stream, revision, type, data: stored, metadata: unsealed });
    tail = { revision, hash, recordedAt: unsealed.recordedAt };
    return { id, type, data: stored, metadata: { hash, ...unsealed } };
  });
}

/** The id of a command's event; every attempt of the same command produces the same ids. */
export function eventId(commandId: string, stream: string, index: number): string {
  return namedUuid(`${stream}/${index}`, commandId);
}

/** The name-based UUID (version 5) of a name in a namespace, which is itself a UUID. */
export function namedUuid(name: string, namespace: string): string {
  const named = Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)]);
  const hex = digest('sha1', named, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Whether stored events equal those to be appended; ids and hashes suffice, as a hash covers all but the position. */
export function isSame(stored: readonly NewEvent[], events: readonly NewEvent[]): boolean {
  return (
    stored.length === events.length &&
    stored.every(({ id, metadata }, at) => id === events[at]?.id && metadata.hash === events[at].metadata.hash)
  );
}

export function tailOf(event: RecordedEvent): StreamTail {
  const { hash, recordedAt } = event.metadata;
  return { revision: event.revision, hash, recordedAt };
}

/** The revision to expect when appending after a tail. */
export function expectedAfter(tail: StreamTail | null): bigint | 'no-stream' {
  return tail === null ? 'no-stream' : tail.revision;
}

/** The first event of a stream that differs from what was appended, and how. */
export interface ChainFault {
  event: RecordedEvent;
  /**
   * STREAM, REVISION: the event is in another event's place. PREVIOUS: it is not chained to the event before it.
   * TIME: its time is earlier than the previous event's. HASH: it was changed.
   */
  fault: 'STREAM' | 'REVISION' | 'PREVIOUS' | 'TIME' | 'HASH';
}

/** Checks a whole stream, as stored (before upcasting). Returns null if all its events are as they were appended. */
export function verifyChain(events: readonly RecordedEvent[]): ChainFault | null {
  let tail: StreamTail | null = null;
  for (const event of events) {
    const fault = event.stream === events[0]?.stream ? faultOf(event, tail) : 'STREAM';
    if (fault !== null) return { event, fault };
    tail = tailOf(event);
  }
  return null;
}

function faultOf(event: RecordedEvent, tail: StreamTail | null): ChainFault['fault'] | null {
  const { hash, prevHash, recordedAt } = event.metadata;
  if (event.revision !== (tail?.revision ?? -1n) + 1n) return 'REVISION';
  if (prevHash !== (tail?.hash ?? null)) return 'PREVIOUS';
  if (tail !== null && recordedAt < tail.recordedAt) return 'TIME';
  return hash === eventHash(event) ? null : 'HASH';
}

interface Hashed extends Pick<RecordedEvent, 'id' | 'stream' | 'type' | 'data'> {
  revision: bigint | string;
  metadata: Omit<EventMetadata, 'hash'> & { hash?: string };
}

/** Computes the hash of a stored event over everything but its position and the hash that it may carry. */
export function eventHash({ id, stream, revision, type, data, metadata: stored }: Hashed): string {
  const { hash: _, ...metadata } = stored;
  const { schemaVersion } = metadata;
  const text = canonicalJson({ id, stream, revision: `${revision}`, type, schemaVersion, data, metadata });
  return digest('sha256', text, 'hex');
}
