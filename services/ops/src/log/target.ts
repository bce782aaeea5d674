import { eventStoreAddressProblem, type EventStore } from '@fairmark/events';
import { openEventStoreDb } from '@fairmark/platform';
import { Misused } from '../cli/failure.js';

/** A server that is busy may keep one waiting. */
const PATIENCE_MS = 30_000;

/** The log at an esdb:// address. Throws `Misused` for what is none. */
export async function openEventStore(address: string): Promise<EventStore> {
  const problem = eventStoreAddressProblem(address);
  if (problem !== null) throw new Misused(`The address of the EventStoreDB ${problem}`);
  return openEventStoreDb(address, { timeoutMs: PATIENCE_MS });
}
