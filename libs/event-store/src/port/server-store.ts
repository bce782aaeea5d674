import { isSame, type NewEvent, type RecordedEvent } from '@fairmark/events';
import { bytesOf, encodeAppend, pageLimit, type EncodedEvent } from './encoding.js';
import { StoreUnavailable, type AppendResult, type ExpectedRevision, type ReadOptions } from './event-store.js';
import { Listener, type Listen } from './listener.js';
import { LogStore } from './log-store.js';

/** How a store reaches its server, and how patient it is. Times are milliseconds. */
export interface ServerOptions {
  connectionString: string;
  /** How long a call may take before it ends in `StoreUnavailable` (default 3,000). */
  timeoutMs?: number;
  /** Appends that may be on their way (default 10,000); more are refused with `StoreUnavailable`. */
  appendsMax?: number;
  /** Called for everything that the store recovers from by itself: lost connections, appends that are sent again. */
  onTrouble?: (what: string, error: unknown) => void;
}

/** What is not said otherwise. */
export const SERVER_DEFAULTS = { timeoutMs: 3_000, appendsMax: 10_000, onTrouble: () => undefined };

/** One attempt at anything; two of them fit into a call's patience. */
export const attemptMs = ({ timeoutMs }: { timeoutMs: number }): number => Math.ceil(timeoutMs / 2);

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

/** Bytes of all appends on their way, at most. */
const OPEN_BYTES_MAX = 67_108_864;

/** What stores over a server do in the same way: check and bound appends, say what became of each, and listen for news. */
export abstract class ServerStore<Settings extends Required<ServerOptions>> extends LogStore {
  private readonly listener: Listener;
  private knownId: string | null = null;
  private openAppends = 0;
  private openBytes = 0;
  private drained: (() => void) | null = null;

  constructor(
    protected readonly settings: Settings,
    listen: Listen,
  ) {
    super();
    this.listener = new Listener(this.news, listen, (error) =>
      settings.onTrouble('The connection that listens for new events was lost and begins anew', error),
    );
  }

  /** Sends an append until it is answered or patience ends. */
  protected abstract send(append: Append): Promise<Answer>;
  protected abstract readRevisions(stream: string, from: bigint, limit: number): Promise<RecordedEvent[]>;
  protected abstract readId(): Promise<string>;
  /** To be called when no append is on its way. */
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

  /** Nothing is waited for before the server has it: appends are sent in the order of the calls. */
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
      return await this.settle({ stream, expected: expected === 'no-stream' ? -1n : expected, events, encoded });
    } finally {
      this.openAppends -= 1;
      this.openBytes -= bytes;
      if (this.openAppends === 0) this.drained?.();
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
    if (this.openAppends > 0) await new Promise<void>((resolve) => (this.drained = resolve));
    await this.disconnect();
    await listening;
  }

  private async settle(append: Append): Promise<AppendResult> {
    const { stream, expected, events } = append;
    const answer = await this.send(append);
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
    const stored = await this.readRevisions(stream, expected + 1n, events.length);
    return isSame(stored, events) ? stored : undefined;
  }
}

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
