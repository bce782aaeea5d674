import type { EventMetadata, NewEvent, RecordedEvent } from '@fairmark/events';

/** What the writer believes to be the stream's last revision. Production code knows nothing else. */
export type ExpectedRevision = bigint | 'no-stream';

/** A conflict is an answer, not an exception: the writer reads the new tail and decides again. */
export type AppendResult =
  | {
      outcome: 'appended';
      /** Revision and position of the last event of this append. */
      revision: bigint;
      position: bigint;
      /** The events as the log holds them. */
      events: RecordedEvent[];
    }
  | { outcome: 'conflict'; /** The stream's last revision, null when there is no stream. */ actual: bigint | null };

export interface SubscribeOptions {
  /** Position of the last event already handled; null starts at the log's first event. */
  after: bigint | null;
  /** Ends the iteration quietly. */
  signal?: AbortSignal;
  /** Events per page of the catch-up, 1 to 10,000. */
  pageSize?: number;
  /** Called each time every event known at that moment has been handed over: at first, after news, after a lost connection. */
  onCaughtUp?: (position: bigint | null) => void;
  /**
   * Called with a position up to which the log is filled as soon as the store hears of it, before these events are read and
   * handed over. Not every store hears of positions.
   */
  onHeard?: (position: bigint) => void;
}

export interface ReadOptions {
  /** At most this many events, 1 to 10,000 (default 1,000). */
  limit?: number;
}

/** An event as far as a fold needs it: of the metadata, its time and version alone. */
export type FoldableEvent = Omit<RecordedEvent, 'metadata'> & {
  metadata: Pick<EventMetadata, 'recordedAt' | 'schemaVersion'>;
};

/** A page of the log, decoded only when its events are asked for: a reader can request the next one before it does so. */
export interface LogPage {
  /** Position of its last event; null: it has none. */
  last: bigint | null;
  events(): FoldableEvent[];
}

/**
 * The log. Appends are all or nothing, in commit order. The very same events, sent again, are answered as at first; other events
 * under the same ids are a conflict, like any others in their place. Positions that are visible form a prefix of the log, so
 * that a reader who has seen position p has seen everything before it.
 *
 * Every call may throw `StoreUnavailable` (the outcome of an append is then unknown: send it again with the same ids).
 */
export interface EventStore {
  /** Identifies this log; checkpoints and position tokens of another log are worthless here. */
  logId(): Promise<string>;
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  /** Events of one stream from a revision on (default 0); empty when there is no such stream. */
  readStream(stream: string, from?: bigint, options?: ReadOptions): Promise<RecordedEvent[]>;
  /** A page of the log after a position (null: from the start). */
  readAll(after: bigint | null, options?: ReadOptions): Promise<RecordedEvent[]>;
  /** The same page for those who only fold its events, read in the fastest way. */
  readPage(after: bigint | null, options?: ReadOptions): Promise<LogPage>;
  /** Position of the last event, null for an empty log. */
  head(): Promise<bigint | null>;
  /**
   * Catch-up, then live, in pages: one holds what has come since the page before. The store reads on
   * only when the consumer asks for more. It reconnects by itself and continues after the last event.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<RecordedEvent[]>;
  close(): Promise<void>;
}

/** The log cannot be reached, or did not answer in time. Nothing is known about the outcome. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The log refused an event for its content (a NUL character, a payload over the limit). Nothing was stored. */
export class EventRefused extends Error {
  override readonly name = 'EventRefused';
}

/**
 * A subscription was asked to continue after a position that this log has not reached: it belongs to
 * another log, or an older copy of the log was restored. What was derived up to it must be rebuilt.
 */
export class PositionUnknown extends Error {
  override readonly name = 'PositionUnknown';

  constructor(after: bigint | null, head: bigint | null) {
    super(`The log ends at ${head ?? 'no event'}, before position ${after ?? 0n}`);
  }
}
