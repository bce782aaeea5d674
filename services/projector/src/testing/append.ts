import { createHash, randomUUID } from 'node:crypto';
import { expectedAfter, seal, tailOf, type Sealing, type StreamTail } from '@fairmark/events';
import { retry, StoreUnavailable, type EventStore } from '@fairmark/event-store';

/** How long appends are tried again with the same ids, on an overloaded machine. */
const PATIENT_MS = 30_000;

type Given<Type extends string, Event extends { type: Type; data: object }> = Pick<
  Sealing<Type, Event>,
  'stream' | 'tail' | 'events' | 'schemaVersions' | 'now'
> & { commandId?: string; actorId?: string; deviceId?: string | null; occurredAt?: string | null };

/** Appends events as one command. Returns the stream's new tail and the position of its last event. */
export async function appendCommand<Type extends string, Event extends { type: Type; data: object }>(
  store: EventStore,
  { commandId = randomUUID(), actorId = 'system', deviceId = null, occurredAt = null, ...given }: Given<Type, Event>,
): Promise<{ tail: StreamTail | null; position: bigint }> {
  const fingerprint = createHash('sha256').update(commandId).digest('hex');
  const command = { commandId, fingerprint, actorId, deviceId, correlationId: commandId, occurredAt };
  const sealed = seal({ ...given, command });
  const again = (error: unknown) => error instanceof StoreUnavailable;
  const appends = () => store.append(given.stream, expectedAfter(given.tail), sealed);
  const result = await retry(appends, { withinMs: PATIENT_MS, again });
  if (result.outcome === 'conflict') throw new Error(`Another writer appends to ${given.stream}`);
  const last = result.events.at(-1);
  return { tail: last === undefined ? given.tail : tailOf(last), position: result.position };
}

export async function endOf(store: EventStore, stream: string): Promise<StreamTail | null> {
  const last = (await store.readStream(stream, 0n, { limit: 10_000 })).at(-1);
  return last === undefined ? null : tailOf(last);
}
