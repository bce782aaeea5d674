import { isSealedFor, type EventMetadata, type RecordedEvent } from '@fairmark/events';
import { StoreUnavailable } from '../port/event-store.js';
import type { Append } from '../port/server-store.js';
import type { ServerEvent } from './connection.js';

/** The server says so where it does not know a position. */
const NO_POSITION = `${2n ** 64n - 1n}`;

/**
 * The id under which the server knows an event: the beginning of its hash. The server takes an
 * append for one sent again by its ids alone, whatever it holds; so these are the same only where
 * everything is.
 */
export function sentId(hash: string): string {
  const [a, b, c, d] = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20)];
  return `${a}-${b}-${c}-${d}-${hash.slice(20, 32)}`;
}

/** Metadata as it is stored, which is where the event's own id stands. */
export const withId = (id: string, metadata: string): string => `{"id":"${id}",${metadata.slice(1)}`;

/**
 * Whether events hold the hashes of this very stream and these very revisions. The server keeps no
 * index of ids; since the hash covers id, stream and revision, an event cannot get into a second
 * place under the seal of its first.
 */
export function sealedFor({ stream, expected, events }: Append): boolean {
  let previous = events[0]?.metadata.prevHash ?? null;
  if ((previous === null) !== expected < 0n) return false;
  return events.every((event, at) => {
    const { prevHash, hash } = event.metadata;
    const follows = prevHash === previous;
    previous = hash;
    return follows && isSealedFor(event, stream, expected + 1n + BigInt(at));
  });
}

/** An event as the port knows it. Throws for one of another writer in a stream of the log. */
export function recordOf(event: ServerEvent, namespace: string): RecordedEvent {
  const position = event.getCommitPosition();
  if (position === NO_POSITION) {
    throw new StoreUnavailable('The server gives no positions: it is older than EventStoreDB 23.10');
  }
  const stream = textOf(event.getStreamIdentifier()?.getStreamName_asU8());
  const revision = event.getStreamRevision();
  const metadata = textOf(event.getCustomMetadata_asU8());
  const stored: unknown = metadata.startsWith('{') ? JSON.parse(metadata) : null;
  if (!isMetadata(stored)) throw new Error(`${stream} holds an event at ${revision} that was not appended by a log`);
  // Earlier builds left it out here and gave it to the server.
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
