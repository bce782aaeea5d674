import { eventHash, type EventMetadata, type RecordedEvent } from '@fairmark/events';

/** What a proof needs of an event: its recorded metadata, and whether its recomputed hash differs. */
export interface HashedEvent extends Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'id'> {
  /** Empty if the event has none. */
  hash: string;
  /** Stored hash of the previous event of the stream; empty if there is none. */
  previous: string;
  recordedAt: string;
  isWrong: boolean;
}

/** Recomputes the hash of an event. Nothing in it is trusted. */
export function hashed(event: RecordedEvent): HashedEvent {
  const { position, stream, revision, id } = event;
  const metadata: unknown = event.metadata;
  if (!isMetadata(metadata)) {
    return { position, stream, revision, id, hash: '', previous: '', recordedAt: '', isWrong: true };
  }
  const { hash, prevHash, recordedAt } = metadata;
  const isWrong = hashOf(event) !== hash;
  return { position, stream, revision, id, hash, previous: prevHash ?? '', recordedAt, isWrong };
}

function hashOf(event: RecordedEvent): string | null {
  try {
    return eventHash(event);
  } catch {
    // Data without a canonical form has no hash.
    return null;
  }
}

function isMetadata(value: unknown): value is EventMetadata {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, prevHash, recordedAt }: Partial<Record<keyof EventMetadata, unknown>> = value;
  const previous = prevHash === null || (typeof prevHash === 'string' && prevHash !== '');
  return typeof hash === 'string' && previous && typeof recordedAt === 'string';
}
