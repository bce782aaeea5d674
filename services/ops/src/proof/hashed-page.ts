import { eventHash, type EventMetadata, type RecordedEvent } from '@fairmark/events';

/**
 * Events of a page as a proof needs them: a column for each thing, in the log's order. Texts alone, so that a page goes from thread to
 * thread at little cost.
 */
export interface HashedPage {
  positions: string[];
  streams: string[];
  revisions: string[];
  ids: string[];
  /** As they are stored. */
  hashes: string[];
  /** Of the event before in the stream, as it is stored; empty: none. */
  previous: string[];
  recordedAt: string[];
  /** Indexes of events whose hash, computed again, is not the stored one; or that are none at all. */
  wrong: number[];
}

/** A page without events. */
export function emptyPage(): HashedPage {
  return {
    positions: [],
    streams: [],
    revisions: [],
    ids: [],
    hashes: [],
    previous: [],
    recordedAt: [],
    wrong: [],
  };
}

/** An event as it was read, from wherever: nothing about it is believed. */
export type FoundEvent = Pick<RecordedEvent, 'id' | 'stream' | 'type' | 'data'> & {
  position: string;
  revision: string;
  metadata: unknown;
};

/** Adds an event to a page, with its hash computed again. */
export function addEvent(page: HashedPage, event: FoundEvent): void {
  const metadata = isMetadata(event.metadata) ? event.metadata : null;
  if (metadata === null || hashOf(event, metadata) !== metadata.hash) page.wrong.push(page.positions.length);
  page.positions.push(event.position);
  page.streams.push(event.stream);
  page.revisions.push(event.revision);
  page.ids.push(event.id);
  page.hashes.push(metadata?.hash ?? '');
  page.previous.push(metadata?.prevHash ?? '');
  page.recordedAt.push(metadata?.recordedAt ?? '');
}

function hashOf(event: FoundEvent, metadata: EventMetadata): string | null {
  try {
    return eventHash({ ...event, metadata });
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
