import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EventMetadata, RecordedEvent } from '../envelope.js';
import { StoreUnavailable } from '../event-store.js';
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

  inLog(streamId: string): string {
    return streamId.slice(this.#namespace.length);
  }

  /** Whether a stream of the server belongs to this log. */
  covers(streamId: string): boolean {
    return this.prefixes.some((prefix) => streamId.startsWith(prefix));
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
    streamId: textOf(event.getStreamIdentifier()?.getStreamName_asU8()),
    revision: event.getStreamRevision(),
    position: event.getCommitPosition(),
    type: event.getMetadataMap().get('type') ?? '',
    data: textOf(event.getData_asU8()),
    metadata: textOf(event.getCustomMetadata_asU8()),
  };
}

/** An event as the port knows it. Throws for one that somebody else wrote into a stream of the log. */
export function recordOf(
  names: Names,
  { streamId, revision, position, type, data, metadata }: SentRecord,
): RecordedEvent {
  if (position === NO_POSITION) {
    throw new StoreUnavailable('The server gives no positions: it is older than EventStoreDB 23.10');
  }
  const stored: unknown = metadata.startsWith('{"id":') ? JSON.parse(metadata) : null;
  if (!isMetadata(stored)) {
    throw new Error(`${streamId} holds an event at ${revision} that was not appended by a log`);
  }
  const { id, ...rest } = stored;
  return {
    id,
    type,
    data: JSON.parse(data),
    metadata: rest,
    stream: names.inLog(streamId),
    revision: BigInt(revision),
    position: BigInt(position),
  };
}

function textOf(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function isMetadata(metadata: unknown): metadata is EventMetadata & { id: string } {
  return typeof metadata === 'object' && metadata !== null && 'hash' in metadata && 'recordedAt' in metadata;
}
