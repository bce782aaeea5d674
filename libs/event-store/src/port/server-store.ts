import { isSame, type NewEvent, type RecordedEvent } from '@fairmark/events';
import { bytesOf, encodeAppend, pageLimit, type EncodedEvent } from './encoding.js';
import {
  EventRefused,
  StoreUnavailable,
  type AppendResult,
  type ExpectedRevision,
  type ReadOptions,
} from './event-store.js';
import { Listener, type Listen } from './listener.js';
import { LogStore } from './log-store.js';

/** Connection and limits of a store on a server. Times are milliseconds. */
export interface ServerOptions {
  connectionString: string;
  /** How long a call may take before it ends in `StoreUnavailable` (default 3,000). */
  timeoutMs?: number;
  /** Most appends in flight (default 10,000); more are rejected with `StoreUnavailable`. */
  appendsMax?: number;
  /** Called for faults that the store recovers from, such as lost connections and resent appends. */
  onTrouble?: (what: string, error: unknown) => void;
}

export const SERVER_DEFAULTS = { timeoutMs: 3_000, appendsMax: 10_000, onTrouble: () => undefined };

/** Timeout of one attempt, so that two fit into a call's timeout. */
export const attemptMs = ({ timeoutMs }: { timeoutMs: number }): number => Math.ceil(timeoutMs / 2);

/**
 * Kinds of failure. `lost`: the connection, server or leader failed; the outcome is unknown and a retry may succeed.
 * `refused`: the server rejects this data. `broken`: no request of this kind can succeed (for example, no such table).
 */
export type Failure = 'lost' | 'refused' | 'broken';

export function appendError(failure: Failure, cause: unknown): EventRefused | StoreUnavailable {
  const message = cause instanceof Error ? cause.message : String(cause);
  return failure === 'refused'
    ? new EventRefused(`The log refused an event: ${message}`, { cause })
    : new StoreUnavailable('The log did not accept the append', { cause });
}

/** An append in flight. */
export interface Append {
  readonly stream: string;
  /** The stream's last revision, -1 for no stream. */
  readonly expected: bigint;
  readonly events: readonly NewEvent[];
  readonly encoded: readonly EncodedEvent[];
}

/** The stored events (undefined: to be read back); on a conflict, the stream's last revision (null: no stream). */
export type Answer = { recorded: RecordedEvent[] | undefined } | { actual: bigint | null };

/** Most bytes of all appends in flight. */
const OPEN_BYTES_MAX = 67_108_864;

/** What stores on a server share: validating and limiting appends, resolving their outcome, listening for news. */
export abstract class ServerStore<Settings extends Required<ServerOptions>> extends LogStore {
  private readonly listener: Listener;
  private knownId: string | null = null;
  private openAppends = 0;
  private openBytes = 0;
  private onDrained: (() => void) | null = null;

  constructor(
    protected readonly settings: Settings,
    listen: Listen,
  ) {
    super();
    this.listener = new Listener(this.news, listen, (error) =>
      settings.onTrouble('The connection that listens for new events was lost and is opened again', error),
    );
  }

  /** Sends an append, with retries, until it is answered or the timeout ends. */
  protected abstract send(append: Append): Promise<Answer>;
  protected abstract readRevisions(stream: string, from: bigint, limit: number): Promise<RecordedEvent[]>;
  protected abstract readId(): Promise<string>;
  /** Called when no append is in flight. */
  protected abstract disconnect(): Promise<void>;

  async logId(): Promise<string> {
    this.assertOpen();
    this.knownId ??= await this.readId();
    return this.knownId;
  }

  async readStream(stream: string, from = 0n, options: ReadOptions = {}): Promise<RecordedEvent[]> {
    this.assertOpen();
    return this.readRevisions(stream, from, pageLimit(options.limit));
  }

  /** Does not await anything before `send`, so that appends are sent in the order of the calls. */
  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    this.assertOpen();
    const encoded = encodeAppend(stream, events);
    const bytes = bytesOf(encoded);
    if (this.openAppends >= this.settings.appendsMax || this.openBytes + bytes > OPEN_BYTES_MAX) {
      throw new StoreUnavailable('Too many appends are waiting');
    }
    this.openAppends += 1;
    this.openBytes += bytes;
    try {
      return await this.outcomeOf({ stream, expected: expected === 'no-stream' ? -1n : expected, events, encoded });
    } finally {
      this.openAppends -= 1;
      this.openBytes -= bytes;
      if (this.openAppends === 0) this.onDrained?.();
    }
  }

  protected override listen(): void {
    this.listener.start();
  }

  protected override onSubscriptionFailure(error: StoreUnavailable): void {
    this.settings.onTrouble('A subscription could not read the log and tries again', error);
  }

  protected async end(): Promise<void> {
    const listening = this.listener.close();
    if (this.openAppends > 0) await new Promise<void>((resolve) => (this.onDrained = resolve));
    await this.disconnect();
    await listening;
  }

  private async outcomeOf(append: Append): Promise<AppendResult> {
    const { stream, expected, events } = append;
    const answer = await this.send(append);
    if ('actual' in answer) {
      // An earlier attempt may have stored these events: then they are the answer.
      const { actual } = answer;
      const mayBeStored = actual !== null && actual >= expected + BigInt(events.length);
      const stored = mayBeStored ? await this.stored(append) : undefined;
      return stored === undefined ? { outcome: 'conflict', actual } : appended(stored);
    }
    const recorded = answer.recorded ?? (await this.stored(append));
    if (recorded === undefined) throw new StoreUnavailable(`${stream} lacks the events appended after ${expected}`);
    return appended(recorded);
  }

  /** The stored events of an append; undefined if other events are at its revisions. */
  private async stored({ stream, expected, events }: Append): Promise<RecordedEvent[] | undefined> {
    const stored = await this.readRevisions(stream, expected + 1n, events.length);
    return isSame(stored, events) ? stored : undefined;
  }
}

export function appended(events: RecordedEvent[]): AppendResult {
  const { revision = 0n, position = 0n } = events.at(-1) ?? {};
  return { outcome: 'appended', revision, position, events };
}

/** The recorded events of an append whose first event is at `position`; positions have no gaps. */
export function placed({ stream, expected, events }: Append, position: bigint): RecordedEvent[] {
  return events.map(({ id, type, data, metadata }, at) => {
    const offset = BigInt(at);
    return { id, type, data, metadata, stream, revision: expected + 1n + offset, position: position + offset };
  });
}
