import { isSame, type NewEvent, type RecordedEvent } from '@fairmark/events';
import { bytesOf, encodeAppend, type EncodedEvent } from './encoding.js';
import { StoreUnavailable, type AppendResult, type ExpectedRevision } from './event-store.js';

/** An append on its way to a server. */
export interface Append {
  readonly stream: string;
  /** The stream's last revision, -1 for no stream. */
  readonly expected: bigint;
  readonly events: readonly NewEvent[];
  readonly encoded: readonly EncodedEvent[];
}

/** The events as stored (undefined: to be read), or where the stream stands instead. */
export type Answer = { recorded: RecordedEvent[] | undefined } | { actual: bigint | null };

/** How a store reaches its server. */
export interface Server {
  /** Sends an append until it is answered or patience ends. */
  send(append: Append): Promise<Answer>;
  readStream(stream: string, from: bigint, limit: number): Promise<RecordedEvent[]>;
  /** Appends that may be on their way at the same time. */
  appendsMax: number;
}

/** Bytes of all appends on their way, at most. */
const OPEN_BYTES_MAX = 67_108_864;

/** Checks and bounds the appends of a store, and says what became of each. */
export class OpenAppends {
  private open = 0;
  private openBytes = 0;
  private drained: (() => void) | null = null;
  private closed = false;

  constructor(private readonly server: Server) {}

  /** Nothing is waited for before the server has it: appends are sent in the order of the calls. */
  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    if (this.closed) throw new StoreUnavailable('The log is closed');
    const encoded = encodeAppend(stream, events);
    const bytes = bytesOf(encoded);
    if (this.open >= this.server.appendsMax || this.openBytes + bytes > OPEN_BYTES_MAX) {
      throw new StoreUnavailable('Too many appends are waiting');
    }
    this.open += 1;
    this.openBytes += bytes;
    try {
      return await this.settle({ stream, expected: expected === 'no-stream' ? -1n : expected, events, encoded });
    } finally {
      this.open -= 1;
      this.openBytes -= bytes;
      if (this.open === 0) this.drained?.();
    }
  }

  /** Takes no more, and ends once everything that was taken is answered or given up. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.open > 0) await new Promise<void>((resolve) => (this.drained = resolve));
  }

  private async settle(append: Append): Promise<AppendResult> {
    const { stream, expected, events } = append;
    const answer = await this.server.send(append);
    if ('actual' in answer) {
      // An earlier attempt may have stored these very events: then this is its answer.
      const { actual } = answer;
      const mayBeThere = actual !== null && actual >= expected + BigInt(events.length);
      const stored = mayBeThere ? await this.stored(append) : undefined;
      return stored === undefined ? { outcome: 'conflict', actual } : appended(stored);
    }
    const recorded = answer.recorded ?? (await this.stored(append));
    if (recorded === undefined) throw new StoreUnavailable(`${stream} lacks what was appended after ${expected}`);
    return appended(recorded);
  }

  /** The events of an append as stored; undefined when others are in their place. */
  private async stored({ stream, expected, events }: Append): Promise<RecordedEvent[] | undefined> {
    const stored = await this.server.readStream(stream, expected + 1n, events.length);
    return isSame(stored, events) ? stored : undefined;
  }
}

/** The answer to an append of these events. */
export function appended(events: RecordedEvent[]): AppendResult {
  const { revision = 0n, position = 0n } = events.at(-1) ?? {};
  return { outcome: 'appended', revision, position, events };
}

/** Events with their places, from the position of the first on, without gaps. */
export function placed({ stream, expected, events }: Append, position: bigint): RecordedEvent[] {
  return events.map(({ id, type, data, metadata }, at) => {
    const further = BigInt(at);
    return { id, type, data, metadata, stream, revision: expected + 1n + further, position: position + further };
  });
}
