import type { EventMetadata, NewEvent, RecordedEvent } from '@fairmark/events';

/** The stream's last revision as the writer knows it. There is deliberately no "any revision". */
export type ExpectedRevision = bigint | 'no-stream';

/** A conflict is a result, not an exception: the writer reads the new tail and decides again. */
export type AppendResult =
  | {
      outcome: 'appended';
      /** Revision and position of the last event of this append. */
      revision: bigint;
      position: bigint;
      events: RecordedEvent[];
    }
  | { outcome: 'conflict'; /** The stream's last revision, null when there is no stream. */ actual: bigint | null };

export interface SubscribeOptions {
  /** Position of the last event already handled; null starts at the log's first event. */
  after: bigint | null;
  /** Ends the iteration without an error. */
  signal?: AbortSignal;
  /** Events per page during catch-up, 1 to 10,000. */
  pageSize?: number;
  /** Called whenever the subscription has caught up: initially, after new events and after a lost connection. */
  onCaughtUp?: (position: bigint | null) => void;
}

export interface ReadOptions {
  /** At most this many events, 1 to 10,000 (default 1,000). */
  limit?: number;
}

/** An event with only what a fold needs: of the metadata, the time and schema version. */
export type FoldableEvent = Omit<RecordedEvent, 'metadata'> & {
  metadata: Pick<EventMetadata, 'recordedAt' | 'schemaVersion'>;
};

/** A page of the log, decoded only by `events()`, so that a reader can request the next page first. */
export interface LogPage {
  /** Position of the last event; null for an empty page. */
  last: bigint | null;
  events(): FoldableEvent[];
}

/**
 * The log. Appends are atomic and ordered by commit. Appending identical events again returns the first result;
 * different events with the same ids at the same revisions are a conflict, as any others would be. Events become
 * visible in order of position, so a reader at position p has seen everything before it.
 *
 * Every call may throw `StoreUnavailable`. The outcome of an append is then unknown: retry with the same event ids.
 */
export interface EventStore {
  /** Identifies this log. Checkpoints and position tokens are valid only with the id of their log. */
  logId(): Promise<string>;
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  /** Events of one stream from a revision on (default 0); empty when there is no such stream. */
  readStream(stream: string, from?: bigint, options?: ReadOptions): Promise<RecordedEvent[]>;
  /** A page of the log after a position (null: from the start). */
  readAll(after: bigint | null, options?: ReadOptions): Promise<RecordedEvent[]>;
  /** The same page, read faster, for callers that only fold its events. */
  readPage(after: bigint | null, options?: ReadOptions): Promise<LogPage>;
  /** Position of the last event, null for an empty log. */
  head(): Promise<bigint | null>;
  /**
   * Yields pages of events, first catch-up, then live. Reads the next page only when the consumer asks for it.
   * Reconnects automatically and continues after the last event yielded.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<RecordedEvent[]>;
  close(): Promise<void>;
}

/** The log cannot be reached or did not answer in time. The outcome is unknown. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The log refused an event for its content (a NUL character, a payload over the limit). Nothing was stored. */
export class EventRefused extends Error {
  override readonly name = 'EventRefused';
}

/**
 * A subscription was started after a position that this log has not reached. The position belongs to another log, or an
 * older copy of the log was restored, so everything derived up to it must be rebuilt.
 */
export class PositionUnknown extends Error {
  override readonly name = 'PositionUnknown';

  constructor(after: bigint, head: bigint | null) {
    super(`The log ends at ${head ?? 'no event'}, before position ${after}`);
  }
}
