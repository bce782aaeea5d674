import { WakeUp } from '../../port/wake-up.js';

/** What a server stores with the contents of an event. */
export const jsonEvent = (type: string): ReadonlyMap<string, string> =>
  new Map([
    ['type', type],
    ['content-type', 'application/json'],
  ]);

/** An event as a client sends it: raw bytes. */
export interface ProposedEvent {
  id: string;
  /** `type`, `content-type`. */
  metadata: ReadonlyMap<string, string>;
  data: Uint8Array;
  customMetadata: Uint8Array;
}

export interface StubEvent extends ProposedEvent {
  stream: string;
  revision: bigint;
  /** Commit and prepare position, which are the same for every event written over gRPC. */
  position: bigint;
}

/** A server's answer to an append; `last` is the last event that the append stored, now or earlier. */
export type StubAppendAnswer = { last: StubEvent } | { current: bigint | null };

/** Positions in a log file differ by the length of a record. */
const RECORD_BYTES = 117n;
/** The server writes a statistics event of its own after this many events, like a real one. */
const STATISTICS_EVERY = 7;

/** The server's log: streams, positions with gaps, and system events in between. */
export class StubLog {
  readonly events: StubEvent[] = [];
  readonly news = new WakeUp();
  readonly #streams = new Map<string, StubEvent[]>();
  #end = 0n;

  constructor() {
    this.#writeStatistics();
  }

  stream(name: string): readonly StubEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /**
   * Appends at an expected revision, null for no stream. Events already stored there count as the same append
   * sent again, as on the server, which never looks for them elsewhere.
   */
  append(stream: string, expected: bigint | null, proposed: readonly ProposedEvent[]): StubAppendAnswer {
    const held = this.stream(stream);
    const current = held.at(-1)?.revision ?? null;
    if (current !== expected) {
      const from = Number(expected ?? -1n) + 1;
      const same = proposed.every(({ id }, at) => held[from + at]?.id === id);
      const last = held[from + proposed.length - 1];
      return same && last !== undefined ? { last } : { current };
    }
    let last: StubEvent | undefined;
    for (const event of proposed) last = this.#write(stream, event);
    if (last === undefined) return { current };
    if (this.events.length % STATISTICS_EVERY === 0) this.#writeStatistics();
    this.news.call();
    return { last };
  }

  /** Writes system events, as a night without golfers leaves them. */
  writeStatistics(count: number): void {
    for (let at = 0; at < count; at += 1) this.#writeStatistics();
    this.news.call();
  }

  /** Leaves the first `count` events, as a restore of an older copy does. */
  restore(count: number): void {
    this.events.length = count;
    this.#end = (this.events.at(-1)?.position ?? 0n) + RECORD_BYTES;
    this.#streams.clear();
    for (const event of this.events) this.#streams.set(event.stream, [...this.stream(event.stream), event]);
  }

  #writeStatistics(): void {
    this.#write('$stats-127.0.0.1:2113', {
      id: '00000000-0000-4000-8000-000000000000',
      metadata: jsonEvent('$statsCollected'),
      data: Buffer.from('{}'),
      customMetadata: new Uint8Array(),
    });
  }

  #write(stream: string, event: ProposedEvent): StubEvent {
    const held = this.#streams.get(stream) ?? [];
    const stored = { ...event, stream, revision: BigInt(held.length), position: this.#end };
    this.#end += RECORD_BYTES + BigInt(event.data.length + event.customMetadata.length);
    held.push(stored);
    this.#streams.set(stream, held);
    this.events.push(stored);
    return stored;
  }
}
