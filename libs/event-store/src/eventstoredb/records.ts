import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { eventHash, type EventMetadata, type RecordedEvent } from '@fairmark/events';
import { StoreUnavailable } from '../port/event-store.js';
import type { Append } from '../port/append.js';

export type ServerEvent = ReadResp.ReadEvent.RecordedEvent;

/** What the server sends for an unknown position. */
const NO_POSITION = `${2n ** 64n - 1n}`;

/**
 * The event's id on the server: the beginning of its hash. The server recognises a retried append by its ids alone, so
 * these must be equal only if the contents are.
 */
export function sentId(hash: string): string {
  const [a, b, c, d] = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20)];
  return `${a}-${b}-${c}-${d}-${hash.slice(20, 32)}`;
}

/** Metadata as stored on the server, with the event's own id added. */
export const withId = (id: string, metadata: string): string => `{"id":"${id}",${metadata.slice(1)}`;

/**
 * Whether events were sealed for this stream and these revisions. The server has no index of ids; since the hash covers
 * id, stream and revision, this check keeps an event from being stored in a second place.
 */
export function sealedFor({ stream, expected, events }: Append): boolean {
  let previous = events[0]?.metadata.prevHash ?? null;
  if ((previous === null) !== expected < 0n) return false;
  return events.every((event, at) => {
    const { prevHash, hash } = event.metadata;
    const follows = prevHash === previous;
    previous = hash;
    return follows && hash === eventHash({ ...event, stream, revision: expected + 1n + BigInt(at) });
  });
}

/** Converts an event for the port. Throws if another program wrote it into a stream of the log. */
export function recordOf(event: ServerEvent, namespace: string): RecordedEvent {
  const position = event.getCommitPosition();
  if (position === NO_POSITION) {
    throw new StoreUnavailable('The server gives no positions: it is older than EventStoreDB 23.10');
  }
  const stream = textOf(event.getStreamIdentifier()?.getStreamName_asU8());
  const revision = event.getStreamRevision();
  const metadata = textOf(event.getCustomMetadata_asU8());
  const stored: unknown = metadata.startsWith('{') ? JSON.parse(metadata) : null;
  if (!isMetadata(stored)) throw new Error(`${stream} holds an event at ${revision} that Fairmark did not append`);
  // Earlier builds did not store the id in the metadata: it was the server's id.
  const { id = event.getId()?.getString() ?? '', ...rest } = stored;
  return {
    id,
    type: event.getMetadataMap().get('type') ?? '',
    data: dataOf(event),
    metadata: rest,
    stream: stream.slice(namespace.length),
    revision: BigInt(revision),
    position: BigInt(position),
  };
}

export function dataOf(event: ServerEvent): unknown {
  return JSON.parse(textOf(event.getData_asU8()));
}

function textOf(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function isMetadata(metadata: unknown): metadata is EventMetadata & { id?: string } {
  return typeof metadata === 'object' && metadata !== null && 'hash' in metadata && 'recordedAt' in metadata;
}
