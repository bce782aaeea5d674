import { connectEventStoreDb, type EventStore } from '@fairmark/events';
import { Misused } from '../cli/failure.js';

/** A server that is busy may keep one waiting. */
const PATIENCE_MS = 30_000;

/** The log at an esdb:// address. Throws `Misused` for what is none. */
export async function openEventStore(address: string): Promise<EventStore> {
  if (!/^esdb(\+discover)?:\/\//.test(address)) {
    throw new Misused('The address of an EventStoreDB begins with esdb:// or esdb+discover://');
  }
  try {
    return await connectEventStoreDb({ connectionString: address, timeoutMs: PATIENCE_MS });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Misused(cause.message, { cause });
  }
}
