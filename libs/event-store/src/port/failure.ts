import { EventRefused, StoreUnavailable } from './event-store.js';

/**
 * Kinds of failure. `lost`: the connection, server or leader failed; the outcome is unknown and a retry may succeed.
 * `refused`: the server rejects this data. `broken`: no request of this kind can succeed (for example, no such table).
 */
export type Failure = 'lost' | 'refused' | 'broken';

export function appendError(failure: Failure, cause: unknown): EventRefused | StoreUnavailable {
  const message = cause instanceof Error ? cause.message : String(cause);
  return failure === 'refused'
    ? new EventRefused(`The log refused an event: ${message}`, { cause })
    : new StoreUnavailable('The log did not take the append', { cause });
}
