import { randomUUID } from 'node:crypto';
import { type EventMetadata, type NewEvent, type RecordedEvent, isSame } from '@fairmark/events';
import { encodeAppend, pageLimit, type EncodedEvent } from '../port/encoding.js';
import { EventRefused, type AppendResult, type ExpectedRevision, type ReadOptions } from '../port/event-store.js';
import { LogStore } from '../port/log-store.js';
import { appended } from '../port/server-store.js';

interface Stored extends EncodedEvent {
  stream: string;
  revision: bigint;
  position: bigint;
}

/** A log in this process's memory. Keeps every promise of the port but durability. */
export class MemoryEventStore extends LogStore {
  private readonly id = randomUUID();
  private readonly log: Stored[] = [];
  private readonly streams = new Map<string, Stored[]>();
  private readonly ids = new Set<string>();

  async logId(): Promise<string> {
    return this.id;
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    this.assertOpen();
    const encoded = encodeAppend(stream, events);
    const stored = this.streams.get(stream) ?? [];
    const from = expected === 'no-stream' ? 0 : Number(expected) + 1;
    if (stored.length !== from) {
      const earlier = stored.slice(from, from + encoded.length);
      const recorded = earlier.map(decoded);
      return isSame(recorded, events)
        ? appended(recorded)
        : { outcome: 'conflict', actual: stored.at(-1)?.revision ?? null };
    }
    const ids = new Set(encoded.map((event) => event.id));
    if (ids.size < encoded.length || encoded.some((event) => this.ids.has(event.id))) {
      throw new EventRefused(`The log already holds an event with this id, in another place than ${stream}`);
    }
    const added = encoded.map((event, at) => ({
      ...event,
      stream,
      revision: BigInt(from + at),
      position: BigInt(this.log.length + at + 1),
    }));
    stored.push(...added);
    this.streams.set(stream, stored);
    this.log.push(...added);
    for (const { id } of added) this.ids.add(id);
    this.news.call();
    return appended(added.map(decoded));
  }

  async readStream(stream: string, from = 0n, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.assertOpen();
    const first = Number(from);
    const stored = this.streams.get(stream) ?? [];
    return stored.slice(first, first + pageLimit(options.limit)).map(decoded);
  }

  async readAll(after: bigint | null, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.assertOpen();
    const first = Number(after ?? 0n);
    return this.log.slice(first, first + pageLimit(options.limit)).map(decoded);
  }

  async head(): Promise<bigint | null> {
    this.assertOpen();
    return this.log.at(-1)?.position ?? null;
  }

  protected async end(): Promise<void> {}
}

function decoded({ id, type, stream, revision, position, ...text }: Stored): RecordedEvent {
  const metadata: EventMetadata = JSON.parse(text.metadata);
  return { id, type, stream, revision, position, data: JSON.parse(text.data), metadata };
}
