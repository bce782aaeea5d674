import { hash as digest } from 'node:crypto';
import { canonicalJson, eventHash, type EventMetadata, type RecordedEvent } from '@fairmark/events';
import { readWritten } from './written-metadata.js';

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

/** An event of a page. */
export interface HashedEvent {
  position: bigint;
  stream: string;
  revision: bigint;
  id: string;
  hash: string;
  previous: string;
  recordedAt: string;
  isWrong: boolean;
}

/** The events of a page, in their order. */
export function* eventsIn(page: HashedPage): Generator<HashedEvent, void> {
  const wrong = new Set(page.wrong);
  for (const [at, position] of page.positions.entries()) {
    yield {
      position: BigInt(position),
      stream: page.streams[at] ?? '',
      revision: BigInt(page.revisions[at] ?? 0),
      id: page.ids[at] ?? '',
      hash: page.hashes[at] ?? '',
      previous: page.previous[at] ?? '',
      recordedAt: page.recordedAt[at] ?? '',
      isWrong: wrong.has(at),
    };
  }
}

type Named = Pick<RecordedEvent, 'id' | 'stream' | 'type'> & Record<'position' | 'revision', string | bigint>;

/** An event as it was read, from wherever: nothing about it is believed. */
export type FoundEvent = Named & { data: unknown; metadata: unknown };

/** An event as Postgres writes it: data and metadata are jsonb. */
export type WrittenEvent = Named & { data: string; metadata: string };

/** What a page keeps of an event's metadata. */
interface Link {
  hash: string;
  previous: string;
  recordedAt: string;
}

const NONE: Link = { hash: '', previous: '', recordedAt: '' };

/** Adds an event to a page, with its hash computed again. */
export function addEvent(page: HashedPage, event: FoundEvent): void {
  const metadata = isMetadata(event.metadata) ? event.metadata : null;
  const isWrong = metadata === null || hashOf(event, metadata) !== metadata.hash;
  const link = metadata === null ? NONE : { ...metadata, previous: metadata.prevHash ?? '' };
  add(page, event, { link, isWrong });
}

/** The same for an event that Postgres wrote. */
export function addWritten(page: HashedPage, event: WrittenEvent): void {
  const data = JSON.parse(event.data) as object;
  const link = quickly(event, data);
  // Whatever is strange about it, the long way tells.
  if (link === null) addEvent(page, { ...event, data, metadata: JSON.parse(event.metadata) as unknown });
  else add(page, event, { link, isWrong: false });
}

function add(page: HashedPage, event: Named, { link, isWrong }: { link: Link; isWrong: boolean }): void {
  if (isWrong) page.wrong.push(page.positions.length);
  page.positions.push(String(event.position));
  page.streams.push(event.stream);
  page.revisions.push(String(event.revision));
  page.ids.push(event.id);
  page.hashes.push(link.hash);
  page.previous.push(link.previous);
  page.recordedAt.push(link.recordedAt);
}

/** What links an event whose hash is right, if its metadata are written as usual; otherwise null. */
function quickly({ id, stream, revision, type, metadata }: WrittenEvent, data: object): Link | null {
  const written = readWritten(metadata);
  if (written === null) return null;
  const named = `"schemaVersion":${written.schemaVersion},"stream":${JSON.stringify(stream)},"type":${JSON.stringify(type)}`;
  const text = `{"data":${canonicalJson(data)},"id":"${id}","metadata":${written.canonical},"revision":"${revision}",${named}}`;
  return digest('sha256', text, 'hex') === written.hash ? written : null;
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
