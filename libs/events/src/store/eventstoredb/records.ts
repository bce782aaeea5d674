import type { ResolvedEvent, AllStreamResolvedEvent } from '@eventstore/db-client';
import type { EventMetadata, RecordedEvent } from '../envelope.js';
import { StoreUnavailable } from '../event-store.js';
import type { Settings } from './settings.js';

/** The server says so where it does not know a position. */
const NO_POSITION = 2n ** 64n - 1n;

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

/** An event as the port knows it. Throws for one that somebody else wrote into a stream of the log. */
export function recordOf(names: Names, { event }: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent {
  if (event === undefined) throw new StoreUnavailable('The server sent a link whose event is gone');
  const { id, type, data, metadata, streamId, revision, position } = event;
  if (position === undefined || position.commit === NO_POSITION) {
    throw new StoreUnavailable('The server gives no positions: it is older than EventStoreDB 23.10');
  }
  if (!isMetadata(metadata)) {
    throw new Error(`${streamId} holds an event at ${revision} that was not appended by a log`);
  }
  return { id, type, data, metadata, stream: names.inLog(streamId), revision, position: position.commit };
}

function isMetadata(metadata: unknown): metadata is EventMetadata {
  return typeof metadata === 'object' && metadata !== null && 'hash' in metadata && 'recordedAt' in metadata;
}
