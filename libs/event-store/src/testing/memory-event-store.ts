import { randomUUID } from 'node:crypto';
import type { EventMetadata, RecordedEvent } from '@fairmark/events';
import type { EncodedEvent } from '../port/encoding.js';
import { EventRefused } from '../port/event-store.js';
import { STORE_DEFAULTS, type Answer, type Append } from '../port/append.js';
import { LogStore } from '../port/log-store.js';

interface Stored extends EncodedEvent {
  stream: string;
  revision: bigint;
  position: bigint;
}

/** A log in this process's memory. Keeps every promise of the port but durability. */
export class MemoryEventStore extends LogStore<typeof STORE_DEFAULTS> {
  private readonly id = randomUUID();
  private readonly log: Stored[] = [];
  private readonly streams = new Map<string, Stored[]>();
  private readonly ids = new Set<string>();

  constructor() {
    super(STORE_DEFAULTS);
  }

  protected async readId(): Promise<string> {
    return this.id;
  }

  protected async send({ stream, expected, encoded }: Append): Promise<Answer> {
    const stored = this.streams.get(stream) ?? [];
    const from = Number(expected) + 1;
    if (stored.length !== from) return { actual: stored.at(-1)?.revision ?? null };
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
    return { recorded: added.map(decoded) };
  }

  protected async readRevisions(stream: string, from: bigint, limit: number): Promise<RecordedEvent[]> {
    const first = Number(from);
    return (this.streams.get(stream) ?? []).slice(first, first + limit).map(decoded);
  }

  protected async readAfter(after: bigint | null, limit: number): Promise<RecordedEvent[]> {
    const first = Number(after ?? 0n);
    return this.log.slice(first, first + limit).map(decoded);
  }

  async head(): Promise<bigint | null> {
    this.assertOpen();
    return this.log.at(-1)?.position ?? null;
  }

  protected async disconnect(): Promise<void> {}
}

function decoded({ id, type, stream, revision, position, ...text }: Stored): RecordedEvent {
  const metadata: EventMetadata = JSON.parse(text.metadata);
  return { id, type, stream, revision, position, data: JSON.parse(text.data), metadata };
}
