import { EventRefused, StoreUnavailable } from './event-store.js';

/**
 * What a failure means. `lost`: the connection, the server or its leader failed, the outcome is unknown and another attempt
 * may succeed. `refused`: the server does not accept this data. `broken`: the server cannot do it at all (no such table).
 */
export type Failure = 'lost' | 'refused' | 'broken';

export function appendError(failure: Failure, cause: unknown): EventRefused | StoreUnavailable {
  const said = cause instanceof Error ? cause.message : String(cause);
  return failure === 'refused'
    ? new EventRefused(`The log refused an event: ${said}`, { cause })
    : new StoreUnavailable('The log did not take the append', { cause });
}
