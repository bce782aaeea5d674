import type { NewEvent, RecordedEvent } from '@fairmark/events';
import type { EncodedEvent } from './encoding.js';
import { EventRefused, StoreUnavailable } from './event-store.js';

/** Limits of a store. Times are milliseconds. */
export interface StoreOptions {
  /** How long a call may take before it ends in `StoreUnavailable` (default 3,000). */
  timeoutMs?: number;
  /** Most appends in flight (default 10,000); more are rejected with `StoreUnavailable`. */
  appendsMax?: number;
  /** Called for faults that the store recovers from, such as lost connections and resent appends. */
  onTrouble?: (what: string, error: unknown) => void;
}

/** Connection and limits of a store on a server. */
export interface ServerOptions extends StoreOptions {
  connectionString: string;
}

export const STORE_DEFAULTS = { timeoutMs: 3_000, appendsMax: 10_000, onTrouble: () => undefined };

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

/** The recorded events of an append whose first event is at `position`; positions have no gaps. */
export function placed({ stream, expected, events }: Append, position: bigint): RecordedEvent[] {
  return events.map(({ id, type, data, metadata }, at) => {
    const offset = BigInt(at);
    return { id, type, data, metadata, stream, revision: expected + 1n + offset, position: position + offset };
  });
}
