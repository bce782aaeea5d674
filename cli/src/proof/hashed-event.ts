import { eventHash, type EventMetadata, type RecordedEvent } from '@fairmark/events';

/** An event as a proof needs it: what it says of itself, and whether its hash, computed again, is that. */
export interface HashedEvent extends Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'id'> {
  /** Empty: none. */
  hash: string;
  /** Of the event before in the stream, as it is stored; empty: none. */
  previous: string;
  recordedAt: string;
  isWrong: boolean;
}

/** Computes the hash of an event again. Nothing about it is believed. */
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
    // What has no canonical form has no hash.
    return null;
  }
}

function isMetadata(value: unknown): value is EventMetadata {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, prevHash, recordedAt }: Partial<Record<keyof EventMetadata, unknown>> = value;
  const previous = prevHash === null || (typeof prevHash === 'string' && prevHash !== '');
  return typeof hash === 'string' && previous && typeof recordedAt === 'string';
}
