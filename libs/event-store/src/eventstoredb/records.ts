import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EventMetadata, RecordedEvent } from '@fairmark/events';
import { StoreUnavailable } from '../port/event-store.js';
import type { Settings } from './settings.js';

/** The server says so where it does not know a position. */
const NO_POSITION = `${2n ** 64n - 1n}`;

/** How the streams of one log are called on the server. */
export class Names {
  readonly #namespace: string;
  /** Beginnings of the names of all streams of this log, as the server knows them. */
  readonly prefixes: string[];

  constructor({ namespace, streams }: Pick<Settings, 'namespace' | 'streams'>) {
    this.#namespace = namespace;
    this.prefixes = streams.map((prefix) => namespace + prefix);
  }

  onServer(stream: string): string {
    return this.#namespace + stream;
  }

  /** Whether a stream belongs to this log. */
  covers(stream: string): boolean {
    return this.prefixes.some((prefix) => this.onServer(stream).startsWith(prefix));
  }

  /** Events as the port knows them. Throws for one that another writer put into a stream of the log. */
  recordsOf(sent: readonly SentRecord[]): RecordedEvent[] {
    return sent.map((record) => recordOf(record, record.streamId.slice(this.#namespace.length)));
  }
}

/**
 * The id under which the server knows an event: the beginning of its hash. The server takes an append for one sent again by
 * its ids alone, whatever it holds; so these are the same only where everything is.
 */
export function sentId(hash: string): string {
  return hash.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Metadata as it is stored, which is where the event's own id stands. */
export const withId = (id: string, metadata: string): string => `{"id":"${id}",${metadata.slice(1)}`;

/** What a read answers of one event: text as it came. Made at once, so that the message itself does not outlive its arrival. */
export interface SentRecord {
  /** Under which the server knows the event. */
  id: string;
  streamId: string;
  revision: string;
  position: string;
  type: string;
  data: string;
  metadata: string;
}

/** The event in an answer, null in answers without one. */
export function sentIn(answer: ReadResp): SentRecord | null {
  const event = answer.getEvent()?.getEvent();
  if (event === undefined) return null;
  return {
    id: event.getId()?.getString() ?? '',
    streamId: textOf(event.getStreamIdentifier()?.getStreamName_asU8()),
    revision: event.getStreamRevision(),
    position: event.getCommitPosition(),
    type: event.getMetadataMap().get('type') ?? '',
    data: textOf(event.getData_asU8()),
    metadata: textOf(event.getCustomMetadata_asU8()),
  };
}

function recordOf(sent: SentRecord, stream: string): RecordedEvent {
  const { streamId, revision, position, type, data, metadata } = sent;
  if (position === NO_POSITION) {
    throw new StoreUnavailable('The server gives no positions: it is older than EventStoreDB 23.10');
  }
  const stored: unknown = metadata.startsWith('{') ? JSON.parse(metadata) : null;
  if (!isMetadata(stored)) {
    throw new Error(`${streamId} holds an event at ${revision} that was not appended by a log`);
  }
  // Earlier builds left it out here and gave it to the server.
  const { id = sent.id, ...rest } = stored;
  return {
    id,
    type,
    data: JSON.parse(data),
    metadata: rest,
    stream,
    revision: BigInt(revision),
    position: BigInt(position),
  };
}

function textOf(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function isMetadata(metadata: unknown): metadata is EventMetadata & { id?: string } {
  return typeof metadata === 'object' && metadata !== null && 'hash' in metadata && 'recordedAt' in metadata;
}
